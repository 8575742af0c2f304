import type { Browser, Page } from 'playwright-core';
import { serveGallery } from '#test/web/stack/gallery.ts';
import { slowdown } from './visits.ts';

/** Milliseconds from an input to the next paint, as the Event Timing API rounds them: to 8 ms. */
export interface ListDelay {
  readonly input: string;
  readonly median: number;
  readonly worst: number;
}

/** A round of keys, and of clicks on the box that selects a row. Each End and Home jumps over all rows. */
const inputs = [
  ...['j', 'j', 'j', 'PageDown', 'PageDown', 'PageDown', 'PageUp', 'PageUp', 'PageUp'],
  ...['End', 'Home', 'End', 'Home', 'End', 'Home', 'click', 'click', 'click'],
] as const;

/**
 * Moves through a list of `rows` rows by keys and clicks. The gallery of components has a list with any number of rows. The
 * processor is throttled, and each input waits until the last one is painted.
 */
export async function listDelays(browser: Browser, rows: number, rounds: number): Promise<ListDelay[]> {
  const gallery = await serveGallery();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${gallery.address}?rows=${rows}`);
    const grid = page.getByRole('grid').first();
    await grid.waitFor();
    const boxes = grid.getByRole('checkbox');
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await observe(page);
    await grid.getByRole('row').nth(2).focus();
    const times = new Map<string, number[]>();
    for (let round = 0; round < rounds; round++) {
      for (const [place, input] of inputs.entries()) {
        await nextDelay(page);
        if (input === 'click') await boxes.nth(4 + (place % 3)).click();
        else await page.keyboard.press(input);
        times.set(input, [...(times.get(input) ?? []), await nextDelay(page)]);
      }
    }
    return [...times].map(([input, delays]) => {
      const sorted = delays.sort((a, b) => a - b);
      return { input, median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 };
    });
  } finally {
    await context.close();
    await gallery.close();
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
