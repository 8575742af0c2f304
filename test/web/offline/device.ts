import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { patience, repeatOnce, signInHere, stack } from '../browser/browser.ts';
import { chromiumPath } from '../stack/chromium.ts';
import { type Relay, startRelay } from './relay.ts';

/** A phone with the app. Its pages can be closed, and its signal can be taken away. */
export interface Device {
  readonly relay: Relay;
  readonly context: BrowserContext;
  /** Signs in and waits until the app works without signal. */
  signIn(name: string, path: string): Promise<Page>;
  /** Opens the app in a new tab, as after it was closed. */
  open(path: string): Promise<Page>;
  loseSignal(): Promise<void>;
  regainSignal(): Promise<void>;
}

/** Starts a browser for the tests of a file, and gives each test a new device. */
export function useDevices(): () => Promise<Device> {
  repeatOnce();
  let browser: Browser;
  const open: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox'] });
  });
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });
  afterAll(async () => browser?.close());
  return async () => {
    const relay = await startRelay(stack.baseUrl);
    const context = await browser.newContext({ baseURL: relay.url, locale: 'en-US' });
    context.setDefaultTimeout(patience);
    open.push(async () => {
      await context.close();
      await relay.close();
    });
    return deviceOf(context, relay);
  };
}

function deviceOf(context: BrowserContext, relay: Relay): Device {
  return {
    relay,
    context,
    signIn: async (name, path) => {
      const page = await context.newPage();
      await page.goto(path);
      await signInHere(page, name, path);
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (navigator.serviceWorker.controller === null)
          await new Promise((resolve) =>
            navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
          );
      });
      return page;
    },
    open: async (path) => {
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
    loseSignal: async () => {
      relay.signal = 'off';
      await context.setOffline(true);
    },
    regainSignal: async () => {
      relay.signal = 'on';
      await context.setOffline(false);
    },
  };
}
