import type { ChainAppender } from '#audit/append/appender.ts';
import type { BankLine } from '#claims/reconciliation/bank-line.ts';
import type { ImportPorts } from '#claims/reconciliation/import-bank-file.ts';
import type { BankFileJson } from '#contract/claims/money/reconciliation-records.ts';
import { getItems, getRecord, itemOf, recordOf } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { bankFileIndexKeys, bankFileKey, bankLineKey } from '../keys/money-keys.ts';
import { type ClaimsTables, writeChange } from '../write-change.ts';
import { reconciliationStore } from './reconciliation.ts';

export const settlePorts = (tables: ClaimsTables, actor: string) => ({
  store: reconciliationStore(tables.claims),
  write: (change: Parameters<typeof writeChange>[1]) => writeChange(tables, change),
  actor,
  now: () => new Date(),
});

export const importPorts = (tables: ClaimsTables, actor: string, isTimeUp: () => boolean): ImportPorts => ({
  ...settlePorts(tables, actor),
  isTimeUp,
  findFile: (id) => getRecord<BankFileJson>(tables.claims, bankFileKey(id)),
  putFile: (file, entries) => putFile(tables.audit, file, entries),
  findLines: (ids) => findLines(tables.claims, ids),
});

const putFile = (
  audit: ChainAppender<TransactAction>,
  file: BankFileJson,
  entries: Parameters<ChainAppender<TransactAction>['append']>[0],
) =>
  audit.append(entries, [
    {
      Put: {
        Item: itemOf({ ...bankFileKey(file.id), ...bankFileIndexKeys(file.imported_at, file.id) }, file),
      },
    },
  ]);

async function findLines(table: Table, ids: readonly string[]): Promise<readonly BankLine[]> {
  return (await getItems(table, ids.map(bankLineKey))).map((item) => recordOf<BankLine>(item));
}
