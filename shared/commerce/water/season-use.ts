import { localDay } from '#calendar/time-zone.ts';
import type { Season } from './season.ts';
import { type Entries, type FieldUse, useByField } from './use.ts';
import { type Litres, litresOfAllocation, noLitres, partOf, sumOfLitres, volumeOf } from './volume.ts';
import type { Allocation, Field, SeasonUse } from './water-fields.ts';

const dayMilliseconds = 86_400_000;

interface SeasonContext {
  readonly brand_id: string;
  readonly time_zone: string;
  readonly season: Season;
  readonly allocation: Allocation | undefined;
  readonly fields: readonly Field[];
  /** Fields that were deleted after the water was recorded. */
  readonly deleted: readonly Pick<Field, 'id' | 'name'>[];
  readonly now: Date;
}

/** The water of a season against the allocations of the brand and its fields, with a forecast for the current season. */
export function seasonUse(entries: Entries, context: SeasonContext): SeasonUse {
  const { brand_id, time_zone, season, fields, deleted, allocation } = context;
  const known = new Map(fields.map((field) => [field.id, field]));
  const names = new Map([...fields, ...deleted].map(({ id, name }) => [id, name]));
  const uses = useByField(entries, season);
  const listed = new Set(uses.map(({ field_id }) => field_id));
  const unused = fields
    .filter(({ id, is_active, allocation: own }) => !listed.has(id) && (is_active || own !== undefined))
    .map(({ id }): FieldUse => ({ field_id: id, metered: noLitres, estimated: noLitres }));
  const rows = [...uses, ...unused].map((use) => {
    const { field_id = '' } = use;
    const name = names.get(field_id) ?? use.field_name;
    return {
      ...(use.field_id !== undefined && { field_id: use.field_id }),
      ...(name !== undefined && { field_name: name }),
      ...figures(use, known.get(field_id)?.allocation, context),
    };
  });
  const total = {
    metered: sumOfLitres(uses.map(({ metered }) => metered)),
    estimated: sumOfLitres(uses.map(({ estimated }) => estimated)),
  };
  const ends = allocationEnd(total.metered.plus(total.estimated), allocation, context);
  return {
    ...{ brand_id, time_zone, from: season.from, to: season.to },
    total: {
      ...figures(total, allocation, context),
      ...(ends !== undefined && { allocation_ends_on: ends }),
    },
    fields: rows,
  };
}

function figures(
  { metered, estimated }: Pick<FieldUse, 'metered' | 'estimated'>,
  allocation: Allocation | undefined,
  context: SeasonContext,
) {
  const used = metered.plus(estimated);
  const allowed = allocation && litresOfAllocation(allocation);
  const forecast = forecastOf(used, context);
  return {
    metered: volumeOf(metered),
    estimated: volumeOf(estimated),
    used: volumeOf(used),
    ...(allowed !== undefined && { allocation: volumeOf(allowed), remaining: volumeOf(allowed.minus(used)) }),
    ...(forecast !== undefined && { forecast: volumeOf(forecast) }),
  };
}

/** Use at the end of the season at the rate so far. After the season it is the use. */
function forecastOf(used: Litres, { season, now }: SeasonContext): Litres | undefined {
  const [start, end] = [season.start.getTime(), season.end.getTime()];
  const elapsed = Math.min(now.getTime(), end) - start;
  return elapsed < dayMilliseconds ? undefined : partOf(used, end - start, elapsed);
}

function allocationEnd(
  used: Litres,
  allocation: Allocation | undefined,
  { season, now, time_zone }: SeasonContext,
): string | undefined {
  const [start, end] = [season.start.getTime(), season.end.getTime()];
  const elapsed = Math.min(now.getTime(), end) - start;
  if (allocation === undefined || used.lte(0) || elapsed < dayMilliseconds) return undefined;
  const untilEmpty = Number(litresOfAllocation(allocation).times(elapsed).div(used));
  return untilEmpty >= end - start ? undefined : localDay(new Date(start + untilEmpty), time_zone);
}
