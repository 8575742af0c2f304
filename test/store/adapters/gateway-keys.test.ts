import { randomUUID } from 'node:crypto';
import { APIGatewayClient, CreateApiKeyCommand } from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { brandInput, brandReplacement } from '#commerce/brands/contract.ts';
import { findGatewayKey, removeOldKeys, setGatewayKey } from '#commerce/brands/gateway-key-records.ts';
import { brands, changeBrand, insertBrand } from '#commerce/brands/records.ts';
import { newBrand, replaceBrand } from '#commerce/brands/rules.ts';
import { planNames } from '#contract/plans.ts';
import { ServiceError } from '#lib/local/control-plane/operation.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { type GatewayKeys, openGatewayKeys } from '#store/adapters/gateway-keys.ts';
import { getItem } from '#store/dynamodb/items.ts';
import { openTable, type Table, transact } from '#store/dynamodb/table.ts';
import { Random } from '#test/bench/x12/random.ts';
import { sized } from '../../soak.ts';
import { newCommerceTable } from '../commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { type ApiGateway, startApiGateway } from './api-gateway.ts';

let gateway: ApiGateway;
let keys: GatewayKeys;
/** The clock of API Gateway and of the runs. */
let time = Date.parse('2026-11-28T09:00:00.000Z');
/** What a request to API Gateway or to the table waits for. */
let contact: <Result>(request: () => Promise<Result>) => Promise<Result> = (request) => request();

beforeAll(async () => {
  gateway = await startApiGateway(
    (routes) =>
      routes.map((route) => ({ ...route, handle: (request) => contact(async () => route.handle(request)) })),
    () => time,
  );
  keys = openGatewayKeys(gateway.planIds, 'Granary');
});
afterAll(() => gateway.stop());

const keysNamed = (brandId: string) => gateway.keys.all().filter(({ name }) => name.includes(brandId));

describe('gateway keys', () => {
  test('a key has at least 20 characters and the tag of the installation, and is in its plan', async () => {
    const brand = randomUUID();
    const key = await keys.create(brand, 'farm');
    expect(key.value).toMatch(/^[0-9a-f]{64}$/);
    const tags = { 'granary:installation': 'Granary' };
    expect(keysNamed(brand)).toMatchObject([{ id: key.id, value: key.value, enabled: true, tags }]);
    expect(gateway.plansOf(key.id)).toEqual(['plan-farm']);
  });

  test('lists the keys of a brand, and no others with a name that begins like theirs', async () => {
    const brand = randomUUID();
    const made = [await keys.create(brand, 'starter'), await keys.create(brand, 'farm')];
    const name = `granary-brand-${brand}0`;
    await new APIGatewayClient().send(new CreateApiKeyCommand({ name, enabled: false }));
    const listed = await keys.keysOf(brand);
    expect(listed.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
    for (const { id } of listed) await keys.remove(id);
    await keys.remove(made[0]?.id ?? '');
    expect(await keys.keysOf(brand)).toEqual([]);
  });

  test('reports a refusal of API Gateway as one of the data layer', async () => {
    const elsewhere = openGatewayKeys({ ...gateway.planIds, farm: 'no-such-plan' }, 'Granary');
    await expect(elsewhere.create(randomUUID(), 'farm')).rejects.toBeInstanceOf(StoreRejection);
  });

  test('keys of many brands that are created at once all reach their plans', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => keys.create(randomUUID(), 'farm')));
    expect(made.map(({ id }) => gateway.plansOf(id))).toEqual(made.map(() => ['plan-farm']));
  });

  test('a 409 of a concurrent change is retried until the key is in its plan', async () => {
    const giveBack = gateway.turn.acquire();
    const made = keys.create(randomUUID(), 'farm');
    await refused();
    giveBack();
    expect(gateway.plansOf((await made).id)).toEqual(['plan-farm']);
  });

  test('a 409 that persists is an error', async () => {
    const impatient = openGatewayKeys(gateway.planIds, 'Granary', { deadline: 200 });
    const giveBack = gateway.turn.acquire();
    const made = impatient.create(randomUUID(), 'farm');
    await expect(made).rejects.toThrow('API Gateway is busy with other changes');
    giveBack();
  });

  test('lists the keys of a plan, page after page', async () => {
    const plan = gateway.planIds.enterprise;
    const before = (await keys.keysIn('enterprise')).size;
    const some = Array.from({ length: 501 }, (_, index) => `listed-${index}`);
    for (const id of some) {
      const times = { createdDate: 1, lastUpdatedDate: 1 };
      gateway.keys.put({ id, name: id, value: `${id}-${randomUUID()}`, enabled: true, ...times, tags: {} });
      gateway.keys.addToPlan(id, plan);
    }
    const listed = await keys.keysIn('enterprise');
    expect(some.filter((id) => !listed.has(id))).toEqual([]);
    expect(listed.size).toBe(before + 501);
  });
});

