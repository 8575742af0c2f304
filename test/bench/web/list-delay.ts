import type { Browser, Page } from 'playwright-core';
import { signIn, slowdown } from './visits.ts';

/** Milliseconds from an input to the next paint, as the Event Timing API rounds them: to 8 ms. */
export interface ListDelay {
  readonly input: string;
  readonly median: number;
  readonly worst: number;
}

export interface ListDelays {
  readonly inputs: readonly ListDelay[];
  /** Interaction to Next Paint of all inputs: the longest delay, without one outlier for each 50 inputs. */
  readonly inp: number;
}

/** A round of keys, and of clicks on the box that selects a row. Each End and Home jumps over all rows. */
const inputs = [
  ...['j', 'j', 'j', 'PageDown', 'PageDown', 'PageDown', 'PageUp', 'PageUp', 'PageUp'],
  ...['End', 'Home', 'End', 'Home', 'End', 'Home', 'click', 'click', 'click'],
] as const;

/**
 * Moves through the orders page by keys and clicks, with `rows` orders in its list. The processor is throttled, and each input
 * waits until the last one is painted.
 */
export async function listDelays(
  browser: Browser,
  { baseUrl, rows, rounds }: { readonly baseUrl: string; readonly rows: number; readonly rounds: number },
): Promise<ListDelays> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1440, height: 900 },
    // A service worker would make the requests of the page, where they cannot be answered.
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    await signIn(page, 'Ana');
    await answerWithOrders(page, rows);
    await page.goto('/orders');
    const grid = page.getByRole('grid', { name: 'Orders' });
    await page.locator(`[role="grid"][aria-rowcount="${rows + 1}"]`).waitFor();
    await page.waitForLoadState('networkidle');
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
    const all = [...times.values()].flat().sort((a, b) => b - a);
    return { inputs: [...times].map(delaysOf), inp: all[Math.floor(all.length / 50)] ?? 0 };
  } finally {
    await context.close();
  }
}

function delaysOf([input, delays]: readonly [string, readonly number[]]): ListDelay {
  const sorted = delays.toSorted((a, b) => a - b);
  return { input, median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 };
}

/** Answers requests for the list of orders with copies of the orders that the service returns. */
async function answerWithOrders(page: Page, rows: number): Promise<void> {
  const isList = ({ pathname, searchParams }: URL) =>
    pathname.endsWith('/orders') && searchParams.has('brand_id') && !searchParams.has('status');
  await page.route(isList, async (route) => {
    const response = await route.fetch();
    const { data }: { readonly data: readonly object[] } = await response.json();
    const orders = Array.from({ length: rows }, (_, place) => ({
      ...data[place % data.length],
      id: `order-${place}`,
      customer_name: `Customer ${place + 1}`,
    }));
    await route.fulfill({ json: { data: orders, pagination: { has_more: false, next_cursor: null } } });
  });
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
