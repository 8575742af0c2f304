import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import type { Principal } from '#auth/principal.ts';
import { type Stop, stop as stopSchema } from '#commerce/stops/contract.ts';
import { stops } from '#commerce/stops/records.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { found } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { ok } from '#http/reply/replies.ts';
import { outboxEntries, outboxShards } from '#store/commerce/work/outbox.ts';
import { putItem } from '#store/dynamodb/items.ts';
import { anOrder, type CommerceService, newBrand, startCommerceService } from './commerce-service.ts';
import { type Invocation, invoke, resultOf } from './invoke.ts';
import { watchCommands } from './table-commands.ts';

let service: CommerceService;
type Pipelines = typeof import('#http/endpoint/operation.ts');
let { bodilessOperation, change, operation, reading, unkeyedOperation }: Pipelines = Object();
let { recorders }: typeof import('#http/endpoint/recorders.ts') = Object();
beforeAll(async () => {
  service = await startCommerceService();
  ({ bodilessOperation, change, operation, reading, unkeyedOperation } = await import(
    '#http/endpoint/operation.ts'
  ));
  ({ recorders } = await import('#http/endpoint/recorders.ts'));
});
afterAll(() => service.stop());

const keyed = (call: Invocation): Invocation => ({
  ...call,
  headers: { ...call.headers, 'idempotency-key': randomUUID() },
});
const replayed = expect.objectContaining({ 'Idempotent-Replayed': 'true' });

describe('A key', () => {
  const order = async (key: string) => {
    const { brand_id, caller } = await newBrand({ catalog: 'external' });
    return invoke('create-order', { caller, body: anOrder(brand_id), headers: { 'idempotency-key': key } });
  };

  test.each(['\u00a0key', 'key\ufeff', ' ', '""', 'k\u00e9y', 'x'.repeat(256)])(
    'that is not 1 to 255 printable ASCII characters is refused: %j',
    async (key) => {
      expect(await order(key)).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } });
    },
  );

  test.each(['key', ' key\t', '"key"', ' "a key" '])(
    'is read without surrounding blanks and quotes: %j',
    async (key) => {
      expect((await order(key)).status).toBe(201);
    },
  );
});

describe('A refusal that a later change can lift', () => {
  test('an unknown referral code, which is then created', async () => {
    const { brand_id, caller } = await newBrand();
    const body = { brand_id, referral_code: 'MEADOW10', referred_email: 'ana@example.com' };
    const call = keyed({ caller, body });
    expect(await invoke('redeem-referral', call)).toMatchObject({
      status: 404,
      body: { code: 'unknown_referral_code' },
    });
    await invoke('create-referral-code', { caller, body: { brand_id, code: 'MEADOW10' } });
    const redeemed = await invoke('redeem-referral', call);
    expect(redeemed).toMatchObject({ status: 201, headers: expect.not.objectContaining(replayed) });
    expect(await invoke('redeem-referral', call)).toMatchObject({ status: 201, headers: replayed });
  });

  test('a product that does not exist yet, and one that is not active yet', async () => {
    const { brand_id, caller } = await newBrand();
    const unknown = keyed({ caller, body: anOrder(brand_id) });
    for (const _ of [1, 2]) {
      const refused = await invoke('create-order', unknown);
      expect(refused).toMatchObject({ status: 400, body: { code: 'unknown_product' } });
      expect(refused.headers).not.toEqual(replayed);
    }
    expect((await invoke('list-orders', { caller, query: { brand_id } })).body.data).toEqual([]);

    const product = { brand_id, name: 'Pear', is_active: false };
    const made = await invoke('create-product', { caller, body: product });
    const { id } = made.body.data;
    const items = [{ product_id: id, quantity: 1, price: 1 }];
    const call = keyed({ caller, body: anOrder(brand_id, { items }) });
    expect((await invoke('create-order', call)).status).toBe(400);
    await invoke('update-product', { caller, parameters: { id }, body: { name: 'Pear' } });
    expect((await invoke('create-order', call)).status).toBe(201);
  });

  test('leaves the key free for another body', async () => {
    const { brand_id, caller } = await newBrand({ catalog: 'external' });
    const refused = keyed({ caller, body: anOrder(brand_id, { items: [worthTooMuch] }) });
    expect((await invoke('create-order', refused)).status).toBe(400);
    const corrected = { ...refused, body: anOrder(brand_id) };
    expect((await invoke('create-order', corrected)).status).toBe(201);
  });

  const worthTooMuch = { product_id: randomUUID(), quantity: 1, price: 1e10 };
});

