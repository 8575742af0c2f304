import { commerceEnvironment } from '#contract/environment.ts';
import { openTable } from '../dynamodb/table.ts';

/** The commerce service's table, opened once for each function instance. */
export const commerceTable = openTable(commerceEnvironment.parse(process.env).COMMERCE_TABLE);
