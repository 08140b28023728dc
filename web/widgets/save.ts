// The two ways out of the page: the clipboard and the downloads folder.

/** Copies; false where the browser or the page around does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Works in frames and on file: addresses, where the clipboard interface is refused. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  let copied = false;
  try {
    copied = document.execCommand('copy');
  } catch {
    copied = false;
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: BlobPart): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then, in every engine.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