test('a refusal that nothing can lift is replayed under the id of the request that repeats it', async () => {
  const { brand_id, caller } = await newBrand();
  await invoke('create-referral-code', { caller, body: { brand_id, code: 'MEADOW10' } });
  const body = { brand_id, referral_code: 'MEADOW10', referred_email: 'ana@example.com' };
  await invoke('redeem-referral', { caller, body });
  const call = keyed({ caller, body });
  const refused = { status: 409, body: { code: 'already_redeemed' } };
  const first = await invoke('redeem-referral', call);
  expect(first).toMatchObject(refused);
  expect(first.headers).not.toEqual(replayed);
  const second = await invoke('redeem-referral', call);
  expect(second).toMatchObject({ ...refused, headers: replayed });
  expect(second.body.request_id).toBe(second.headers['X-Request-Id']);
  expect(second.body.request_id).not.toBe(first.body.request_id);
  const { request_id, ...rest } = first.body;
  expect(second.body).toEqual({ ...rest, request_id: second.body.request_id });
});

test('a replayed record is the first reply with its id', async () => {
  const { brand_id, caller } = await newBrand({ catalog: 'external' });
  const call = keyed({ caller, body: anOrder(brand_id) });
  const [first, second] = [await invoke('create-order', call), await invoke('create-order', call)];
  expect(second.body).toEqual(first.body);
  expect(second.headers['X-Request-Id']).not.toBe(first.headers['X-Request-Id']);
});

