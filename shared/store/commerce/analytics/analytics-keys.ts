import type { ItemKey } from '../../dynamodb/items.ts';

/** `day` is the UTC day, `YYYY-MM-DD`. */
export const funnelPartition = (brandId: string) => `ROLLUP#${brandId}#FUNNEL`;
export const funnelKey = (brandId: string, day: string, shard: number): ItemKey => ({
  pk: funnelPartition(brandId),
  sk: `${day}#${shard}`,
});

/** The partition of the month of the day. `field` is an id, a hash of a name, or `-`. */
export const waterPartition = (brandId: string, day: string) =>
  `ROLLUP#${brandId}#WATER#${day.slice(0, 'YYYY-MM'.length)}`;
export const waterKey = (brandId: string, day: string, field: string, shard: number): ItemKey => ({
  pk: waterPartition(brandId, day),
  sk: `${day}#${field}#${shard}`,
});

/** Customers of a brand by the first digit of the hash of their address. */
export const cohortPartitions = (brandId: string): readonly string[] =>
  Array.from({ length: 16 }, (_, digit) => `ROLLUP#${brandId}#CUSTOMER#${digit.toString(16)}`);
export const cohortKey = (brandId: string, emailHash: string): ItemKey => ({
  pk: `ROLLUP#${brandId}#CUSTOMER#${emailHash.slice(0, 1)}`,
  sk: emailHash,
});

/** Steps that a session of a shop has reached. */
export const sessionKey = (brandId: string, session: string): ItemKey => ({
  pk: `VISIT#${brandId}#${session}`,
  sk: 'SESSION',
});
/** A visit event that is counted. */
export const visitKey = (brandId: string, session: string, id: string): ItemKey => ({
  pk: `VISIT#${brandId}#${session}`,
  sk: `EVENT#${id}`,
});
