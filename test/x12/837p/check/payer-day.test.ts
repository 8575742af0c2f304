import { describe, expect, it } from '@jest/globals';
import { PayerDay } from '#x12/837p/check/payer-day.ts';

const zones = ['UTC', 'America/Denver', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const moments = ['2026-01-01T00:30:00Z', '2026-01-01T11:30:00Z', '2026-03-01T23:30:00Z'];

/** ISO dates around a moment, from three days before `daysAgo` to three days after. */
function datesAround(moment: string, daysAgo: number): string[] {
  return [-3, -2, -1, 0, 1, 2, 3].map((days) =>
    new Date(Date.parse(moment) + (days - daysAgo) * 86_400_000).toISOString().slice(0, 10),
  );
}

describe.each(zones)('the day at a payer in %s', (zone) => {
  it.each(moments)('orders dates around %s as the exact day does', (moment) => {
    for (const daysAgo of [0, 1, 90, 365]) {
      const day = new PayerDay(zone, new Date(moment), daysAgo);
      for (const date of datesAround(moment, daysAgo)) {
        const fresh = new PayerDay(zone, new Date(moment), daysAgo);
        expect([date, fresh.isBefore(date), fresh.isAfter(date)]).toEqual([
          date,
          date > day.date,
          date < day.date,
        ]);
      }
    }
  });

  it('is the wall calendar of the zone', () => {
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
    for (const moment of moments) {
      expect(new PayerDay(zone, new Date(moment)).date).toBe(local.format(new Date(moment)));
    }
  });
});

it('looks up no time zone for dates far from the present', () => {
  const day = new PayerDay('Nowhere/Unknown', new Date('2026-01-20T10:00:00Z'));
  expect([day.isBefore('2025-12-24'), day.isAfter('2025-12-24'), day.isBefore('2026-02-01')]).toEqual([
    false,
    true,
    true,
  ]);
});
