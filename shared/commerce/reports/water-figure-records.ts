import { monthOf } from '#calendar/days.ts';
import type { MeteredUse } from '#commerce/water/use.ts';
import type { WaterLog } from '#commerce/water-logs/contract.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { keyIn } from '#store/records/place.ts';
import { type FigureChange, fieldFigures, figureActions, shardOf } from './figure-records.ts';
import { quarterAttribute, quarterOf } from './figures.ts';
import { dayOf } from './order-figures.ts';
import {
  meteredFigures,
  type WaterCounter,
  type WaterFigures,
  waterCounters,
  waterFigures,
} from './water-figures.ts';

/** Entries are rare, but a batch of readings may have many of one day. */
const waterShards = 4;

type Sign = 1n | -1n;

/** Moves the figures from one version of an entry to the next: at most two actions, without a condition. */
export const waterFiguresActions = (
  before: WaterLog | undefined,
  after: WaterLog | undefined,
): TransactAction[] =>
  figureActions([
    ...(before === undefined ? [] : waterChanges(before, -1n)),
    ...(after === undefined ? [] : waterChanges(after, 1n)),
  ]);

/** What an entry adds to its figures; nothing if it is too large to count. */
export function waterChanges(log: WaterLog, sign: Sign): readonly FigureChange[] {
  const { brand_id, id, logged_at } = log;
  return changesOf({ brand_id, id, at: logged_at }, waterFigures(log), ({ microgallons }) => ({
    microgallons: sign * microgallons,
    log_count: sign,
  }));
}

/** A metered use with the reading that ends it. */
export interface StoredUse extends MeteredUse {
  readonly brand_id: string;
  readonly reading_id: string;
}

/** What a metered use adds to the figures at the time of the reading that ends it. */
export const meteredChanges = (use: StoredUse, sign: Sign): readonly FigureChange[] =>
  changesOf(
    { brand_id: use.brand_id, id: use.reading_id, at: use.to },
    meteredFigures(use),
    ({ microgallons }) => ({ metered_microgallons: sign * microgallons }),
  );

interface Place {
  readonly brand_id: string;
  readonly id: string;
  readonly at: string;
}

function changesOf(
  { brand_id, id, at }: Place,
  figures: WaterFigures | undefined,
  countersOf: (figures: WaterFigures) => Readonly<Partial<Record<WaterCounter, bigint>>>,
): readonly FigureChange[] {
  if (figures === undefined) return [];
  const day = dayOf(at);
  const quarter = quarterOf(at);
  const add: Record<string, bigint> = {};
  for (const [counter, by] of Object.entries(countersOf(figures))) {
    add[counter] = by;
    add[quarterAttribute(quarter, waterCounters[counter as WaterCounter])] = by;
  }
  const shard = shardOf(id, waterShards);
  return [
    {
      key: keyIn(fieldFigures, { brand_id, month: monthOf(day), day, field: figures.field, shard }),
      subject: figures.subject,
      add,
    },
  ];
}
