import { inFirstIndex, inSecondIndex, itemKey, keysUnder, timeKey } from '#store/claims/key-parts.ts';
import type { ItemKey, KeyPrefix } from '#store/dynamodb/items.ts';
import { encodedText } from '#store/records/key-pattern.ts';

export const depositKey = (remittanceId: string): ItemKey => ({
  pk: `REMITTANCE#${remittanceId}`,
  sk: 'DEPOSIT',
});
export const depositIndexKeys = (state: string, date: string, id: string) => ({
  ...inFirstIndex(depositsPartition, timeKey(date, id)),
  ...inSecondIndex(depositStatePartition(state), timeKey(date, id)),
});
export const depositsPartition = 'DEPOSITS';
export const depositStatePartition = (state: string) => `DEPOSITS#${state}`;
/** Deposits by folded trace, and by amount and date. */
export const depositTraceKey = (trace: string, remittanceId: string) =>
  itemKey(depositsWithTrace(trace).pk, remittanceId);
export const depositsWithTrace = (trace: string) => keysUnder(`DEPOSITTRACE#${encodedText(trace)}`);
export const depositAmountKey = (cents: number, date: string, remittanceId: string) =>
  itemKey(depositsWithAmount(cents).pk, timeKey(date, remittanceId));
export const depositsWithAmount = (cents: number): KeyPrefix => keysUnder(`DEPOSITAMOUNT#${cents}`);

export const bankLineKey = (id: string): ItemKey => ({ pk: `BANKLINE#${id}`, sk: 'LINE' });
export const bankLineIndexKeys = (state: string, date: string, id: string) => ({
  ...inFirstIndex(bankLinesPartition, timeKey(date, id)),
  ...inSecondIndex(bankLineStatePartition(state), timeKey(date, id)),
});
export const bankLinesPartition = 'BANKLINES';
export const bankLineStatePartition = (state: string) => `BANKLINES#${state}`;
/** Lines by a folded text that may be a trace, and by amount and date. */
export const bankTraceKey = (token: string, lineId: string) => itemKey(linesWithTrace(token).pk, lineId);
export const linesWithTrace = (token: string) => keysUnder(`BANKTRACE#${encodedText(token)}`);
export const bankAmountKey = (cents: number, date: string, lineId: string) =>
  itemKey(linesWithAmount(cents).pk, timeKey(date, lineId));
export const linesWithAmount = (cents: number): KeyPrefix => keysUnder(`BANKAMOUNT#${cents}`);

export const bankFileKey = (id: string): ItemKey => ({ pk: `BANKFILE#${id}`, sk: 'FILE' });
export const bankFileIndexKeys = (importedAt: string, id: string) =>
  inFirstIndex(bankFilesPartition, timeKey(importedAt, id));
export const bankFilesPartition = 'BANKFILES';

/** @param kind deposit or bank-line */
export const reconciliationFiguresKey = (kind: string, state: string) =>
  itemKey('RECONCILIATION', `${kind}#${state}`);
export const allReconciliationFigures = keysUnder('RECONCILIATION');

const partyKey = (payerId: string, provider: string) => `${encodedText(payerId)}#${encodedText(provider)}`;
export const ledgerAccountKey = (payerId: string, provider: string) =>
  itemKey('LEDGERS', partyKey(payerId, provider));
export const allLedgerAccounts = keysUnder('LEDGERS');
export const ledgerPartition = (payerId: string, provider: string) => `LEDGER#${partyKey(payerId, provider)}`;
/** @param n number of the entry in its account, from 1 */
export const ledgerEntryKey = (payerId: string, provider: string, n: number) =>
  itemKey(ledgerPartition(payerId, provider), String(n).padStart(9, '0'));

/** Not a key of the claim itself, because the lanes use its index. */
export const patientShareKey = (claimId: string): ItemKey => ({ pk: `PATIENTSHARE#${claimId}`, sk: 'SHARE' });
export const patientShareIndexKeys = (day: string, claimId: string) =>
  inFirstIndex(patientSharesPartition, timeKey(day, claimId));
export const patientSharesPartition = 'PATIENTSHARES';

export const cohortKey = (day: string, payerId: string, billingNpi: string) =>
  itemKey(cohortsPartition, `${day}#${encodedText(payerId)}#${encodedText(billingNpi)}`);
export const cohortsPartition = 'COHORTS';

/** Figures of a run over a file or submission that are not in the cohorts yet. */
export const pendingFiguresKey = (run: string) => itemKey(allPendingFigures.pk, run);
export const allPendingFigures = keysUnder('PENDINGFIGURES');
