import type * as Playwright from 'playwright-core';

const { createRequire } = process.getBuiltinModule('node:module');

/** Playwright as Node loads it, once for each worker: jest would evaluate its code again for each test file. */
export const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof Playwright;
