import { afterAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import { commerce, settled, signInHere, stack, useBrowser } from '../browser/browser.ts';

const { signIn, visit } = useBrowser();

/** Counts the renewals of the token from now on. */
function renewalsOf(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('grant_type=refresh_token')) count += 1;
  });
  return () => count;
}

describe('sign-in', () => {
  test('leads to the page that was asked for, with its filters', async () => {
    const page = await visit('/orders?status=ready');
    await signInHere(page, 'Ana', '/orders');
    expect(new URL(page.url()).search).toBe('?status=ready');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Orders' }).waitFor();
  });

  test('happens by itself in another tab', async () => {
    const page = await signIn('Ana', '/');
    await settled(page);
    const other = await page.context().newPage();
    await other.goto('/customers');
    await other.getByRole('heading', { level: 1 }).waitFor();
    await other.waitForURL('**/customers');
    await other.getByRole('button', { name: 'Ana' }).waitFor();
  });

  test('refuses a response that this tab did not ask for', async () => {
    const page = await visit('/sign-in/return?code=stolen&state=guessed');
    await page.getByText('The sign-in was started in another tab or is too old.').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('granary.tokens'))).toBeNull();
  });

  test('shows a cancelled sign-in with the way to start again', async () => {
    const page = await visit('/orders');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/authorize?**');
    const state = new URL(page.url()).searchParams.get('state');
    await page.goto(`/sign-in/return?error=access_denied&state=${state}`);
    await page.getByText('The sign-in was cancelled').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});

describe('an expired token', () => {
  const expire = (page: Page, change: object) =>
    page.evaluate((changed) => {
      const tokens = JSON.parse(sessionStorage.getItem('granary.tokens') ?? '{}');
      sessionStorage.setItem('granary.tokens', JSON.stringify({ ...tokens, ...changed }));
    }, change);
  const expiry = (page: Page): Promise<number> =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('granary.tokens') ?? '{}').expiresAt ?? 0);

  test('is renewed without the person', async () => {
    const page = await signIn('Ana', '/customers');
    await settled(page);
    await expire(page, { expiresAt: 1 });
    await page.reload();
    await settled(page);
    expect(await expiry(page)).toBeGreaterThan(Date.now());
    expect(new URL(page.url()).pathname).toBe('/customers');
  });

  test('that cannot be renewed leads through the provider and back to the page', async () => {
    const page = await signIn('Ana', '/customers?tag=box');
    await settled(page);
    await expire(page, { expiresAt: 1, refreshToken: 'revoked' });
    await page.reload();
    await page.waitForRequest((request) => request.url().includes('prompt=none'));
    await page.waitForURL('**/customers?tag=box');
    await settled(page);
    expect(await expiry(page)).toBeGreaterThan(Date.now());
  });

  test('that the service refuses is renewed once, and the page stays', async () => {
    const page = await signIn('Ana', '/customers');
    await settled(page);
    const renewals = renewalsOf(page);
    const old = await page.evaluate(() => JSON.parse(sessionStorage.getItem('granary.tokens') ?? '{}').token);
    await page.route(/\/api\/v1\//, (route) =>
      route.request().headers()['authorization'] === `Bearer ${old}`
        ? route.fulfill({ status: 401, json: { error: 'No', code: 'unauthorized', request_id: 'r1' } })
        : route.continue(),
    );
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await page.waitForURL('**/orders');
    await settled(page);
    expect(renewals()).toBe(1);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(await page.getByText('Your session has ended').count()).toBe(0);
  });

  test('is no concern of a device whose clock is days ahead', async () => {
    const page = await visit('/');
    const renewals = renewalsOf(page);
    await page.addInitScript((ahead) => {
      const now = Date.now;
      Date.now = () => now() + ahead;
    }, 6 * 86_400_000);
    await page.goto('/customers');
    await signInHere(page, 'Ana', '/customers');
    await settled(page);
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await page.waitForURL('**/orders');
    await settled(page);
    await page.reload();
    await settled(page);
    expect(renewals()).toBe(0);
  });

  test('is renewed at the next request after the clock was set back', async () => {
    const page = await signIn('Ana', '/customers');
    await settled(page);
    const renewals = renewalsOf(page);
    await expire(page, { receivedAt: Date.now() + 86_400_000, expiresAt: Date.now() + 90_000_000 });
    await page.reload();
    await settled(page);
    expect(renewals()).toBe(1);
  });

  test('of a service that refuses each token ends at a message, not in a circle', async () => {
    const page = await signIn('Ana', '/customers');
    await settled(page);
    await page.route(/\/api\/(v1\/|me)/, (route) =>
      route.fulfill({ status: 401, json: { error: 'No', code: 'unauthorized', request_id: 'r1' } }),
    );
    await page.reload();
    await page.getByText('Your session has ended').first().waitFor();
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
  });
});

