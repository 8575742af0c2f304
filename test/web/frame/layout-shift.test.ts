import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { settled, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();
const phone = { viewport: { width: 360, height: 740 } };

/** Milliseconds by which the responses to four requests differ: longer than a page waits before it shows its skeleton. */
const step = 600;

test.each([
  ['Ana', '/referrals'],
  ['Ana', '/orders'],
  ['Bianca', '/claims/submit'],
  ['Bianca', '/claims/money'],
])('%s sees nothing move on %s while the service is slow', async (name, path) => {
  const page = await signIn(name, path, phone);
  await settled(page);
  await page.addInitScript((milliseconds) => {
    const request = globalThis.fetch;
    let count = 0;
    Object.assign(globalThis, { openRequests: 0 });
    const opened = (change: number) => {
      Object.assign(globalThis, { openRequests: Object(globalThis).openRequests + change });
    };
    globalThis.fetch = async (...parameters) => {
      opened(1);
      await new Promise((resolve) => setTimeout(resolve, milliseconds * (1 + (count++ % 4))));
      return request(...parameters).finally(() => opened(-1));
    };
  }, step);
  await page.reload();
  await settled(page);
  await page.waitForFunction(() => Object(globalThis).openRequests === 0);
  await settled(page);
  expect(await layoutShift(page)).toBe(0);
});

/** Sum of all layout shifts of the document. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + Number('value' in entry ? entry.value : 0), 0),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        // Without a shift the observer is not called.
        setTimeout(() => resolve(0), 500);
      }),
  );
