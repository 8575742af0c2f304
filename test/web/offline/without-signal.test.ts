import { describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { commerce, settled, signInHere, stack } from '../browser/browser.ts';
import { prepareProduct, uniqueName } from '../farm/prepared-orders.ts';
import { useDevices } from './device.ts';
import { expectWaiting, logWater, newGallons, rowOf, storedLogs, untilSent } from './water-logs.ts';

describe('water without signal', () => {
  const newDevice = useDevices();

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

describe('order states without signal', () => {
  const newDevice = useDevices();

  async function newOrder() {
    const service = commerce();
    const products = await service.products.list({ brand_id: stack.brandId });
    const product = products.data.find(({ is_active }) => is_active);
    if (product === undefined) throw new Error('The seeded brand has no product');
    return await service.orders.create({
      brand_id: stack.brandId,
      customer_name: `Order ${crypto.randomUUID().slice(0, 8)}`,
      items: [{ product_id: product.id, quantity: 1, price: product.price ?? 1 }],
    });
  }

  test('a change waits, and reaches the service once when the signal is back', async () => {
    const device = await newDevice();
    const order = await newOrder();
    const page = await device.signIn('Ana', `/orders/${order.id}`);
    await device.loseSignal();
    await page.getByRole('button', { name: /confirm/i }).click();
    await page.getByRole('link', { name: /^Outbox/ }).click();
    const entry = page.getByRole('article', {
      name: `Status of order #${order.number} ${order.customer_name}`,
    });
    await entry.getByText('Pending → Confirmed').waitFor();
    expect((await commerce().orders.get({ id: order.id })).status).toBe('pending');
    await device.regainSignal();
    await page.getByText('Nothing waits').waitFor();
    const { status, version } = await commerce().orders.get({ id: order.id });
    expect({ status, version }).toEqual({ status: 'confirmed', version: order.version + 1 });
  });

  test('a change that is no longer possible is a conflict with both states', async () => {
    const device = await newDevice();
    const order = await newOrder();
    const page = await device.signIn('Ana', `/orders/${order.id}`);
    await device.loseSignal();
    await page.getByRole('button', { name: /confirm/i }).click();
    await page.getByRole('link', { name: /^Outbox/ }).click();
    await page.getByRole('article').getByText('Pending → Confirmed').waitFor();
    await commerce().orders.updateStatus({ id: order.id, status: 'cancelled' });
    await device.regainSignal();
    const row = page.getByRole('table', { name: 'Both versions' }).getByRole('row', { name: /Status/ });
    expect(await row.textContent()).toMatch(/ConfirmedCancelled/);
    await page.getByText('cannot change to yours').waitFor();
    await page.getByRole('button', { name: 'Keep the one in Granary' }).click();
    await page.getByText('Nothing waits').waitFor();
    expect((await commerce().orders.get({ id: order.id })).status).toBe('cancelled');
  });
});

describe('orders without signal', () => {
  const newDevice = useDevices();

  async function takeOrder(page: Page, productName: string, customer: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Add product' }).fill(productName);
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).fill(customer);
    await page.getByRole('button', { name: 'Create order' }).click();
    await page.getByRole('article').getByText(customer).waitFor();
  }

  const ordersOf = async (customer: string) =>
    (await commerce().orders.list({ brand_id: stack.brandId, customer })).data;

  test('an order waits, and is created once with the time of its sale', async () => {
    const device = await newDevice();
    const [product, customer] = [await prepareProduct(), uniqueName('Stall')];
    const page = await device.signIn('Ana', '/orders/new');
    await page.getByRole('combobox', { name: 'Add product' }).waitFor();
    await settled(page);
    await device.loseSignal();
    const taken = Date.now();
    await takeOrder(page, product.name, customer);
    expect(await page.getByRole('article').textContent()).toContain(`1 × ${product.name}`);
    expect(await ordersOf(customer)).toEqual([]);

    await page.clock.setSystemTime(Date.now() + 2 * 3_600_000);
    await device.regainSignal();
    await page.getByText('Nothing waits').waitFor();
    const orders = await ordersOf(customer);
    expect(orders).toHaveLength(1);
    const hoursAgo = (taken - Date.parse(orders[0]?.sold_at ?? '')) / 3_600_000;
    expect(Math.round(hoursAgo)).toBe(2);
  });

  test('an order whose reply is lost is created once', async () => {
    const device = await newDevice();
    const [product, customer] = [await prepareProduct(), uniqueName('Stall')];
    const page = await device.signIn('Ana', '/orders/new');
    await page.getByRole('combobox', { name: 'Add product' }).waitFor();
    await settled(page);
    // Chromium itself would repeat a request whose connection the relay ends.
    const loseReply = async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route(/\/orders$/, loseReply, { times: 1 });
    await page.getByRole('combobox', { name: 'Add product' }).fill(product.name);
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).fill(customer);
    await page.getByRole('button', { name: 'Create order' }).click();
    await page.getByText('Nothing waits').waitFor();
    expect(device.relay.count('POST', /\/orders$/)).toBe(2);
    expect(await ordersOf(customer)).toHaveLength(1);
  });
});
