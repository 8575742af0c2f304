import type { MoneyWrite } from '#claims/reconciliation/money-write.ts';
import { settlementWrites } from '#claims/responses/remittance/settlement-writes.ts';
import type { StoredRemittance } from '#claims/responses/remittance/stored-remittance.ts';
import { isWritten, retryOnConflict } from '#persistence/conflict.ts';
import { getItem, recordOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { depositKey } from '../keys/money-keys.ts';
import { remittancesPartition } from '../keys/response-keys.ts';
import { findLedgerAccount } from './ledger.ts';
import { moneyActions } from './money-actions.ts';

/**
 * Gives the remittances of earlier versions their deposits and ledger entries, oldest first. Idempotent. Such a remittance
 * has at most 200 provider-level adjustments stored.
 *
 * @returns number of remittances that got them
 */
export async function backfillSettlements(table: Table, now: Date): Promise<number> {
  let added = 0;
  for await (const item of queryItems(
    table,
    { index: 'gsi1', pk: remittancesPartition },
    { pageSize: 100 },
  )) {
    const remittance = recordOf<StoredRemittance>(item);
    // The sums of the others are not known yet: the run that reads them adds both.
    if (remittance.state === 'reading') continue;
    if (await retryOnConflict(() => addSettlement(table, remittance, now))) added++;
  }
  return added;
}

async function addSettlement(table: Table, remittance: StoredRemittance, now: Date): Promise<boolean> {
  if ((await getItem(table, depositKey(remittance.id))) !== undefined) return false;
  const ports = { findLedgerAccount: (payer: string, npi: string) => findLedgerAccount(table, payer, npi) };
  const adjustments = remittance.provider_adjustments.map(({ fiscal_period, ...one }) => ({
    ...one,
    fiscalPeriod: fiscal_period,
  }));
  const writes: readonly MoneyWrite[] = await settlementWrites(ports, remittance, adjustments, now);
  const actions = writes.flatMap(moneyActions);
  if (await isWritten(transact(table, actions))) return true;
  // Another run has added it, or has moved an account.
  return (await getItem(table, depositKey(remittance.id))) === undefined
    ? addSettlement(table, remittance, now)
    : false;
}
