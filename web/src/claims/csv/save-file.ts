/** Offers content as a file to save. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has opened the content by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
