import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { show } from '#x12/show/show.ts';
import { generateRemittanceFile } from '../bench/x12/remittance-file.ts';

/** Writes the pictures of the page that `x12 show --html` makes of an 835, in both themes. */
export async function takeRemittancePicture(browser: Browser, folder: string): Promise<void> {
  const bytes = Buffer.from([...generateRemittanceFile(1_200, 3)].join(''));
  let html = '';
  for await (const text of show(bytes, { html: true, title: 'remittance.835' })) html += text;
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1100, height: 1400 } });
    const page = await context.newPage();
    await page.setContent(html);
    await page.screenshot({ path: resolve(folder, `x12-remittance-${colorScheme}.png`) });
    await context.close();
  }
}
