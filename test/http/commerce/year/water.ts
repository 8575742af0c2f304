import { randomUUID } from 'node:crypto';
import type { BrandYear } from './brand-year.ts';
import { monthsOf } from './denver-time.ts';

const allocation = { amount: 40, unit: 'acre_feet' } as const;

/** Fields and meters, logs of the irrigation and monthly readings. Some are corrected, edited or deleted. */
export async function planWater(year: BrandYear): Promise<void> {
  const { brandId: brand_id } = year;
  const north = await year.done('POST', '/fields', { brand_id, name: 'North field', allocation });
  const south = await year.done('POST', '/fields', { brand_id, name: 'South field' });
  await year.done('PUT', '/water-settings', { brand_id, season_start: '01-01', allocation });
  const meter = { brand_id, name: 'Well', field_id: north.id, unit: 'acre_feet', rollover_at: 30 };
  const { id: meterId } = await year.done('POST', '/meters', meter);
  let value = 21.25;
  for (const [index, month] of monthsOf(year.year).entries()) {
    year.at(year.moment(`${month.slice(5)}-03T07:15`), async () => {
      const next = Math.round((value + 0.75 + year.dice.below(1000) / 400) * 1e4) / 1e4;
      const isRollover = next >= 30;
      value = isRollover ? Math.round((next - 30) * 1e4) / 1e4 : next;
      const body = { value, ...(isRollover && { kind: 'rollover' }) };
      const reading = await year.done('POST', `/meters/${meterId}/readings`, body);
      if (index !== 6) return;
      const corrected = Math.round((value + 0.0625) * 1e4) / 1e4;
      const path = `/meters/${meterId}/readings/${reading.id}`;
      const kind = isRollover ? 'rollover' : 'reading';
      await year.done('PUT', path, { value: corrected, kind, reason: 'Misread' });
      value = corrected;
    });
    for (const day of year.isShort ? ['13'] : ['06', '13', '20', '27']) {
      year.at(year.moment(`${month.slice(5)}-${day}T06:30`), () => irrigate(year, [north.id, south.id]));
    }
  }
}

/** Entries of one morning: with the id of a field, with its name only, without any, and from a device without a network. */
async function irrigate(year: BrandYear, fieldIds: readonly string[]): Promise<void> {
  const { brandId: brand_id, dice } = year;
  const hour = 3_600_000;
  const logged_at = new Date((await year.clock.now()).getTime() - dice.below(72) * hour).toISOString();
  const field = dice.pick([
    { field_id: fieldIds[0] },
    { field_id: fieldIds[1] },
    { field_name: dice.pick(['West', 'WEST ']) },
    {},
  ]);
  const entry = { ...field, gallons: (1 + dice.below(90_000)) / 8, logged_at };
  const log = await year.done('POST', '/water-logs', { brand_id, ...entry });
  year.firstWaterLogAt ||= log.created_at;
  if (dice.chance(0.2)) {
    const path = `/water-logs/${log.id}`;
    await year.tried('PUT', path, { ...entry, gallons: entry.gallons + 10.5, reason: 'Second pump' });
    if (dice.chance(0.5)) await year.tried('DELETE', path, undefined);
  }
  if (!dice.chance(0.2)) return;
  const items = [{ id: randomUUID(), field_id: fieldIds[1], gallons: 42.25, logged_at }];
  for (let n = 0; n < 2; n++) await year.done('POST', '/water-logs/batch', { brand_id, items });
}