describe('sign-out', () => {
  test('leaves nothing of the person on the device', async () => {
    const page = await signIn('Ana', '/customers');
    await settled(page);
    await page.getByRole('button', { name: 'Ana' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The page shows the heading before it leaves for the provider, too.
    await page.waitForURL('**/sign-in');
    await page.getByRole('heading', { name: 'Sign in to Granary' }).waitFor();
    const kept = await page.evaluate(async () => ({
      tab: Object.keys(sessionStorage),
      person: localStorage.getItem('granary.session'),
      databases: (await indexedDB.databases())
        .map(({ name = '' }) => name)
        .filter((name) => /data/.test(name)),
    }));
    expect(kept).toEqual({ tab: [], person: null, databases: [] });
    await page.goto('/customers');
    await page.getByRole('heading', { name: 'Sign in to Granary' }).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/authorize?**');
    await page.getByRole('button', { name: /^Ben\b/ }).waitFor();
  });

  test('ends the session of all tabs', async () => {
    const page = await signIn('Ana', '/');
    await settled(page);
    const other = await page.context().newPage();
    await other.goto('/orders');
    await other.getByRole('button', { name: 'Ana' }).waitFor();
    await page.getByRole('button', { name: 'Ana' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in to Granary' }).waitFor();
  });
});

describe('workplaces', () => {
  test('change at the top, and the last one opens at the next visit', async () => {
    const page = await signIn('Carla', '/');
    await settled(page);
    await page.getByRole('button', { name: 'Meadow Farm' }).click();
    await page.getByRole('menuitem', { name: 'Claims' }).click();
    await page.waitForURL('**/claims');
    await settled(page);
    await page.goto('/');
    await page.waitForURL('**/claims');
    await page.getByRole('link', { name: 'Worklist' }).waitFor();
  });

  test('open for people with claims only', async () => {
    const page = await visit('/');
    await signInHere(page, 'Bianca', '/claims');
    await page.getByRole('link', { name: 'Worklist' }).waitFor();
    expect(await page.getByRole('link', { name: 'Orders' }).count()).toBe(0);
  });
});

describe('joining', () => {
  const unique = Date.now();
  const [codeEmail, linkEmail] = [`emma.${unique}@example.com`, `emma.link.${unique}@example.com`];

  afterAll(async () => {
    for await (const { id, email } of commerce().members.list({ brand_id: stack.brandId })) {
      if (email === codeEmail || email === linkEmail) await commerce().members.remove({ id });
    }
  });

  test('a person joins a farm by a code, is removed, starts a farm, and joins again by a link', async () => {
    const page = await signIn('Emma', '/welcome');
    await page.getByLabel('Invitation code').fill('not-a-code');
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Invitation code').inputValue()).toBe('not-a-code');
    await page.getByLabel('Invitation code').fill(await sentTo(codeEmail, /^[\w-]{43}$/m));
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText('You are now a member of Meadow Farm').waitFor();
    await page.getByText('Meadow Farm').first().waitFor();
    await page.goto('/keys');
    await page.getByRole('heading', { level: 1, name: 'Not for your role' }).waitFor();

    const owner = await signIn('Ana', '/members');
    const row = owner.getByRole('row').filter({ hasText: codeEmail });
    await row.getByRole('button').click();
    await owner.getByRole('menuitem', { name: 'Remove' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });

    await page.goto('/');
    await page.getByText('You have no access yet').waitFor();
    const farm = `Orchard ${unique}`;
    await page.getByRole('textbox', { name: 'Name of the farm' }).fill(farm);
    await page.getByRole('button', { name: 'Create the farm' }).click();
    await page.waitForURL('**/tour');
    await page.getByText('0 of 6 steps done').waitFor();
    await page.getByText(farm).first().waitFor();

    await page.goto(await sentTo(linkEmail, /^http:\S+\/invitations\/accept\?token=\S+$/m));
    await page.getByText('You are now a member of Meadow Farm').waitFor();
    // A page that arrives takes the focus, which closes a menu.
    await settled(page);
    await page.getByRole('button', { name: 'Meadow Farm' }).click();
    await page.getByRole('menuitem', { name: farm }).click();
    await page.getByRole('button', { name: farm }).waitFor();
    await settled(page);
  });

  const outbox = z.object({ messages: z.array(z.object({ text: z.string() })) });

  /** Invites a person to Meadow Farm as a viewer, and returns the code or link in the e-mail. */
  async function sentTo(email: string, part: RegExp): Promise<string> {
    await commerce().members.createInvitation({ brand_id: stack.brandId, email, role: 'viewer' });
    for (;;) {
      const response = await fetch(
        `${stack.endpoints.other}/local/outbox.json?to=${encodeURIComponent(email)}`,
      );
      const { messages } = outbox.parse(await response.json());
      const found = part.exec(messages[0]?.text ?? '');
      if (found !== null) return found[0];
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
});
