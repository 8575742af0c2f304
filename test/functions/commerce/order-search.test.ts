import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Order } from '#commerce/orders/order.ts';
import { type CommerceService, startCommerceService } from '../commerce-service.ts';
import { openShop, type Shop } from './order-shop.ts';

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

describe('search', () => {
  let shop: Shop;
  let orders: Record<'ana' | 'ben' | 'cleo', Order>;
  let pear: string;
  let plum: string;
  const stop = randomUUID();
  beforeAll(async () => {
    shop = await openShop();
    [pear, plum] = [await shop.newProduct(), await shop.newProduct()];
    orders = {
      ana: await shop.order([[pear, 3]], {
        customer_email: 'Ana@example.com',
        customer_name: 'Ana-María López',
        notes: 'Ring twice',
      }),
      ben: await shop.order([[plum, 1]], { customer_name: 'Ben Lopez', stop_id: stop, fulfillment: 'mixed' }),
      cleo: await shop.order(
        [
          [pear, 1],
          [plum, 1],
        ],
        { customer_email: 'cleo@example.com', fulfillment: 'ship' },
      ),
    };
    await shop.move(orders.ben.id, 'confirmed');
  });
  const found = async (query: Readonly<Record<string, string>>) => {
    const names = new Map(Object.entries(orders).map(([name, { id }]) => [id, name]));
    return (await shop.search(query)).data.map(({ id }: Order) => names.get(id));
  };

  test.each([
    [{}, ['cleo', 'ben', 'ana']],
    [{ sort: 'created' }, ['ana', 'ben', 'cleo']],
    [{ sort: 'total' }, ['ben', 'cleo', 'ana']],
    [{ sort: '-total', created_from: '2026-01-01T00:00:00Z' }, ['ana', 'cleo', 'ben']],
    [{ sort: 'status' }, ['cleo', 'ana', 'ben']],
    [{ sort: '-status' }, ['ben', 'cleo', 'ana']],
    [{ customer: 'ana@EXAMPLE.com' }, ['ana']],
    [{ customer: 'maria lop' }, ['ana']],
    [{ customer: 'lopez' }, ['ben', 'ana']],
    [{ customer: 'ring' }, []],
    [{ customer: '-' }, []],
    [{ text: 'RING tw' }, ['ana']],
    [{ text: '()' }, []],
    [{ text: '+', status: 'pending' }, []],
    [{ text: 'example' }, ['cleo', 'ana']],
    [{ fulfillment: 'ship' }, ['cleo']],
    [{ status: 'confirmed' }, ['ben']],
    [{ status: 'pending', text: 'cleo' }, ['cleo']],
    [{ payment_state: 'paid' }, []],
    [{ created_to: '2020-01-01T00:00:00Z', sort: 'created' }, []],
  ] as const)('%j finds %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  test('by stop and product, and in pages', async () => {
    expect(await found({ stop_id: stop })).toEqual(['ben']);
    expect(await found({ product_id: pear })).toEqual(['cleo', 'ana']);
    expect(await found({ product_id: plum, stop_id: stop })).toEqual(['ben']);
    for (const sort of ['-created', 'created', 'total', '-status']) {
      const all = await found({ sort, product_id: pear });
      const first = await shop.search({ sort, product_id: pear, limit: '1' });
      const second = await shop.search({
        sort,
        product_id: pear,
        limit: '1',
        cursor: first.pagination.next_cursor,
      });
      const paged = [...first.data, ...second.data].map(({ id }: Order) => id);
      expect(paged.map((id) => (id === orders.ana.id ? 'ana' : 'cleo'))).toEqual(all);
    }
  });

  test('a cursor of another search is 400', async () => {
    const { pagination } = await shop.search({ sort: 'total', limit: '1' });
    const query = { brand_id: shop.brand_id, sort: '-total', cursor: pagination.next_cursor };
    await shop.call('list-orders', { query }, 400);
  });

  test('follows an edit', async () => {
    await shop.edit(orders.cleo.id, { customer_name: 'Cleo Moved', stop_id: stop });
    expect(await found({ customer: 'moved' })).toEqual(['cleo']);
    expect(await found({ stop_id: stop })).toEqual(['cleo', 'ben']);
    await shop.edit(orders.cleo.id, { stop_id: null });
    expect(await found({ stop_id: stop })).toEqual(['ben']);
  });
});
