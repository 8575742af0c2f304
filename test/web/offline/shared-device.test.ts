import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { quiet, signInHere } from '../browser/browser.ts';
import { useDevices } from './device.ts';
import { deviceContents } from './device-contents.ts';
import { firstLog, logWater, newGallons, rowOf, shown, storedLogs, untilSent } from './water-logs.ts';

const newDevice = useDevices();

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Ana/ }).click();
  const preferences = page.getByRole('dialog');
  await preferences.getByRole('button', { name: 'Sign out' }).click();
  // Unsent entries are named before the sign-out.
  await page
    .getByRole('dialog')
    .last()
    .getByText(/not sent|unsent/i)
    .first()
    .waitFor();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
  // The sign-out may still lead to the issuer and back.
  await quiet(page);
}

describe('a device of two people', () => {
  test('shows and stores nothing of one person that the other could read', async () => {
    const device = await newDevice();
    const gallons = newGallons();
    const secret = `Leak at the old well ${gallons}`;
    const page = await device.signIn('Ana', '/water');
    await firstLog(page).waitFor();
    await device.loseSignal();
    await logWater(page, gallons, secret);
    await rowOf(page, gallons).getByText('Waiting').waitFor();
    const ofAna = await deviceContents(page);
    expect(ofAna.databases.reduce((sum, { records }) => sum + records, 0)).toBeGreaterThan(1);
    expect(ofAna.text).toContain('key extractable=false');
    for (const plain of [secret, String(gallons), 'North field', 'water/logs', 'create_water_log', 'gallons'])
      expect(ofAna.text).not.toContain(plain);
    expect(ofAna.cachedText).toContain('create_water_log');
    expect(ofAna.cachedText).not.toContain(secret);
    expect(ofAna.cachedText).not.toContain('North field');

    device.relay.signal = 'no_api';
    await device.context.setOffline(false);
    await signOut(page);
    const afterwards = await deviceContents(page);
    expect(afterwards.databases.filter(({ name }) => name.startsWith('granary-data-'))).toEqual([]);
    expect(afterwards.databases).toContainEqual({
      name: expect.stringMatching(/^granary-outbox-/),
      records: 1,
    });
    expect(afterwards.text).not.toContain(secret);

    device.relay.signal = 'on';
    await page.goto('/water');
    await signInHere(page, 'Ben', '/water');
    await firstLog(page).waitFor();
    expect(await rowOf(page, gallons).count()).toBe(0);
    expect(await page.getByRole('link', { name: /^Outbox/ }).count()).toBe(0);
    await page.goto('/outbox');
    await page.getByText('Nothing waits').waitFor();
    expect(await page.getByText(shown(gallons)).count()).toBe(0);
    expect(await storedLogs(gallons)).toHaveLength(0);
  });

  test('sends what one person has left when that person signs in again', async () => {
    const device = await newDevice();
    const gallons = newGallons();
    const page = await device.signIn('Ana', '/water');
    await device.loseSignal();
    await logWater(page, gallons);
    await rowOf(page, gallons).getByText('Waiting').waitFor();
    device.relay.signal = 'no_api';
    await device.context.setOffline(false);
    await signOut(page);
    device.relay.signal = 'on';
    await page.goto('/water');
    await signInHere(page, 'Ana', '/water');
    await untilSent(page, gallons);
    expect(await storedLogs(gallons)).toHaveLength(1);
  });

  test('keeps no data of claims', async () => {
    const device = await newDevice();
    const page = await device.signIn('Bianca', '/claims');
    for (const path of ['/claims/files', '/claims/worklist', '/claims/remittances', '/claims/search?q=a']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await quiet(page);
    }
    const { databases, cachedPaths } = await deviceContents(page);
    expect(databases.reduce((sum, { records }) => sum + records, 0)).toBe(0);
    expect(cachedPaths).toContain('/');
    expect(cachedPaths.filter((path) => /^\/(api|\.local)/.test(path))).toEqual([]);
  });
});
