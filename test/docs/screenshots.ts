// `npm run screenshots` starts a local stack with the web app, fills it with made-up records, and writes the pictures of the
// main pages in both themes to docs/screenshots/. With `-- x12` it only takes the picture of the remittance that x12 shows.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { newFolder, removeFolder, startLocalProcess } from '../http/stack/local-process.ts';
import { settled, signInHere } from '../web/browser/pages.ts';
import { chromiumPath } from '../web/stack/chromium.ts';
import { takeRemittancePicture } from './remittance-picture.ts';
import { fillStack } from './screenshot-records.ts';

const folder = resolve(import.meta.dirname, '../../docs/screenshots');
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
  await takeRemittancePicture(browser, folder);
  if (process.argv[2] !== 'x12') await takeWebPictures();
} finally {
  await browser.close();
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
