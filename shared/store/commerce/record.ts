import type * as z from 'zod';
import { monthsBetween as calendarMonths, monthAfter, monthOf } from '#calendar/days.ts';
import type { BrandRecords, PartitionOf, Records } from '#contract/partitions.ts';
import type { Item } from '../dynamodb/items.ts';
import type { ItemRange } from '../dynamodb/query-page.ts';
import { countersOf } from '../records/counter.ts';
import type { Facts } from '../records/key-pattern.ts';
import type { IndexKeys, Place } from '../records/place.ts';
import { recordsOf } from '../records/record.ts';
import { commerceTable } from './commerce-table.ts';

/** Parts of the data of a person. functions/commerce/work/erase-people.ts has their erasers. */
export type ErasedArea = 'orders' | 'referrals' | 'messages' | 'history' | ErasedElsewhere;

/** `contact` is erased by the request itself, and the person in the `receipt` by the end of the erasure. */
export type ErasedElsewhere = 'contact' | 'receipt';

/** Items that lead to others: those of another place of the brand. */
export interface Lead {
  /** Name of the place. If its partition key has not only the brand, its own index must. */
  readonly by: string;
  /** Facts of the other keys, from the attributes of the leading item and the facts of its key. */
  readonly facts: (lead: Facts) => Facts;
  /** Other leads lead to most of these items too, so the archive takes them from there. */
  readonly again?: true;
}

/** How the items of a brand are found whose partition key does not have the brand alone. */
export type Found =
  | readonly Lead[]
  /** The partitions of a brand that was created at the first time and is removed at the second one. */
  | { readonly among: (created: Date, now: Date) => readonly Facts[] }
  /** Ranges with items of all brands. */
  | { readonly in: readonly ItemRange[]; readonly isOf: (brandId: string, item: Item) => boolean }
  /** Not at all, for this reason. */
  | { readonly not: string };

/** What a record of commerce owes to its brand, and to the people whose data it may hold. */
export interface BrandDuties {
  /** The file in the archive of a brand that leaves, or the reason why there is none. */
  readonly exported: string | { readonly not: string };
  /** Attributes that grant access, or that only we use: not exported. */
  readonly hides?: readonly string[];
  /** Attributes that are JSON text. The fields of an object are exported in place of its attribute. */
  readonly texts?: readonly string[];
  /** The key has facts that the attributes do not have, and is exported too. */
  readonly keyed?: true;
  /** The eraser that removes the data of a person from it. */
  readonly person: 'none' | ErasedArea;
  /** Absent if the partition key has the brand alone, or if one of an index has. */
  readonly found?: Found;
}

/** Declares records of commerce. */
export const record = recordsOf<BrandDuties>(() => commerceTable);

/** Declares numbers of commerce. */
export const counter = countersOf<BrandDuties>(() => commerceTable);

/** Declares how the resource of a path is found if its key has facts that the path does not have. */
export const resource = <S extends z.ZodType>(declaration: {
  readonly of: S;
  load(keys: readonly Facts[]): Promise<z.output<S> | undefined>;
}) => declaration;

export type CommercePlace = Place & BrandDuties;

export interface PlaceChoices extends Partial<Omit<BrandDuties, 'exported'>> {
  readonly indexes?: IndexKeys;
}

/** Declares items with several writers, whose keys and writes are beside their queries. */
export const place = <R extends BrandRecords>(
  name: string,
  records: R,
  pk: PartitionOf<R>,
  sk: string,
  exported: BrandDuties['exported'],
  choices: PlaceChoices = {},
): CommercePlace => ({ name, records, pk, sk, exported, person: 'none', ...choices });

/** Declares items that stay when a brand leaves. */
export const staying = <R extends Exclude<Records, BrandRecords>>(
  name: string,
  records: R,
  pk: PartitionOf<R>,
  sk: string,
  reason: string,
): CommercePlace => ({
  name,
  records,
  pk,
  sk,
  exported: { not: reason },
  person: 'none',
  found: { not: reason },
});

export const pointer = { not: 'leads to another record' };
export const count = { not: 'counts other records' };
export const secret = { not: 'grants access' };
export const internal = { not: 'is needed for a moment only' };
export const keyed = { keyed: true } as const;
export const of = (person: ErasedArea) => ({ person });

/** Items whose keys have the id of another item as this fact. */
export const ledBy = (fact: string, ...places: readonly string[]): { readonly found: readonly Lead[] } => ({
  found: places.map((by) => ({ by, facts: ({ id }) => ({ [fact]: id }) })),
});

/**
 * Months `YYYY-MM` from the one before `from` to the one after `to`, because days of a brand's time zone may be those of the
 * neighboring month in UTC.
 */
export function monthsBetween(from: Date, to: Date): readonly { readonly month: string }[] {
  const [first = '', last = ''] = [from, to].map((time) => monthOf(time.toISOString()));
  return calendarMonths(monthAfter(first, -1), monthAfter(last, 1)).map((month) => ({ month }));
}

/** Periods of leaderboards. */
export function periodsBetween(from: Date, to: Date): readonly { readonly period: string }[] {
  const months = monthsBetween(from, to).map(({ month }) => month);
  const years = new Set(months.map((month) => month.slice(0, 'YYYY'.length)));
  return ['all', ...years, ...months].map((period) => ({ period }));
}
