// Canvas elements that are never on the page. OffscreenCanvas would do, were it in every browser that has WebAssembly.

export function canvasOf(
  width: number,
  height: number,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width);
  canvas.height = Math.ceil(height);
  return { canvas, context: canvas.getContext('2d')! };
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The browser could not make a picture of this size.'));
      else resolve(blob);
    }, 'image/png');
  });
}
