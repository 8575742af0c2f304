import { describe, expect, test } from '@jest/globals';
import { newEntry, nextAttempt, soldAtOf, withWrite } from '#web/offline/outbox-entry.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const service = Date.parse('2026-03-07T12:00:00.000Z');
const ago = (ms: number, now = service) => new Date(now - ms).toISOString();

describe('the time of a sale', () => {
  test('is as long ago by the clock of the service as by that of the device', () => {
    for (const ahead of [0, 3 * day, -3 * day]) {
      const device = service + ahead;
      expect(soldAtOf(ago(2 * day, device), { device, service })).toBe(ago(2 * day));
    }
  });

  test.each([
    ['of this minute', 59_000],
    ['from before the clock was set back', -minute],
    ['that the service finds too old', 7 * day],
  ])('is not sent for a sale %s', (_, age) => {
    expect(soldAtOf(ago(age), { device: service, service })).toBeUndefined();
  });

  test('is sent up to the last minutes of seven days', () => {
    const age = 7 * day - 2 * minute;
    expect(soldAtOf(ago(age), { device: service, service })).toBe(ago(age));
  });

  test('stays the same in all attempts, and is decided again when a person sends the order again', () => {
    const order = { brand_id: 'b', items: [{ product_id: 'p', quantity: 1, price: 1 }] };
    const taken = {
      ...newEntry('b', { kind: 'create_order', recordId: 'r', order }),
      madeAt: ago(2 * day, Date.now()),
    };
    const first = nextAttempt(taken, service);
    expect(first).toMatchObject({ attempts: 1, write: { first: { soldAt: expect.any(String) } } });
    const second = nextAttempt(first, service + day);
    expect(second.attempts).toBe(2);
    expect(second.write).toEqual(first.write);
    const again = withWrite(second, second.write);
    expect(again.idempotencyKey).not.toBe(first.idempotencyKey);
    expect(nextAttempt(again, service + day).write).not.toEqual(first.write);
  });
});
