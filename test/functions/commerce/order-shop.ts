import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { newBrand } from '../commerce-service.ts';
import { invoke, type Outcome } from '../invoke.ts';

/** A brand with the calls of a shop. Each fails unless it has the expected status. */
export async function openShop(fields: object = {}) {
  const { brand_id, caller } = await newBrand(fields);
  const call = async (name: string, request: object, status = 200): Promise<Outcome> => {
    const outcome = await invoke(name, { caller, ...request });
    if (outcome.status !== status) {
      throw new Error(`${name} is ${outcome.status}: ${JSON.stringify(outcome.body)}`);
    }
    return outcome;
  };
  const data = async (outcome: Promise<Outcome>) => (await outcome).body?.data;
  return {
    brand_id,
    caller,
    call,
    newProduct: async (product: object = {}): Promise<string> =>
      (await data(call('create-product', { body: { brand_id, name: 'Pear', price: 1, ...product } }, 201)))
        .id,
    /** Tracks the stock of a product and receives a quantity. */
    stock: async (id: string, quantity: number, rules: object = {}) => {
      await call('update-product-stock', { parameters: { id }, body: { mode: 'tracked', ...rules } });
      const body = {
        kind: 'receive',
        quantity,
        ...('variant_id' in rules && { variant_id: rules.variant_id }),
      };
      await call('create-stock-adjustment', { parameters: { id }, body }, 201);
    },
    stockOf: async (id: string) => data(call('get-product-stock', { parameters: { id } })),
    order: (lines: readonly (readonly [string, number, object?])[], order: object = {}, status = 201) =>
      data(
        call(
          'create-order',
          {
            body: {
              brand_id,
              items: lines.map(([product_id, quantity, more]) => ({
                product_id,
                quantity,
                price: 1,
                ...more,
              })),
              ...order,
            },
          },
          status,
        ),
      ),
    /** The outcome of an order, whatever its status, repeated until it is known. */
    tryOrder: async (body: object) => {
      const headers = { 'idempotency-key': randomUUID() };
      for (;;) {
        const outcome = await invoke('create-order', { caller, headers, body: { brand_id, ...body } });
        // Hundreds of orders in one process may take longer than a function has; a client repeats such a request.
        const isOpen = outcome.status === 503 || outcome.body.code === 'idempotency_in_flight';
        if (!isOpen) return outcome;
        await delay(500);
      }
    },
    move: (id: string, status: string, more: object = {}, expected = 200) =>
      data(call('update-order-status', { parameters: { id }, body: { status, ...more } }, expected)),
    edit: (id: string, body: object, status = 200) =>
      data(call('edit-order', { parameters: { id }, body }, status)),
    pay: (id: string, amount_cents: number, more: object = {}, status = 201) =>
      data(
        call(
          'create-order-payment',
          { parameters: { id }, body: { amount_cents, method: 'cash', ...more } },
          status,
        ),
      ),
    refund: (id: string, amount_cents: number, more: object = {}, status = 201) =>
      data(
        call(
          'create-order-refund',
          { parameters: { id }, body: { amount_cents, method: 'cash', reason: 'bruised', ...more } },
          status,
        ),
      ),
    search: async (query: Readonly<Record<string, string>>) =>
      (await call('list-orders', { query: { brand_id, ...query } })).body,
    report: async (report_type: string) => {
      const today = new Date().toISOString();
      const query = { brand_id, report_type, start_date: '2026-01-01T00:00:00Z', end_date: today };
      return data(call('get-report', { query }));
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
