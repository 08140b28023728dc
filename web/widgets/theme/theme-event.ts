/** Fired on window by whoever sets a theme on something other than the root element. */
export const THEME_EVENT = 'la-theme';
