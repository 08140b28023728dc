/** Of the picture in a link preview, in pixels: what most of those who show one ask for. */
export const POSTER_SIZE = { width: 1200, height: 630 } as const;
