import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { completeReservation, releaseKey, reserveKey } from '#store/requests/idempotency.ts';
import { newCommerceTable } from '../commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from '../dynamodb/dynamo-engine.ts';

let engine: DynamoEngine;
let table: Table;
beforeAll(async () => {
  engine = await startDynamoEngine();
  table = await newCommerceTable(engine);
});
afterAll(() => engine.stop());

const day = Date.parse('2026-03-15T18:00:00Z');
const at = (seconds: number) => new Date(day + seconds * 1000);
let keys = 0;
const newRequest = () => ({ scope: 'caller', key: `key-${keys++}`, fingerprint: 'body' });

/** Takes the key, which must be free. */
async function first(request: ReturnType<typeof newRequest>, seconds: number) {
  const reservation = await reserveKey(table, request, at(seconds));
  if (reservation.outcome !== 'first') throw new Error(`The key is ${reservation.outcome}`);
  return reservation;
}

test('a reservation whose response was lost belongs to its request', async () => {
  let attempts = 0;
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const isFirst = attempts++ === 0;
      const result = await next(args);
      if (isFirst) throw Object.assign(new Error('Lost'), { name: 'TimeoutError' });
      return result;
    },
    // Inside the SDK's own retry.
    { step: 'deserialize', name: 'lost', priority: 'high' },
  );
  try {
    expect(await reserveKey(table, newRequest(), at(0))).toMatchObject({ outcome: 'first' });
    expect(attempts).toBe(2);
  } finally {
    table.client.middlewareStack.remove('lost');
  }
});

describe('The reference of a request', () => {
  test('stays when a repetition takes over from a run that was killed', async () => {
    const request = newRequest();
    const killed = await first(request, 0);
    expect(await reserveKey(table, request, at(20))).toEqual({ outcome: 'in-flight', retryAfterSeconds: 2 });
    expect(await reserveKey(table, request, at(30))).toEqual({ outcome: 'in-flight', retryAfterSeconds: 1 });
    const repeated = await first(request, 31);
    expect(repeated.reference).toBe(killed.reference);
    expect(repeated.reservationId).not.toBe(killed.reservationId);
    // The replaced run can no longer store its reply.
    const reply = { status: 201, headers: {}, body: '{}' };
    await expect(
      transact(table, [completeReservation(request, killed.reservationId, reply, at(32))]),
    ).rejects.toMatchObject({ name: 'ConditionFailed' });
  });

  test('stays after a failure releases the key, and the repetition need not wait', async () => {
    const request = newRequest();
    const failed = await first(request, 0);
    await releaseKey(table, request, failed.reservationId);
    expect((await first(request, 1)).reference).toBe(failed.reference);
  });

  test('is new for another body under a released key, and for an expired key', async () => {
    const request = newRequest();
    const failed = await first(request, 0);
    const other = { ...request, fingerprint: 'other body' };
    expect(await reserveKey(table, other, at(31))).toEqual({ outcome: 'mismatch' });
    await releaseKey(table, request, failed.reservationId);
    const changed = await first(other, 32);
    expect(changed.reference).not.toBe(failed.reference);
    expect((await first(other, 32 + 25 * 3600)).reference).not.toBe(changed.reference);
  });

  test('is taken over by exactly one of several concurrent repetitions', async () => {
    const request = newRequest();
    await first(request, 0);
    const reservations = await Promise.all(
      Array.from({ length: 5 }, () => reserveKey(table, request, at(31))),
    );
    expect(reservations.filter(({ outcome }) => outcome === 'first')).toHaveLength(1);
    expect(reservations.filter(({ outcome }) => outcome === 'in-flight')).toHaveLength(4);
  });

  test('ends with the reply, which is replayed', async () => {
    const request = newRequest();
    const { reservationId } = await first(request, 0);
    const reply = { status: 201, headers: {}, body: '{"data":1}' };
    await transact(table, [completeReservation(request, reservationId, reply, at(1))]);
    expect(await reserveKey(table, request, at(60))).toEqual({ outcome: 'replay', reply });
  });
});
