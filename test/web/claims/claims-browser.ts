import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ClaimsClient } from '#clients/typescript/src/index.ts';
import { repeatOnce } from '../browser/browser.ts';
import { chromiumPath } from '../stack/chromium.ts';

interface StackUnderTest {
  readonly baseUrl: string;
  readonly claimsApiKeys: { readonly biller: string };
}

/** The stack with the web app; null where no browser is installed. */
const stack = JSON.parse(process.env['GRANARY_WEB_STACK'] ?? 'null') as StackUnderTest;

/** The claims API itself, to prepare claims and to check results. */
export const service = (): ClaimsClient =>
  new ClaimsClient({ baseUrl: stack.baseUrl, apiKey: stack.claimsApiKeys.biller, maxRetries: 10 });

/** Starts a browser for the tests of a file. Returns how to sign a person in at a page of the app. */
export function useClaimsBrowser(): (name: string, path: string) => Promise<Page> {
  repeatOnce();
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox'] });
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  afterAll(async () => browser?.close());
  return async (name, path) => {
    const context = await browser.newContext({ baseURL: stack.baseUrl, locale: 'en-US' });
    contexts.push(context);
    // The cores are shared with the functions and engines of the stack.
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByRole('button', { name: new RegExp(`^${name}\\b`) }).click();
    await page.waitForURL((url) => url.pathname === path.split('?')[0]);
    return page;
  };
}

/** A patient control number that no other test uses. `prefix` chooses the behavior of the test payer. */
export const newNumber = (prefix: string): string =>
  `${prefix}${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
