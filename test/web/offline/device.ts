import { afterEach } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { stack, useProfiles } from '../browser/browser.ts';
import { openSignedIn } from '../browser/sign-in.ts';
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
  const relays: Relay[] = [];
  const newProfile = useProfiles();
  afterEach(async () => {
    for (const relay of relays.splice(0)) await relay.close();
  });
  return async () => {
    const relay = await startRelay(stack.baseUrl);
    relays.push(relay);
    return deviceOf(await newProfile(relay.url), relay);
  };
}

function deviceOf(context: BrowserContext, relay: Relay): Device {
  return {
    relay,
    context,
    signIn: async (name, path) => {
      const page = await context.newPage();
      await openSignedIn(page, relay.url, name, path);
      await page.evaluate(async () => {
        // The app does the same two seconds after it has loaded.
        await navigator.serviceWorker.register('/service-worker.js');
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
