import { commerceEnvironment } from '#contract/environment.ts';
import { openTable, type Table } from '../dynamodb/table.ts';

let opened: Table | undefined;

/** Opens the commerce service's table, once for each function instance. Functions call it while Lambda starts them. */
export function openCommerceTable(): Table {
  opened ??= openTable(commerceEnvironment.parse(process.env).COMMERCE_TABLE);
  return opened;
}

/** Sets the table of a process whose environment does not name it: a command of an operator, or a test on several engines. */
export const useCommerceTable = (table: Table): void => {
  opened = table;
};

/** The commerce service's table, which opens at its first use: the build reads declarations of records without one. */
export const commerceTable: Table = {
  get client() {
    return openCommerceTable().client;
  },
  get name() {
    return openCommerceTable().name;
  },
};
