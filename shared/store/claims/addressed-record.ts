import type * as z from 'zod';
import type { Table } from '../dynamodb/table.ts';

/** NPIs of the billing providers to which a caller is limited; undefined for all providers. */
type ProviderLimit = readonly string[] | undefined;

/** Finds what a path addresses, unless it does not exist for a caller who is limited to billing providers. */
export interface AddressedRecord<Stored extends object = object> {
  load(table: Table, id: string, limit: ProviderLimit): Promise<Stored | undefined>;
}

/** What paths of an API address by an id. The pipeline of an endpoint whose `resource` is `of` loads it. */
export const addressedRecord = <Stored extends object>({
  find,
  isWithin = () => false,
}: {
  /** The schema by which declarations name the resource. */
  readonly of: z.ZodType;
  find(table: Table, id: string): Promise<Stored | undefined>;
  /** Whether a limited caller may see it. Without this, no limited caller may. */
  isWithin?(stored: Stored, limit: readonly string[], table: Table): boolean | Promise<boolean>;
}): AddressedRecord<Stored> => ({
  async load(table, id, limit) {
    const stored = await find(table, id);
    if (stored === undefined || limit === undefined) return stored;
    return (await isWithin(stored, limit, table)) ? stored : undefined;
  },
});
