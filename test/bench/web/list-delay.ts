import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { createServer } from 'vite';
import { slowdown } from './visits.ts';

/** Milliseconds from an input to the next paint, as the Event Timing API rounds them: to 8 ms. */
export interface ListDelay {
  readonly input: string;
  readonly median: number;
  readonly worst: number;
}

/** Keys, and a click on the box that selects a row. */
const inputs = ['j', 'PageDown', 'PageUp', 'End', 'Home', 'click'] as const;

/**
 * Moves through a list of `rows` rows by keys and clicks. The gallery of components has a list with any number of rows. The
 * processor is throttled, and each input waits until the last one is painted.
 */
export async function listDelays(browser: Browser, rows: number, rounds: number): Promise<ListDelay[]> {
  const root = fileURLToPath(new URL('../../../web/', import.meta.url));
  const server = await createServer({ root, server: { port: 0, strictPort: false }, logLevel: 'error' });
  await server.listen();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${server.resolvedUrls?.local[0]}kit.html?rows=${rows}`);
    const grid = page.getByRole('grid').first();
    await grid.waitFor();
    const boxes = grid.getByRole('checkbox');
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await observe(page);
    await grid.getByRole('row').nth(2).focus();
    const times = new Map<string, number[]>();
    for (let round = 0; round < rounds; round++) {
      for (const input of inputs) {
        for (let repeat = 0; repeat < 3; repeat++) {
          await nextDelay(page);
          if (input === 'click') await boxes.nth(4 + repeat).click();
          else await page.keyboard.press(input);
          times.set(input, [...(times.get(input) ?? []), await nextDelay(page)]);
        }
      }
    }
    return [...times].map(([input, delays]) => {
      const sorted = delays.sort((a, b) => a - b);
      return { input, median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 };
    });
  } finally {
    await context.close();
    await server.close();
  }
}

const observe = (page: Page) =>
  page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration);
    }).observe({ type: 'event', buffered: false, durationThreshold: 16 } as PerformanceObserverInit);
  });

/** The longest delay since the last call, when what the input led to is done. */
const nextDelay = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const { durations } = window as unknown as { durations: number[] };
    return Math.max(0, ...durations.splice(0));
  });