describe('An operation with a change', () => {
  const path = '/api/v1/stops/{id}';
  const declared = {
    service: 'commerce',
    tag: 'stops',
    name: 'change-stop',
    method: 'POST',
    path,
    summary: 'Changes a stop',
    access: { kind: 'brand', roles: ['owner'], brand: 'held' },
    data: 'write',
    idempotent: true,
    parameters: z.object({ id: uuid }),
    resource: stopSchema,
    responses: { 200: { description: 'The stop' } },
    tooMany: 'edit_too_large',
  } as const satisfies EndpointDeclaration;

  const run = async (
    handler: ReturnType<typeof operation>,
    caller: Principal,
    { id }: { readonly id: string },
    key?: string,
  ) => {
    const call = {
      caller,
      parameters: { id },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    };
    return resultOf(handler, declared, call);
  };
  const aStop = async () => {
    const { brand_id, caller } = await newBrand();
    const hours = [{ weekday: 'saturday', opens: '08:00', closes: '12:00' }];
    const made = await invoke('create-stop', { caller, body: { brand_id, name: 'Barn', hours } });
    return { caller, stop: stopSchema.parse(made.body.data) };
  };
  const renamed = (stop: Stop, name: string) => ({ ...stop, name, version: stop.version + 1 });
  /** Changes the stop before each of the next transactions that write it. */
  const conflicting = (stop: Stop, times: number) => {
    let left = times;
    let transactions = 0;
    const end = watchCommands(service.table, async ({ name, input }) => {
      const isOfStop = JSON.stringify(input).includes(`"STOP#${stop.id}"`);
      if (name !== 'TransactWriteItemsCommand' || !isOfStop) return;
      transactions += 1;
      if (left === 0) return;
      left -= 1;
      const present = found(await stops.find(stop));
      const { Put } = Object(stops.replace(present, renamed(present, 'Other')));
      await putItem(service.table, Put);
    });
    return { end, transactions: () => transactions };
  };

  test('stores the reply of the attempt that is committed, and its events alone', async () => {
    const { caller, stop } = await aStop();
    const finished: number[] = [];
    const recording = (call: Parameters<typeof recorders>[0]) => {
      const attempt = finished.push(0) - 1;
      const { finish, ...own } = recorders(call);
      return {
        ...own,
        finish: () => {
          finished[attempt] = 1;
          return finish();
        },
      };
    };
    const handler = operation(
      declared,
      ({ resource }) => {
        const after = renamed(resource, `After ${resource.name}`);
        const { brand_id } = resource;
        const events = [{ type: 'member.left', data: { subject: 'person' } }] as const;
        const activity = { event: 'personalDataErased', data: { erasure_id: resource.id } } as const;
        return change(
          ok(after),
          stops.replace(resource, after),
          { brand_id, events },
          { brand_id, activity },
        );
      },
      stops,
      recording,
    );
    const before = await outboxSize();
    const conflicts = conflicting(stop, 2);
    const key = randomUUID();
    const changed = await run(handler, caller, stop, key);
    conflicts.end();
    expect(changed.body.data).toMatchObject({ name: 'After Other', version: 4 });
    expect(conflicts.transactions()).toBe(3);
    expect(finished).toEqual([0, 0, 1]);
    expect(await outboxSize()).toBe(before + 1);
    const query = { brand_id: stop.brand_id, event: 'personalDataErased' };
    expect((await invoke('list-activity', { caller, query })).body.data).toHaveLength(1);
    const repeated = await run(handler, caller, stop, key);
    expect(repeated).toMatchObject({ status: 200, headers: replayed, body: changed.body });
    expect((await stops.find(stop))?.version).toBe(4);
  });

  test('stores the reply of an attempt that writes nothing after one that conflicted', async () => {
    const { caller, stop } = await aStop();
    const handler = operation(
      declared,
      ({ resource }) =>
        resource.name === 'Other'
          ? ok({ unchanged: resource.version })
          : change(ok(resource), stops.replace(resource, renamed(resource, 'Mine'))),
      stops,
    );
    const conflicts = conflicting(stop, 1);
    const key = randomUUID();
    expect((await run(handler, caller, stop, key)).body).toEqual({ data: { unchanged: 2 } });
    conflicts.end();
    const repeated = await run(handler, caller, stop, key);
    expect(repeated).toMatchObject({ headers: replayed, body: { data: { unchanged: 2 } } });
  });

  test('gives up after five conflicts, stores nothing, and leaves the key free', async () => {
    const { caller, stop } = await aStop();
    const handler = operation(
      declared,
      ({ resource }) => change(ok(resource), stops.replace(resource, renamed(resource, 'Mine'))),
      stops,
    );
    const conflicts = conflicting(stop, 5);
    const key = randomUUID();
    expect(await run(handler, caller, stop, key)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    conflicts.end();
    const repeated = await run(handler, caller, stop, key);
    expect(repeated).toMatchObject({ status: 200, headers: expect.not.objectContaining(replayed) });
  });

  test('is run once if its declaration excludes repetition, and leaves the key free after a conflict', async () => {
    const { caller, stop } = await aStop();
    let runs = 0;
    const handler = operation(
      { ...declared, repeats: false },
      ({ resource }) => {
        runs += 1;
        return change(ok({ runs }), stops.replace(resource, renamed(resource, 'Mine')));
      },
      stops,
    );
    const conflicts = conflicting(stop, 1);
    const key = randomUUID();
    expect((await run(handler, caller, stop, key)).status).toBe(409);
    conflicts.end();
    expect(runs).toBe(1);
    const changed = await run(handler, caller, stop, key);
    expect(changed).toMatchObject({ status: 200, headers: expect.not.objectContaining(replayed) });
    expect(await run(handler, caller, stop, key)).toMatchObject({ headers: replayed, body: changed.body });
    expect([runs, (await stops.find(stop))?.version]).toEqual([2, 3]);
  });

  test('stores nothing once another run has taken over its key, whose reply is the one that is stored', async () => {
    const { caller, stop } = await aStop();
    const [begun, tookOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    const handler = operation(
      declared,
      async ({ resource }) => {
        runs += 1;
        const after = renamed(resource, `Run ${runs}`);
        if (runs === 1) {
          begun.resolve();
          await tookOver.promise;
        }
        return change(ok(after), stops.replace(resource, after));
      },
      stops,
    );
    const reserved: Record<string, unknown>[] = [];
    const end = watchCommands(service.table, ({ name, input }) => {
      if (name === 'PutItemCommand' && JSON.stringify(input).includes('IDEMPOTENCY#')) {
        reserved.push(input.Item);
      }
    });
    const key = randomUUID();
    const slow = run(handler, caller, stop, key);
    await begun.promise;
    end();
    // As if its lease had ended.
    await putItem(service.table, { Item: { ...reserved[0], lease_until: 1 } });
    const second = await run(handler, caller, stop, key);
    expect(second.body.data).toMatchObject({ name: 'Run 2', version: 2 });
    tookOver.resolve();
    expect(await slow).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await stops.find(stop)).toMatchObject({ name: 'Run 2', version: 2 });
    expect(await run(handler, caller, stop, key)).toMatchObject({ headers: replayed, body: second.body });
  });

  test('is replayed if the response to its transaction was lost', async () => {
    const { caller, stop } = await aStop();
    const handler = operation(
      declared,
      ({ resource }) => {
        const after = renamed(resource, 'Mine');
        return change(ok(after), stops.replace(resource, after));
      },
      stops,
    );
    const sent = () => {};
    const end = watchCommands(service.table, sent, ({ name }) => {
      if (name === 'TransactWriteItemsCommand') throw new Error('The connection was reset');
    });
    const key = randomUUID();
    expect((await run(handler, caller, stop, key)).status).toBe(500);
    end();
    const repeated = await run(handler, caller, stop, key);
    expect(repeated).toMatchObject({ status: 200, headers: replayed, body: { data: { version: 2 } } });
    expect((await stops.find(stop))?.version).toBe(2);
  });

  test('has no transaction without writes, and a named refusal for too many', async () => {
    const { caller, stop } = await aStop();
    const names: string[] = [];
    const end = watchCommands(service.table, ({ name }) => void names.push(name));
    const nothing = operation(declared, ({ resource }) => change(ok(resource)), stops);
    expect((await run(nothing, caller, stop)).status).toBe(200);
    expect(names).not.toContain('TransactWriteItemsCommand');
    const key = randomUUID();
    expect((await run(nothing, caller, stop, key)).status).toBe(200);
    expect(await run(nothing, caller, stop, key)).toMatchObject({ status: 200, headers: replayed });
    names.length = 0;
    const copies = Array.from({ length: 101 }, () => stops.put({ ...stop, id: randomUUID() }));
    const tooMany = operation(declared, ({ resource }) => change(ok(resource), ...copies), stops);
    expect((await run(tooMany, caller, stop)).body.code).toBe('edit_too_large');
    expect(names).not.toContain('TransactWriteItemsCommand');
    end();
    const { tooMany: _, ...unnamed } = declared;
    const unforeseen = operation(unnamed, ({ resource }) => change(ok(resource), ...copies), stops);
    expect((await run(unforeseen, caller, stop)).status).toBe(500);
  });

  test('is never declared for the resource of a held brand without a record that loads it', () => {
    expect(() => operation(declared, () => ok({}))).toThrow('needs a resource');
  });

  test('is refused by a pipeline without its parts', async () => {
    expect(() => unkeyedOperation(declared, () => ok({}), stops)).toThrow('its key and its body');
    const { idempotent: _, ...unkeyed } = declared;
    const withBody = { ...unkeyed, body: z.object({}) };
    expect(() => bodilessOperation(withBody, () => ok({}), stops)).toThrow('its key and its body');
    const { caller, stop } = await aStop();
    const after = renamed(stop, 'Mine');
    const changes = reading(unkeyed, () => change(ok(after), stops.replace(stop, after)), stops);
    expect((await run(changes, caller, stop)).status).toBe(500);
    const { brand_id } = stop;
    const records = operation(
      declared,
      () => change(ok(after), stops.replace(stop, after), { brand_id, events: [] }),
      stops,
    );
    expect((await run(records, caller, stop)).status).toBe(500);
    expect(await stops.find(stop)).toEqual(stop);
  });

  const outboxSize = async () => {
    let entries = 0;
    for (let shard = 0; shard < outboxShards; shard++) {
      for await (const _ of outboxEntries(service.table, shard)) entries += 1;
    }
    return entries;
  };
});
