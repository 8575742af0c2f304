import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import { changeActions } from '#store/claims/claims/claims.ts';
import { readLanes } from '#store/claims/claims/lanes.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { newClaimsTable } from '../../store/commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';
import { storedClaim } from '../responses/engine/claims.ts';

let engine: DynamoEngine;
let table: Table;
let requests = 0;

beforeAll(async () => {
  engine = await startDynamoEngine();
  table = await newClaimsTable(engine);
  table.client.middlewareStack.add(
    (next) => (request) => {
      requests += 1;
      return next(request);
    },
    { step: 'initialize' },
  );
});
afterAll(() => engine.stop());

/** The last character of an id chooses one of the four partitions of a lane. */
const claim = (n: number, lane: Claim['lane'], last: number) =>
  storedClaim({
    id: `${lane}-${n}-${last}`,
    patient_control_number: `${lane}-${n}`,
    lane,
    lane_since: new Date(Date.UTC(2026, 2, 1) + n * 60_000).toISOString(),
  });

const write = (after: Claim, before?: Claim) => {
  const entry = {
    event_type: 'claim.moved',
    entity_type: 'claim',
    entity_id: after.id,
    actor: 'test',
    payload: {},
  };
  return transact(table, changeActions([{ after, entry, ...(before && { before }) }]));
};

async function lanesRead() {
  requests = 0;
  const read = await readLanes(table, 5);
  const shown = read.map(({ lane, count, first, newest }) => [
    lane,
    { count, first: first.map(({ id }) => id), newest: newest?.id },
  ]);
  return { requests, ...Object.fromEntries(shown) };
}

test('the lanes take one request for their figures, and those of the partitions that hold claims', async () => {
  const paid = Array.from({ length: 8 }, (_, n) => claim(n, 'paid', n % 2));
  const denied = Array.from({ length: 24 }, (_, n) => claim(n, 'denied', n % 4));
  for (const one of [claim(1, 'pending', 3), ...paid, ...denied]) await write(one);
  const read = await lanesRead();
  expect(read).toMatchObject({
    pending: { count: 1, first: ['pending-1-3'], newest: 'pending-1-3' },
    paid: { count: 8, first: paid.slice(0, 5).map(({ id }) => id), newest: 'paid-7-1' },
    denied: { count: 24, first: denied.slice(0, 5).map(({ id }) => id), newest: 'denied-23-3' },
    ready: { count: 0, first: [] },
  });
  // One of `pending`, two of `paid`, the oldest and the newest of four of `denied`.
  expect(read['requests']).toBe(1 + 1 + 2 + 8);
});

test('a claim that moves leaves its partition', async () => {
  const before = claim(1, 'pending', 3);
  await write({ ...before, version: before.version + 1, lane: 'overdue' }, before);
  expect(await lanesRead()).toMatchObject({
    pending: { count: 0, first: [] },
    overdue: { count: 1, newest: before.id },
    requests: 1 + 1 + 2 + 8,
  });
});
