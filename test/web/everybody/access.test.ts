import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Route, routes } from '#web/app/routes.ts';
import { openInApp, quiet, settled, signInHere, useBrowser } from '../browser/browser.ts';
import { deviceContents } from '../offline/device-contents.ts';

const { signIn, visit } = useBrowser();

const pathOf = ({ path }: Route): string => path.replace(':id', '00000000-0000-4000-8000-000000000000');
const pathsOf = (isChosen: (route: Route) => boolean): readonly string[] =>
  routes.filter(isChosen).map(pathOf);
const isOf = (workplace: Route['workplace']) => (route: Route) => route.workplace === workplace;
const isClosedTo = (role: string) => (route: Route) => route.roles?.includes(role) === false;

/** Collects which requests of the page to the APIs were answered with data, from now on. */
function answeredRequests(page: Page): string[] {
  const answered: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/') && response.ok()) answered.push(pathname);
  });
  return answered;
}

/** The headings that a person sees at the paths, without loading the app again for each of them. */
async function headingsAt(page: Page, paths: readonly string[]): Promise<ReadonlySet<string>> {
  expect(paths.length).toBeGreaterThan(0);
  const headings = new Set<string>();
  for (const path of paths) {
    await openInApp(page, path);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30))));
    headings.add((await page.getByRole('heading', { level: 1 }).allTextContents()).join(' and '));
  }
  await quiet(page);
  return headings;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

describe('a signed-out person', () => {
  test('sees the sign-in page at every path, and asks no API', async () => {
    const page = await visit('/orders');
    await heading(page, 'Sign in to Granary');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    expect(await headingsAt(page, routes.map(pathOf))).toEqual(new Set(['Sign in to Granary']));
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(asked.filter((url) => new URL(url).pathname.startsWith('/api/'))).toEqual([]);
  });

  test('gets nothing of the person before with Back, or from the storages of the browser', async () => {
    const page = await visit('/customers');
    await signInHere(page, 'Ana', '/customers');
    await settled(page);
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/orders');
    await settled(page);
    expect((await deviceContents(page)).databases.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Ana' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The page shows this at once, and the identity provider ends its session and leads back.
    await page.waitForURL('**/sign-in');
    await heading(page, 'Sign in to Granary');
    const answered = answeredRequests(page);
    for (const step of ['back', 'back', 'forward']) {
      await (step === 'back' ? page.goBack() : page.goForward());
      await heading(page, 'Sign in to Granary');
      expect(await page.getByText('Olive Fern').count()).toBe(0);
    }
    expect(answered).toEqual([]);
    const { databases, text, cachedPaths } = await deviceContents(page);
    expect(databases.reduce((sum, { records }) => sum + records, 0)).toBe(0);
    expect(text).not.toMatch(/Olive|example\.com|Meadow/);
    expect(cachedPaths.filter((path) => /^\/(api|\.local)/.test(path))).toEqual([]);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toMatch(/Ana|Meadow|eyJ/);
  });
});

describe('the wrong role', () => {
  /** Requests beyond those of the frame around each page. */
  const data = (answered: readonly string[]) =>
    answered.filter((path) => !/^\/api\/(v1\/)?(me|notifications|brands\/[\w-]+)(\/|$)/.test(path));

  test.each([
    ['Ben', '/tour', 'pages of claims', isOf('claims'), 'No access'],
    ['Bianca', '/claims', 'pages of the farm', isOf('farm'), 'No access'],
    ['Vera', '/tour', 'pages of a farm that viewers may not see', isClosedTo('viewer'), 'Not for your role'],
    ['Ben', '/tour', 'pages of a farm for owners', isClosedTo('manager'), 'Not for your role'],
    [
      'Bianca',
      '/claims',
      'pages of claims that billers may not see',
      isClosedTo('biller'),
      'Not for your role',
    ],
  ] as const)('%s at %s reads of %s that there is no access, and gets no data', async (...given) => {
    const [person, start, , isChosen, title] = given;
    const workplace = start === '/claims' ? 'claims' : 'farm';
    const paths = pathsOf(
      (route) => isChosen(route) && (title === 'No access' || route.workplace === workplace),
    );
    const page = await signIn(person, start);
    await settled(page);
    const answered = answeredRequests(page);
    expect(await headingsAt(page, paths)).toEqual(new Set([title]));
    expect(data(answered)).toEqual([]);
    // A reload shows the same; only the address without a path leads to the own workplace.
    await page.goto(paths.find((path) => path !== '/') ?? '');
    await heading(page, title);
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    await page.waitForURL((url) => url.pathname === (workplace === 'claims' ? '/claims' : '/'));
    await settled(page);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe(title);
  });

  test('a person without roles sees the welcome page at every path, and no data', async () => {
    const page = await signIn('Nils', '/orders');
    await page.getByText('You have no access yet').waitFor();
    await page.getByRole('textbox', { name: 'Name of the farm' }).waitFor();
    const answered = answeredRequests(page);
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    expect(
      await headingsAt(
        page,
        pathsOf(({ workplace }) => workplace !== 'any'),
      ),
    ).toEqual(new Set([title]));
    expect(data(answered)).toEqual([]);
  });
});

describe('a person who may read and not change', () => {
  test.each([
    [
      'Ada',
      [
        ['/claims/files', 'Choose files'],
        ['/claims/audit?tab=checkpoints', 'Sign a checkpoint now'],
        ['/claims/alerts', 'Create a rule'],
        ['/claims/retention', 'Change the period'],
      ],
    ],
    ['Bianca', [['/claims/configuration', 'Compare with the file']]],
    ['Ben', [['/stops?tab=settings', 'Save order settings']]],
  ] as const)('has no use of the controls: %s', async (person, controls) => {
    const page = await signIn(person, controls[0][0]);
    for (const [path, name] of controls) {
      await openInApp(page, path);
      const button = page.getByRole('button', { name }).first();
      await button.waitFor();
      expect([path, await button.getAttribute('aria-disabled')]).toEqual([path, 'true']);
    }
  });
});
