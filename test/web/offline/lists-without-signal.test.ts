import { describe, expect, test } from '@jest/globals';
import { settled } from '../browser/browser.ts';
import { prepareOrder } from '../farm/prepared-orders.ts';
import { useDevices } from './device.ts';

const newDevice = useDevices();

describe('what the sign-in page promises', () => {
  test('is kept: the last data of a farm page, nothing of claims, and no sign-in without signal', async () => {
    const device = await newDevice();
    const order = await prepareOrder();
    const page = await device.signIn('Carla', '/orders');
    const row = page.getByRole('row', { name: new RegExp(order.customer_name) });
    await row.waitFor();
    await page.goto('/claims');
    await settled(page);
    await device.loseSignal();
    await page.reload();
    await page.getByText('No connection to Granary').first().waitFor();
    expect(await page.locator('.lane-card').count()).toBe(0);
    await page.goto('/orders');
    await row.waitFor();

    await page.goto('/settings');
    await page.getByRole('button', { name: 'Carla' }).first().click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Claims need a connection').waitFor();
    await page.getByText('No signal. Signing in needs a connection.').waitFor();
    await device.regainSignal();
    await page.getByText('Signing in needs a connection').waitFor({ state: 'detached' });
  });
});

describe('lists without signal', () => {
  test('that are known to be empty stay empty, and are no failure', async () => {
    const device = await newDevice();
    const order = await prepareOrder();
    const page = await device.signIn('Ana', `/orders/${order.id}`);
    await page.getByText('No payment is recorded').waitFor();
    await settled(page);
    await device.loseSignal();
    await page.reload();
    await page.getByText('No payment is recorded').waitFor();
    await page.getByText('No signal').first().waitFor();
    // The second attempt of the reads has failed by then.
    await page.waitForTimeout(3_000);
    expect(await page.getByText('No payment is recorded').count()).toBe(1);
    expect(await page.getByText('No connection to Granary').count()).toBe(0);
  });

  test('show their rows without a failure below', async () => {
    const device = await newDevice();
    const order = await prepareOrder();
    const page = await device.signIn('Ana', '/orders');
    const row = page.getByRole('row', { name: new RegExp(order.customer_name) });
    await row.waitFor();
    await settled(page);
    await device.loseSignal();
    await page.reload();
    await row.waitFor();
    await page.waitForTimeout(3_000);
    expect(await page.locator('.state-failure').count()).toBe(0);
  });

  test('offer to load further rows again when that failed', async () => {
    const device = await newDevice();
    const order = await prepareOrder();
    const page = await device.signIn('Ana', '/products');
    let isDown = true;
    await page.route(/\/orders\?/, async (route) => {
      const isFurther = new URL(route.request().url()).searchParams.has('cursor');
      if (isFurther && isDown) return await route.abort();
      if (isFurther) return await route.fulfill({ json: { data: [], pagination: { has_more: false } } });
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ json: { data, pagination: { has_more: true, next_cursor: 'further' } } });
    });
    await page.goto('/orders');
    await page.getByRole('row', { name: new RegExp(order.customer_name) }).waitFor();
    await page.locator('.list-more').scrollIntoViewIfNeeded();
    const failed = page.getByRole('status').filter({ hasText: 'No connection to Granary' });
    await failed.waitFor();
    expect(await page.locator('.state-failure').count()).toBe(0);
    isDown = false;
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor({ state: 'detached' });
  });
});
