// `npm run screenshots` starts a local stack with the web app, fills it with made-up records, and writes pictures of the main
// pages and of a remittance that `x12 show` renders into dist/screenshots/, in both themes.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { show } from '#x12/show/show.ts';
import { generateRemittanceFile } from '../bench/x12/remittance-file.ts';
import { newFolder, removeFolder, startLocalProcess } from '../http/stack/local-process.ts';
import { settled, signInHere } from '../web/browser/pages.ts';
import { chromiumPath } from '../web/stack/chromium.ts';
import { fillStack } from './screenshot-records.ts';

const folder = resolve(import.meta.dirname, '../../dist/screenshots');
const pages = [
  { name: 'home', person: 'Ana', path: '/' },
  { name: 'orders', person: 'Ana', path: '/orders' },
  { name: 'water', person: 'Ana', path: '/water' },
  { name: 'board', person: 'Bianca', path: '/claims' },
  { name: 'remittance', person: 'Bianca', path: '/claims/remittances' },
  { name: 'audit', person: 'Ada', path: '/claims/audit' },
] as const;

const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox'] });
try {
  mkdirSync(folder, { recursive: true });
  await takeRemittancePicture(browser);
  await takeWebPictures();
} finally {
  await browser.close();
}

/** Writes the pictures of the page that `x12 show --html` makes of an 835, in both themes. */
async function takeRemittancePicture(browser: Browser): Promise<void> {
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

async function takeWebPictures(): Promise<void> {
  const dataFolder = newFolder();
  const running = await startLocalProcess({ dataFolder, web: true });
  try {
    await fillStack(running.stack, dataFolder);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const { name, person, path } of pages) {
        const context = await browser.newContext({
          baseURL: running.stack.baseUrl,
          colorScheme,
          locale: 'en-US',
          viewport: { width: 1280, height: 800 },
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await page.goto(path);
        await signInHere(page, person, path);
        await settled(page);
        if (name === 'remittance') await openFirst(page);
        if (name === 'audit') await verify(page);
        await page.screenshot({ path: resolve(folder, `${name}-${colorScheme}.png`) });
        await context.close();
      }
    }
  } finally {
    await running.stop();
    removeFolder(dataFolder);
  }
}

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).click();
  await page.waitForURL(/\/claims\/remittances\/.+/);
  await settled(page);
}

async function verify(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify' }).click();
  await page
    .getByText(/proven|verified/i)
    .first()
    .waitFor();
}
