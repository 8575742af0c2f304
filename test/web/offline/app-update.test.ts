import { describe, expect, test } from '@jest/globals';
import { signInHere } from '../browser/browser.ts';
import { useDevices } from './device.ts';
import { deviceContents } from './device-contents.ts';
import { firstLog, logWater, newGallons, rowOf, storedLogs } from './water-logs.ts';

const newDevice = useDevices();

describe('the installed app', () => {
  test('keeps the outbox when a new version starts', async () => {
    const device = await newDevice();
    const gallons = newGallons();
    const page = await device.signIn('Ana', '/water');
    device.relay.signal = 'no_api';
    await logWater(page, gallons);
    await rowOf(page, gallons).getByText('Waiting').waitFor();
    device.relay.publish('cafe');
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await reloaded;
    await rowOf(page, gallons).getByText('Waiting').waitFor();
    expect(await storedLogs(gallons)).toHaveLength(0);
    device.relay.signal = 'on';
    await page.getByRole('link', { name: /^Outbox/ }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Nothing waits').waitFor();
    expect(await storedLogs(gallons)).toHaveLength(1);
  });

  test('opens any page without signal, and caches no reply of an API', async () => {
    const device = await newDevice();
    const page = await device.open('/');
    await signInHere(page, 'Ana', '/');
    // The app has installed its service worker by itself.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByRole('link', { name: 'Water' }).click();
    await firstLog(page).waitFor();
    await device.loseSignal();
    await page.close();
    const reopened = await device.open('/water');
    await firstLog(reopened).waitFor();
    await reopened.goto('/water/fields');
    await reopened.getByRole('heading', { level: 1 }).waitFor();
    const { cachedPaths } = await deviceContents(reopened);
    expect(cachedPaths.filter((path) => /^\/(api|\.local)/.test(path))).toEqual([]);
    await device.regainSignal();
  });

  test('has a manifest whose icons and shortcuts exist', async () => {
    const device = await newDevice();
    const page = await device.signIn('Ana', '/');
    const manifest = await (await page.request.get('/manifest.webmanifest')).json();
    expect(manifest).toMatchObject({ name: 'Granary', display: 'standalone', start_url: '/' });
    for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
    await page.goto('/water?entry=new');
    await page.getByRole('dialog', { name: 'Log water' }).waitFor();
  });
});
