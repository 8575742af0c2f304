import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { quiet, settled, signInHere, useBrowser } from '../browser/browser.ts';
import { deviceContents } from '../offline/device-contents.ts';
import { everyPage, type ShownPage } from './every-page.ts';

const { signIn, visit } = useBrowser();
let pages: readonly ShownPage[] = [];
beforeAll(async () => {
  pages = await everyPage();
});

const pathsOf = (person: ShownPage['person']): readonly string[] =>
  pages.filter((page) => page.person === person).map(({ path }) => path);

/** Collects which requests of the page to the APIs were answered with data. */
function answeredRequests(page: Page): string[] {
  const answered: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/') && response.ok()) answered.push(pathname);
  });
  return answered;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const whoAmI = (path: string) => /^\/api\/(v1\/)?me$/.test(path);

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Sign in to Granary');
}

describe('a signed-out person', () => {
  test('sees the sign-in page at every path, and asks no API', async () => {
    const page = await visit('/');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) asked.push(request.url());
    });
    for (const { path } of pages) {
      await page.goto(path);
      await heading(page, 'Sign in to Granary');
      expect([path, await page.getByRole('navigation').count()]).toEqual([path, 0]);
    }
    expect(asked).toEqual([]);
  }, 240_000);

  test('gets nothing of the person before with Back, or from the storages of the browser', async () => {
    const page = await signIn('Ana', '/customers');
    await settled(page);
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/orders');
    await settled(page);
    expect((await deviceContents(page)).databases.length).toBeGreaterThan(0);
    await signOut(page, 'Ana');
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
  const farmData = (path: string) => path.startsWith('/api/v1/') && !whoAmI(path);
  const claimsData = (path: string) => /^\/api\/(?!v1\/)/.test(path) && !whoAmI(path);

  test('a farm person on pages of claims gets the page about access, and no data of claims', async () => {
    const page = await signIn('Ben', '/claims');
    const answered = answeredRequests(page);
    for (const path of pathsOf('Max')) {
      await page.goto(path);
      await heading(page, 'No access');
      await quiet(page);
    }
    expect(answered.filter(claimsData)).toEqual([]);
  }, 240_000);

  test('a biller on pages of the farm gets the page about access, and no data of the farm', async () => {
    const page = await visit('/');
    await signInHere(page, 'Bianca', '/claims');
    await settled(page);
    const answered = answeredRequests(page);
    for (const path of pathsOf('Ana').filter((candidate) => candidate !== '/')) {
      await page.goto(path);
      await heading(page, 'No access');
      await quiet(page);
    }
    expect(answered.filter(farmData)).toEqual([]);
  }, 240_000);

  test('a person without roles sees the welcome page at every path, and no data', async () => {
    const page = await visit('/');
    await signInHere(page, 'Nils', '/welcome');
    const answered = answeredRequests(page);
    for (const { path } of pages) {
      await page.goto(path);
      await page.getByText('You have no access yet').waitFor();
      await quiet(page);
    }
    expect(answered.filter((path) => farmData(path) || claimsData(path))).toEqual([]);
  }, 240_000);

  test.each(['/keys', '/members', '/billing', '/webhooks', '/orders/new', '/campaigns/new'])(
    'a viewer gets no data of %s',
    async (path) => {
      const page = await signIn('Vera', '/products');
      await settled(page);
      const answered = answeredRequests(page);
      await page.goto(path);
      await heading(page, 'Not for your role');
      await quiet(page);
      expect(answered.filter((asked) => asked.includes(dataOf(path)))).toEqual([]);
    },
  );

  test('an auditor reads claims and may neither upload, submit nor change them', async () => {
    const page = await signIn('Ada', '/claims/files');
    await settled(page);
    for (const [path, name] of [
      ['/claims/files', 'Choose files'],
      ['/claims/audit?tab=checkpoints', 'Sign a checkpoint now'],
      ['/claims/alerts', 'Create a rule'],
    ] as const) {
      await page.goto(path);
      const button = page.getByRole('button', { name }).first();
      await button.waitFor();
      expect([path, await button.getAttribute('aria-disabled')]).toEqual([path, 'true']);
    }
  });

  test.each(['/claims/audit', '/claims/alerts', '/claims/retention'])(
    'a biller gets no data of %s',
    async (path) => {
      const page = await signIn('Bianca', path);
      const answered = answeredRequests(page);
      await page.reload();
      await heading(page, 'Not for your role');
      await quiet(page);
      expect(answered.filter((asked) => asked.startsWith('/api/admin/'))).toEqual([]);
    },
  );
});

/** Part of the API's path that a page of settings reads. */
function dataOf(path: string): string {
  const parts: Readonly<Record<string, string>> = {
    '/keys': '/api-keys',
    '/members': '/members',
    '/billing': '/billing',
    '/webhooks': '/webhook-endpoints',
    '/orders/new': '/orders',
    '/campaigns/new': '/campaigns',
  };
  return parts[path] ?? path;
}
