import * as z from 'zod';
import type { Reply } from './engine.ts';

/** Units that the engine reports for a table or an index. */
interface ConsumedUnits {
  readonly table: string;
  readonly index: string | undefined;
  readonly units: number;
}

const units = z.object({ CapacityUnits: z.number().default(0) });
const consumed = z.object({
  TableName: z.string(),
  Table: units.optional(),
  GlobalSecondaryIndexes: z.record(z.string(), units).default({}),
});
const schema = z.object({ ConsumedCapacity: z.union([consumed, z.array(consumed)]).optional() });

/** Units in a response, without places that used none. */
export function consumedUnits({ status, body }: Reply): readonly ConsumedUnits[] {
  if (status !== 200) return [];
  const { ConsumedCapacity = [] } = schema.parse(JSON.parse(body.toString('utf8')));
  return [ConsumedCapacity]
    .flat()
    .flatMap(({ TableName, Table, GlobalSecondaryIndexes }) => [
      { table: TableName, index: undefined, units: Table?.CapacityUnits ?? 0 },
      ...Object.entries(GlobalSecondaryIndexes).map(([index, { CapacityUnits }]) => ({
        table: TableName,
        index,
        units: CapacityUnits,
      })),
    ])
    .filter((one) => one.units > 0);
}
