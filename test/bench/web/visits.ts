import type { Browser, CDPSession, Page } from 'playwright-core';

/** What a visit of a page costs. */
export interface Visit {
  /** Compressed bytes of JavaScript, until the network is idle. */
  readonly scripts: number;
  /** Milliseconds until the largest paint. */
  readonly paint: number;
  /** Sum of all layout shifts. */
  readonly shift: number;
}

/** Who visits: the button of the sign-in page of the local issuer; nobody stays signed out. */
export interface Visitor {
  readonly baseUrl: string;
  readonly person: string | undefined;
  readonly width: number;
}

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
export const slowdown = 4;

/**
 * Signs in once, and lets `measure` visit pages as often as it likes. Each visit loads everything from the network: the cache
 * is off and the service worker is passed by. What the page has kept of earlier visits is there, as it is for the person.
 */
export async function withVisitor<T>(
  browser: Browser,
  { baseUrl, person, width }: Visitor,
  measure: (visit: (path: string) => Promise<Visit>) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width, height: 823 } });
  try {
    const page = await context.newPage();
    if (person !== undefined) await signIn(page, person);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Network.setBypassServiceWorker', { bypass: true });
    return await measure(async (path) => {
      await throttle(session, true);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await throttle(session, false);
      return await visitOf(page);
    });
  } finally {
    await context.close();
  }
}

/** Signs a person in on the page of the local issuer. */
export async function signIn(page: Page, person: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByRole('button', { name: new RegExp(`^${person}\\b`) }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/.local') && !url.pathname.startsWith('/sign-in'));
  await page.waitForLoadState('networkidle');
}

async function throttle(session: CDPSession, isSlow: boolean): Promise<void> {
  const unlimited = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', isSlow ? slow4G : unlimited);
  await session.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? slowdown : 1 });
}

const visitOf = (page: Page): Promise<Visit> =>
  page.evaluate(async () => {
    const entriesOf = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
        observer.observe({ type, buffered: true });
        setTimeout(() => resolve([]), 500);
      });
    const [paints, shifts] = await Promise.all([
      entriesOf('largest-contentful-paint'),
      entriesOf('layout-shift'),
    ]);
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = resources.filter(({ name }) => /\.js(\?|$)/.test(name));
    return {
      scripts: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      paint: paints.at(-1)?.startTime ?? Number.NaN,
      shift: shifts.reduce((sum, entry) => sum + Number('value' in entry ? entry.value : 0), 0),
    };
  });
