import type { Page } from 'playwright-core';

/** Drops a file on the page, as from the desktop of the device. */
export async function dropFile(page: Page, name: string, content: Uint8Array): Promise<void> {
  const text = Buffer.from(content).toString('latin1');
  await page.evaluate(
    ([fileName, fileText]) => {
      const data = new DataTransfer();
      data.items.add(new File([fileText], fileName, { type: 'text/plain' }));
      for (const type of ['dragenter', 'dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, { dataTransfer: data, cancelable: true }));
    },
    [name, text] as const,
  );
}
