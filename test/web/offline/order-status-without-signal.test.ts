import { describe, expect, test } from '@jest/globals';
import { commerce, stack } from '../browser/browser.ts';
import { useDevices } from './device.ts';

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

describe('order states without signal', () => {
  test('a change waits, and reaches the service once when the signal is back', async () => {
    const device = await newDevice();
    const order = await newOrder();
    const page = await device.signIn('Ana', `/orders/${order.id}`);
    await device.loseSignal();
    await page.getByRole('button', { name: /confirm/i }).click();
    await page.getByRole('link', { name: /^Outbox/ }).click();
    await page.getByRole('article').getByText('Pending → Confirmed').waitFor();
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
