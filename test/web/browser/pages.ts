import type { Page, Request } from 'playwright-core';

/** Signs in on the page of the development issuer, which has a button for each person. */
export async function signInHere(page: Page, name: string, path: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(Sign in|Iniciar sesión|Entrar|Acceder)/ })
    .first()
    .click();
  await page.getByRole('button', { name: new RegExp(`^${name}\\b`) }).click();
  await page.waitForURL((url) => url.pathname === path.split('?')[0]);
}

/** Milliseconds without a request after which a page has nothing to load: an effect of a reply sends the next request sooner. */
const quietMs = 120;
const running = new WeakMap<Page, Requests>();

interface Requests {
  readonly open: Set<Request>;
  changedAt: number;
}

/** Follows the requests of a page from now on, so that {@link settled} knows when they are done. */
export function followRequests(page: Page): void {
  const requests: Requests = { open: new Set(), changedAt: performance.now() };
  running.set(page, requests);
  const change = (act: (request: Request) => unknown) => (request: Request) => {
    act(request);
    requests.changedAt = performance.now();
  };
  page.on(
    'request',
    change((request) => requests.open.add(request)),
  );
  const ended = change((request) => requests.open.delete(request));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
}

/** Shows another place of the app without loading the app again, as the buttons of the browser do. */
export async function openInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Waits until the page shows its heading and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  do {
    await page.waitForFunction(isIdle);
    await quiet(page);
  } while (!(await page.evaluate(isIdle)));
}

const isIdle = (): boolean =>
  document.querySelector('.loading, [aria-busy="true"]') === null && document.fonts.status === 'loaded';

/** Waits until the page has no request open, and sends no other. */
export async function quiet(page: Page): Promise<void> {
  const requests = running.get(page);
  if (requests === undefined) return await page.waitForLoadState('networkidle');
  requests.changedAt = performance.now();
  while (requests.open.size > 0 || performance.now() - requests.changedAt < quietMs)
    await page.waitForTimeout(20);
}

/** Counts what a person taps and chooses in the page from now on. */
export async function countSteps(page: Page): Promise<() => Promise<number>> {
  const before = await stepsIn(page);
  await page.evaluate(() => {
    const { dataset } = document.body;
    if (dataset['steps'] !== undefined) return;
    const count = () => {
      dataset['steps'] = String(Number(dataset['steps']) + 1);
    };
    dataset['steps'] = '0';
    addEventListener('click', count, { capture: true });
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && count(), {
      capture: true,
    });
  });
  return async () => (await stepsIn(page)) - before;
}

const stepsIn = async (page: Page): Promise<number> =>
  Number((await page.locator('body').getAttribute('data-steps')) ?? 0);
