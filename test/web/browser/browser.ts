import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import type * as Playwright from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { ClaimsClient, CommerceClient } from '#clients/typescript/src/index.ts';
import { chromiumPath } from '../stack/chromium.ts';
import { followRequests } from './pages.ts';
import { openSignedIn } from './sign-in.ts';

const { createRequire } = process.getBuiltinModule('node:module');

/** Playwright as Node loads it, once for each worker: jest would evaluate its code again for each test file. */
export const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof Playwright;

export { countSteps, openInApp, quiet, settled, signInHere } from './pages.ts';

interface StackUnderTest {
  readonly baseUrl: string;
  readonly brandId: string;
  readonly otherBrandId: string;
  readonly apiKeys: { readonly owner: string; readonly otherBrand: string };
  readonly claimsApiKeys: { readonly biller: string; readonly admin: string };
  readonly endpoints: { readonly dynamodb: string; readonly s3: string; readonly other: string };
  readonly buckets: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, string>>;
}

/** The stack with the web app; null where no browser is installed. */
export const stack = JSON.parse(process.env['GRANARY_WEB_STACK'] ?? 'null') as StackUnderTest;

/** The commerce API itself, as the owner of the sample brand. */
export const commerce = (): CommerceClient =>
  new CommerceClient({ baseUrl: stack.baseUrl, apiKey: stack.apiKeys.owner, maxRetries: 10 });

/** The claims API itself. */
export const claims = (role: 'biller' | 'admin' = 'biller'): ClaimsClient =>
  new ClaimsClient({ baseUrl: stack.baseUrl, apiKey: stack.claimsApiKeys[role], maxRetries: 10 });

export type Look = Pick<
  BrowserContextOptions,
  'locale' | 'colorScheme' | 'viewport' | 'reducedMotion' | 'serviceWorkers' | 'timezoneId'
>;

/** Signs a person in at a page of the app, in a new browser profile. */
export type SignIn = (name: string, path: string, look?: Look) => Promise<Page>;

/** Milliseconds that a test waits for the page: two cores are shared with other tests and their stacks. */
const patience = 120_000;

/** A test that fails is repeated once, and its first failure is printed: busy cores can delay a page beyond any patience. */
export const repeatOnce = (): unknown => jest.retryTimes(1, { logErrorsBeforeRetry: true });

/** Starts a browser for the tests of a file, and closes what a test opened in it. Returns how to get a new profile. */
export function useProfiles(): (origin: string, look?: Look) => Promise<BrowserContext> {
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
  return async (origin, look = {}) => {
    const context = await browser.newContext({ baseURL: origin, locale: 'en-US', ...look });
    contexts.push(context);
    context.setDefaultTimeout(patience);
    context.on('page', followRequests);
    return context;
  };
}

/** Opens pages of the app. Each test has its own profile, without a service worker, whose installation loads the whole app. */
export function useBrowser(): {
  readonly signIn: SignIn;
  readonly visit: (path: string, look?: Look) => Promise<Page>;
} {
  const newProfile = useProfiles();
  const newPage = async (look: Look = {}) => {
    const context = await newProfile(stack.baseUrl, { serviceWorkers: 'block', ...look });
    return await context.newPage();
  };
  return {
    visit: async (path, look) => {
      const page = await newPage(look);
      await page.goto(path);
      return page;
    },
    signIn: async (name, path, look) => {
      const page = await newPage(look);
      await openSignedIn(page, stack.baseUrl, name, path);
      return page;
    },
  };
}
