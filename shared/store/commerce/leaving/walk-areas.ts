import type { Item } from '../../dynamodb/items.ts';
import { type ItemRange, queryPages } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { type OwnedArea, type OwnedBrand, type OwnedRange, ownedAreas } from './owned-areas.ts';

/** Where a walk continues: the area, the range of its leads, and the last lead that is done. */
export interface WalkPosition {
  readonly area: number;
  readonly range: number;
  readonly after?: string | undefined;
}

export const walkStart: WalkPosition = { area: 0, range: 0 };

/** Ranges that are visited together, and the position after them. */
export interface WalkStep {
  readonly area: OwnedArea;
  readonly ranges: readonly OwnedRange[];
  readonly next: WalkPosition;
}

/** Leads whose ranges are visited together. */
const leadsAtOnce = 25;

/**
 * The parts of the table that a brand owns, from a position on. A step that was not completed is repeated when the walk
 * continues from the position before it.
 */
export async function* walkAreas(
  table: Table,
  brand: OwnedBrand,
  { now, from = walkStart }: { readonly now: Date; readonly from?: WalkPosition },
): AsyncGenerator<WalkStep> {
  for (const [index, area] of ownedAreas.entries()) {
    if (index < from.area) continue;
    const start = index === from.area ? from : { area: index, range: 0 };
    if (area.leads === undefined) {
      yield { area, ranges: area.ranges(brand, {}, now), next: { area: index + 1, range: 0 } };
    } else {
      const rangesOf = (lead: Item) => area.ranges(brand, lead, now);
      for await (const step of walkLeads(table, { leads: area.leads(brand), rangesOf }, start)) {
        yield { area, ...step };
      }
    }
  }
}

interface LedRanges {
  readonly leads: readonly ItemRange[];
  rangesOf(lead: Item): readonly OwnedRange[];
}

/** Neighboring leads with the same range, such as water logs of one month, lead to it once. */
async function* walkLeads(
  table: Table,
  { leads: sources, rangesOf }: LedRanges,
  start: WalkPosition,
): AsyncGenerator<Pick<WalkStep, 'ranges' | 'next'>> {
  for (const [index, range] of sources.entries()) {
    if (index < start.range) continue;
    // Sort keys of this index are times, which are not unique, so it is read again from its start.
    const after = index === start.range && range.index !== 'gsi2' ? start.after : undefined;
    const led =
      after === undefined
        ? undefined
        : rangesOf(range.index === undefined ? { pk: range.pk, sk: after } : {}).at(-1);
    let last = led && rangeName(led);
    for await (const leads of queryPages(table, range, { after, pageSize: leadsAtOnce })) {
      const lastKey = leads.at(-1)?.[`${range.index ?? ''}sk`];
      if (lastKey === undefined) continue;
      const ranges = leads.flatMap(rangesOf).filter((one) => {
        const isNew = rangeName(one) !== last;
        last = rangeName(one);
        return isNew;
      });
      yield { ranges, next: { ...start, range: index, after: String(lastKey) } };
    }
    yield { ranges: [], next: { ...start, range: index + 1, after: undefined } };
  }
}

/** A range as one text. */
export const rangeName = (range: OwnedRange): string => JSON.stringify(range);
