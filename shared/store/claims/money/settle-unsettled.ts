import type { BankLine } from '#claims/reconciliation/bank-line.ts';
import { settleDeposit, settleLines } from '#claims/reconciliation/settle.ts';
import { recordOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { bankLineStatePartition, depositStatePartition } from '../keys/money-keys.ts';
import type { ClaimsTables } from '../write-change.ts';
import { settlePorts } from './bank-files.ts';
import { findBankLine } from './reconciliation.ts';

/** Records of one run; the next run takes the rest. */
const maxSettled = 1000;

/**
 * Matches the bank lines and deposits that are still `new`, because the run that stored them was killed. Idempotent.
 *
 * @returns their number
 */
export async function settleUnsettled(tables: ClaimsTables): Promise<number> {
  const ports = settlePorts(tables, 'schedule');
  let settled = 0;
  for await (const item of queryItems(tables.claims, { index: 'gsi2', pk: bankLineStatePartition('new') })) {
    if (++settled > maxSettled) return settled;
    const { id } = recordOf<BankLine>(item);
    // The index lags behind: the line may be matched by now.
    const line = await findBankLine(tables.claims, id);
    if (line?.state === 'new') await settleLines(ports, [line]);
  }
  for await (const item of queryItems(tables.claims, { index: 'gsi2', pk: depositStatePartition('new') })) {
    if (++settled > maxSettled) return settled;
    await settleDeposit(ports, String(item['remittance_id']));
  }
  return settled;
}
