import { describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { sized } from '../../soak.ts';
import { commerce, countSteps, settled, stack, useBrowser } from '../browser/browser.ts';
import { useDevices } from '../offline/device.ts';
import { prepareProduct } from './prepared-orders.ts';

const sales = sized('sales without signal', { short: 8, soak: 200, variable: 'STAND_SALES' });

const tapsOf = (page: Page) => (name: string | RegExp) => page.getByRole('button', { name }).click();

const ordersOf = async (product_id: string) =>
  (await commerce().orders.list({ brand_id: stack.brandId, product_id, limit: 200 })).data;

describe('the stand', () => {
  const { signIn } = useBrowser();

  test('sells two items for cash in four taps, and says what to give back', async () => {
    const [plums, kale] = [await prepareProduct(4), await prepareProduct(3.5)];
    const page = await signIn('Ana', '/stand');
    const tap = tapsOf(page);
    const steps = await countSteps(page);
    await tap(new RegExp(`^${plums.name}`));
    await tap(new RegExp(`^${kale.name}`));
    await tap('Cash $7.50');
    await tap('$10.00, change $2.50');
    await page.getByText('Change: $2.50').waitFor();
    expect(await steps()).toBe(4);
    const [order] = await ordersOf(kale.id);
    expect(order).toMatchObject({
      status: 'completed',
      payment_state: 'paid',
      amount_due_cents: 750,
      items: [{ product_id: plums.id }, { product_id: kale.id }],
    });
    const { data } = await commerce().orders.listPayments({ id: order?.id ?? '' });
    expect(data).toMatchObject([{ method: 'cash', amount_cents: 750 }]);
  });

  test('takes one item back, refuses too little cash, and sells for a card', async () => {
    const plums = await prepareProduct(4);
    const page = await signIn('Ana', '/stand');
    const tap = tapsOf(page);
    await tap(new RegExp(`^${plums.name}`));
    await tap(new RegExp(`^${plums.name}`));
    await tap(`Take one back: ${plums.name}`);
    await tap('Cash $4.00');
    await page.getByLabel('Another amount').fill('3');
    await tap('Take this amount');
    await page.locator('[aria-invalid="true"]').waitFor();
    expect(await ordersOf(plums.id)).toEqual([]);
    await page.getByLabel('Another amount').fill('5.25');
    await tap('Take this amount');
    await page.getByRole('status').getByText('Change: $1.25').waitFor();
    await tap(new RegExp(`^${plums.name}`));
    await tap('Card $4.00');
    await page.getByRole('status').getByText('Sold for $4.00').waitFor();
    const paid = { status: 'completed', payment_state: 'paid' };
    const orders = await ordersOf(plums.id);
    expect(orders).toMatchObject([paid, paid]);
    await page.getByText(`Sold for $4.00, order #${orders[0]?.number}`).waitFor();
  });
});

describe('the stand without signal', () => {
  const newDevice = useDevices();

  test('sells, and each sale reaches the service once, in order, paid and completed', async () => {
    const device = await newDevice();
    const plums = await prepareProduct(4);
    const page = await device.signIn('Ana', '/stand');
    const tap = tapsOf(page);
    await page.getByRole('button', { name: new RegExp(`^${plums.name}`) }).waitFor();
    await settled(page);
    await device.loseSignal();
    for (let sale = 1; sale <= sales; sale++) {
      for (let piece = 0; piece < (sale % 3) + 1; piece++) await tap(new RegExp(`^${plums.name}`));
      await tap(/^Cash/);
      await tap(/^Exactly/);
      await page.getByText('kept on this device').waitFor();
    }
    await page.getByRole('link', { name: /^Outbox/ }).click();
    await page.getByRole('article').first().getByText('Sale at the stand').waitFor();
    expect(await ordersOf(plums.id)).toEqual([]);
    // One reply to a payment is lost on the way.
    const loseReply = async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route(/\/payments$/, loseReply, { times: 1 });
    await device.regainSignal();
    await page.getByText('Nothing waits').waitFor();
    const orders = (await ordersOf(plums.id)).toReversed();
    expect(orders.map(({ items }) => items[0]?.quantity)).toEqual(
      Array.from({ length: sales }, (_, index) => ((index + 1) % 3) + 1),
    );
    for (const order of orders)
      expect(order).toMatchObject({ status: 'completed', payment_state: 'paid', collect_cents: 0 });
  });
});
