import { type CsvColumns, membersOf } from '#contract/csv.ts';
import type { LedgerEntryJson, PatientShareJson, ProviderBalanceJson } from './contract.ts';
import type { BankFileJson, BankLineJson, DepositJson } from './reconciliation-fields.ts';

export const bankLinesCsv: CsvColumns<BankLineJson> = {
  name: 'bank-lines',
  columns: [
    ...membersOf<BankLineJson>('id', 'state', 'account', 'date', 'amount', 'trace', 'description'),
    ['remittance_ids', ({ remittance_ids }) => remittance_ids.join(' ')],
    ...membersOf<BankLineJson>(
      'matched_by',
      'difference',
      'reason',
      'decided_by',
      'decided_at',
      'file_id',
      'line',
    ),
  ],
};

export const bankFilesCsv: CsvColumns<BankFileJson> = {
  name: 'bank-files',
  columns: membersOf<BankFileJson>(
    'id',
    'account',
    'imported_at',
    'imported_by',
    'complete',
    'lines',
    'new_lines',
    'known_lines',
    'bad_lines',
  ),
};

export const depositsCsv: CsvColumns<DepositJson> = {
  name: 'deposits',
  columns: membersOf<DepositJson>(
    'remittance_id',
    'state',
    'date',
    'amount',
    'method',
    'trace',
    'payer_id',
    'payer_name',
    'payee_id',
    'received_at',
    'bank_line_id',
    'matched_by',
    'difference',
    'reason',
    'decided_by',
    'decided_at',
  ),
};

export const providerBalancesCsv: CsvColumns<ProviderBalanceJson> = {
  name: 'provider-balances',
  columns: membersOf<ProviderBalanceJson>(
    'payer_id',
    'payer_name',
    'provider',
    'balance',
    'forwarding_balance',
    'withheld',
    'recouped',
    'interest',
    'other',
    'entries',
    'updated_at',
  ),
};

/** An adjustment of an entry; the balance is that after the whole entry. */
interface LedgerRow extends Omit<LedgerEntryJson, 'adjustments' | 'amount'> {
  readonly adjustment: LedgerEntryJson['adjustments'][number];
}

export const ledgerRows = (entries: readonly LedgerEntryJson[]): readonly LedgerRow[] =>
  entries.flatMap(({ adjustments, amount, ...entry }) =>
    adjustments.map((adjustment) => ({ ...entry, adjustment })),
  );

export const ledgerCsv: CsvColumns<LedgerRow> = {
  name: 'ledger',
  columns: [
    ...membersOf<LedgerRow>('posted_at', 'date', 'payer_id', 'provider', 'remittance_id', 'trace'),
    ['reason', ({ adjustment }) => adjustment.reason],
    ['kind', ({ adjustment }) => adjustment.kind],
    ['reference', ({ adjustment }) => adjustment.reference],
    ['amount', ({ adjustment }) => adjustment.amount],
    ...membersOf<LedgerRow>('balance', 'balanced'),
  ],
};

export const patientSharesCsv: CsvColumns<PatientShareJson> = {
  name: 'patient-responsibility',
  columns: [
    ...membersOf<PatientShareJson>(
      'claim_id',
      'patient_control_number',
      'payer_id',
      'billing_npi',
      'service_from',
      'patient_responsibility',
    ),
    ['deductible', ({ by_reason }) => by_reason.deductible],
    ['coinsurance', ({ by_reason }) => by_reason.coinsurance],
    ['copay', ({ by_reason }) => by_reason.copay],
    ['other', ({ by_reason }) => by_reason.other],
  ],
};
