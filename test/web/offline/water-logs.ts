import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { WaterLog } from '#clients/typescript/src/commerce/index.ts';
import { commerce, countSteps, stack } from '../browser/browser.ts';

/** A number of gallons that no other test uses. */
export const newGallons = (): number => Math.round(100_000 + Math.random() * 900_000) / 100;

/** Gallons as the list and the outbox show them. */
export const shown = (gallons: number): string => gallons.toLocaleString('en-US');

/** Logs water on the page of water, in the form of the app. */
export async function logWater(page: Page, gallons: number, notes = ''): Promise<void> {
  const steps = await countSteps(page);
  await page.getByRole('button', { name: 'Log water' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Gallons' }).fill(String(gallons));
  if (notes !== '') {
    await form.getByText('Duration, time, notes').click();
    await form.getByRole('textbox', { name: 'Notes' }).fill(notes);
  }
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await steps()).toBeLessThanOrEqual(4);
}

/** Changes the gallons of an entry in the list. */
export async function editWater(page: Page, from: number, to: number): Promise<void> {
  await rowOf(page, from).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Gallons' }).fill(String(to));
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
}

/** The first row of the list of entries. */
export const firstLog = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Entries' }).getByRole('row').nth(1);

export const rowOf = (page: Page, gallons: number): Locator =>
  page.getByRole('row').filter({ hasText: shown(gallons) });

/** The entry of the outbox with these gallons. */
export const cardOf = (page: Page, gallons: number): Locator =>
  page.getByRole('article').filter({ hasText: shown(gallons) });

/** Entries of the service with these gallons. */
export async function storedLogs(gallons: number): Promise<readonly WaterLog[]> {
  const logs: WaterLog[] = [];
  for await (const log of commerce().waterLogs.search({ brand_id: stack.brandId, limit: 100 }))
    if (log.gallons === gallons) logs.push(log);
  return logs;
}

/** Waits until the row has no sign of waiting: the service has the entry. */
export async function untilSent(page: Page, gallons: number): Promise<void> {
  await rowOf(page, gallons).filter({ hasNotText: 'Waiting' }).waitFor();
}

export async function expectWaiting(page: Page, gallons: number): Promise<void> {
  await rowOf(page, gallons).getByText('Waiting').waitFor();
  expect(await storedLogs(gallons)).toHaveLength(0);
}
