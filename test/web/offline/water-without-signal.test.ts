import { describe, expect, test } from '@jest/globals';
import { signInHere, stack } from '../browser/browser.ts';
import { useDevices } from './device.ts';
import { expectWaiting, logWater, newGallons, rowOf, storedLogs, untilSent } from './water-logs.ts';

const newDevice = useDevices();

describe('water without signal', () => {
  test('a log is sent exactly once after the app was closed and opened again', async () => {
    const device = await newDevice();
    const gallons = newGallons();
    const page = await device.signIn('Ana', '/water');
    await device.loseSignal();
    await logWater(page, gallons);
    await expectWaiting(page, gallons);
    await page.close();

    const reopened = await device.open('/water');
    await expectWaiting(reopened, gallons);
    await device.regainSignal();
    await untilSent(reopened, gallons);
    const stored = await storedLogs(gallons);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.brand_id).toBe(stack.brandId);
  });

  test('a log is sent exactly once although the reply to its first sending is lost', async () => {
    const device = await newDevice();
    const gallons = newGallons();
    const page = await device.signIn('Ana', '/water');
    device.relay.loseReplyTo('POST', /\/water-logs\/batch/);
    await logWater(page, gallons);
    await untilSent(page, gallons);
    expect(device.relay.count('POST', /\/water-logs\/batch/)).toBeGreaterThan(1);
    expect(await storedLogs(gallons)).toHaveLength(1);
  });

  test('a log that was made and deleted without signal is never sent', async () => {
    const device = await newDevice();
    const gallons = newGallons();
    const page = await device.signIn('Ana', '/water');
    await device.loseSignal();
    await logWater(page, gallons);
    await rowOf(page, gallons).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await rowOf(page, gallons).waitFor({ state: 'detached' });
    const sent = device.relay.count('POST', /\/water-logs\/batch/);
    await device.regainSignal();
    await page.getByRole('link', { name: 'Fields and meters' }).click();
    await page.getByRole('heading', { name: 'Fields and meters' }).waitFor();
    expect(device.relay.count('POST', /\/water-logs\/batch/)).toBe(sent);
    expect(await storedLogs(gallons)).toHaveLength(0);
  });

  test('undo keeps a log that was deleted', async () => {
    const device = await newDevice();
    const gallons = newGallons();
    const page = await device.signIn('Ana', '/water');
    await logWater(page, gallons);
    await untilSent(page, gallons);
    await rowOf(page, gallons).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await rowOf(page, gallons).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilSent(page, gallons);
    expect(device.relay.count('DELETE', /\/water-logs\//)).toBe(0);
    expect(await storedLogs(gallons)).toHaveLength(1);
  });

  test('a log waits for the sign-in when the session has ended, and the person returns to the page', async () => {
    const device = await newDevice();
    const gallons = newGallons();
    const page = await device.signIn('Ana', '/water');
    await device.loseSignal();
    await logWater(page, gallons);
    await expectWaiting(page, gallons);
    await page.evaluate(() => {
      const tokens = JSON.parse(sessionStorage.getItem('granary.tokens') ?? '{}');
      const ended = { ...tokens, expiresAt: 1, refreshToken: 'revoked' };
      sessionStorage.setItem('granary.tokens', JSON.stringify(ended));
    });
    await device.context.clearCookies();
    await page.reload();
    await expectWaiting(page, gallons);
    await device.regainSignal();
    await page
      .getByText('Your session has ended. 1 entry waits on this device and is sent after you sign in.')
      .waitFor();
    await signInHere(page, 'Ana', '/water');
    await untilSent(page, gallons);
    expect(await storedLogs(gallons)).toHaveLength(1);
  });
});