/** Resolves once API Gateway has refused a request, or the next one. */
async function refused(): Promise<void> {
  const before = gateway.turn.asked;
  while (gateway.turn.asked === before) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Milliseconds for which an authorizer may supply a key after another one has replaced it, with the request's own time. */
const longestUse = 340_000;

describe('the gateway key of a brand whose plan changes', () => {
  const seed = Number(process.env['PLAN_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const steps = sized('steps of a brand whose plan changes', { short: 150, soak: 5_000 });
  const random = new Random(seed);
  const author = { credential: 'none', operator: true } as const;
  const now = () => new Date(time);
  const stored = async () => {
    const { key, read } = brands.at({ brand_id: brand.id });
    return read(await getItem(observed, key));
  };
  const operate = (brand: Parameters<typeof replaceBrand>[0], fields: object) =>
    replaceBrand(brand, brandReplacement.parse({ name: brand.name, ...fields }), author, now());

  let engine: DynamoEngine;
  /** The table as the runs use it, and as the test does. */
  let table: Table;
  let observed: Table;
  const brand = newBrand(brandInput.parse({ name: 'Farm' }), author, { id: randomUUID(), now: now() });

  beforeAll(async () => {
    engine = await startDynamoEngine();
    observed = await newCommerceTable(engine);
    table = openTable(observed.name);
    table.client.middlewareStack.add((next) => (request) => contact(() => next(request)), {
      step: 'initialize',
      name: 'contact',
    });
  });
  afterAll(async () => {
    for (const { client } of [table, observed]) client.destroy();
    await engine.stop();
  });

  /** Requests of the runs in progress. A run is killed by a request that fails, before or after its effect. */
  const waiting: ((fate: 'pass' | 'kill before' | 'kill after') => void)[] = [];
  const held: typeof contact = async (request) => {
    const fate = await new Promise((resolve) => waiting.push(resolve));
    if (fate === 'kill before') throw new ServiceError('BadRequestException', 'Killed', 400);
    const result = await request();
    if (fate === 'kill after') throw new ServiceError('BadRequestException', 'Killed', 400);
    return result;
  };

  /** Values that an authorizer may still supply, each with the time at which it read it last. */
  const supplied = new Map<string, number>();
  async function expectEveryCallAdmitted(): Promise<void> {
    const value = await findGatewayKey(observed, brand.id, now());
    if (value !== undefined) supplied.set(value, time);
    for (const [one, readAt] of supplied) {
      if (time - readAt > longestUse) continue;
      const key = gateway.keys.byValue(one);
      const plans = gateway.plansOf(key?.id ?? '');
      const isValid = plans.every((plan) => gateway.keys.isValidIn(key?.id ?? '', plan, time));
      expect({ seed, one, age: time - readAt, plans: plans.length, isValid }).toMatchObject({
        plans: 1,
        isValid: true,
      });
    }
  }

  test(`is in one plan at each moment, whatever is killed and overtaken (PLAN_SEED=${seed})`, async () => {
    await transact(observed, insertBrand({ ...brand, gateway_keys: [] }, undefined));
    const work: readonly (() => Promise<unknown>)[] = [
      () => setGatewayKey(table, brand.id, keys, now),
      () => removeOldKeys(table, brand.id, keys, now()),
    ];
    contact = held;
    let running = 0;
    let kills = 0;
    /** Runs end within the time of their function. */
    let allowance = 0;
    for (let step = 0; step < steps || running > 0; step++) {
      if (running < 2 && step < steps && random.chance(0.3)) {
        if (running === 0) allowance = 110_000;
        running++;
        void work[random.int(0, 1)]?.()
          .catch(() => kills++)
          .finally(() => running--);
      } else if (step < steps && random.chance(0.15)) {
        const plan = planNames[random.int(0, 2)];
        await retryOnConflict(async () => {
          const before = await stored();
          if (before) await transact(observed, changeBrand(before, operate(before, { plan })));
        });
      } else if (random.chance(0.3)) {
        const moved = random.int(1, running > 0 ? Math.max(1, Math.floor(allowance / 4)) : 400_000);
        allowance -= moved;
        time += moved;
      }
      // The next request of one of the runs, or the end of a run.
      while (running > 0 && waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      const [released] = waiting.splice(random.int(0, waiting.length - 1), 1);
      released?.(random.chance(0.1) ? (random.chance(0.5) ? 'kill before' : 'kill after') : 'pass');
      await new Promise((resolve) => setTimeout(resolve, 2));
      await expectEveryCallAdmitted();
    }
    contact = (request) => request();
    expect(kills).toBeGreaterThan(0);

    // Undisturbed, the brand ends with one key, in its plan.
    while (!(await setGatewayKey(table, brand.id, keys, now)));
    for (let again: Date | undefined = now(); again !== undefined; ) {
      time = Math.max(time, again.getTime()) + 660_000;
      again = await removeOldKeys(table, brand.id, keys, now());
      await expectEveryCallAdmitted();
    }
    const after = await stored();
    const [only] = after?.gateway_keys ?? [];
    expect(keysNamed(brand.id).map(({ id }) => id)).toEqual([only?.id]);
    expect([only?.plan, gateway.plansOf(only?.id ?? '')]).toEqual([after?.plan, [`plan-${after?.plan}`]]);
  }, 300_000);
});
