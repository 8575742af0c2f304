import * as z from 'zod';
import { patientResponsibilityByReason } from '#claims/claims/claim-fields.ts';
import { readsClaims, writesClaims } from '#contract/claims/operations.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, membersOf, moneyAmount, pageOf, timestamp, uuid } from '#contract/fields.ts';
import {
  bankFile,
  bankLine,
  bankLineStates,
  candidate,
  deposit,
  depositStates,
} from './reconciliation-fields.ts';

const endpoint = endpointsOf('claims', 'reconciliation');
const ledgerEndpoint = endpointsOf('claims', 'ledger');
const responsibilityEndpoint = endpointsOf('claims', 'patient responsibility');

/** Maximum lines of a bank file, which one request processes. */
export const maxBankLines = 2000;

const columnName = z.string().trim().min(1).max(100).optional();

/** How the columns of a bank file are read. Columns are named as in the header, in any letter case. */
export const bankFileSettings = z.strictObject({
  account: z.string().trim().max(60).default('').describe('Name of the bank account'),
  date_column: columnName.describe('Default: Date, Posting Date, Posted Date or Transaction Date'),
  amount_column: columnName.describe('Default: Amount. Without it, credit and debit columns are read'),
  credit_column: columnName.describe('Default: Credit or Deposit'),
  debit_column: columnName.describe('Default: Debit or Withdrawal; its amounts count as negative'),
  description_column: columnName.describe('Default: Description, Memo, Details or Addenda'),
  trace_column: columnName.describe('Default: Trace, Trace Number, Reference or Check Number'),
  date_format: z
    .enum(['iso_or_us', 'YYYY-MM-DD', 'MM/DD/YYYY', 'DD.MM.YYYY', 'YYYYMMDD'])
    .default('iso_or_us')
    .describe('Default: 2026-11-22 or 11/22/2026'),
  decimal: z.enum(['point', 'comma']).default('point').describe('What separates the cents of an amount'),
  separator: z.enum(['comma', 'semicolon', 'tab']).default('comma').describe('What separates the columns'),
  dry_run: z.enum(['true', 'false']).default('false').describe('Reads the file and stores nothing'),
});
export type BankFileSettings = z.output<typeof bankFileSettings>;

export const importBankFile = endpoint('POST', '/api/bank-files', 'import-bank-file', {
  repeats: false,
  ...writesClaims,
  summary: 'Import the lines of a bank account as CSV, and match them with remittances',
  description: `Stores each line once: a line of an earlier file, also one with other lines, changes nothing. Send the file as \`text/csv\`, or as \`csv\` in JSON; at most ${maxBankLines} lines. Lines with faults are reported with their line numbers, and the others are stored. A line matches a remittance with the same trace (TRN02) and amount, or, without a trace, the only remittance of its amount near its date. A file that was imported before is 200, with its first result. A file that is not CSV or has no usable header is 400.`,
  uses: ['audit-append'],
  takesCsv: true,
  query: bankFileSettings,
  body: z.strictObject({ csv: z.string().min(1).max(1_000_000) }),
  responses: {
    200: { description: 'The file was imported before, or was not stored', schema: dataOf(bankFile) },
    201: { description: 'The imported file', schema: dataOf(bankFile) },
  },
  errors: ['conflict'],
});

export const listBankFiles = endpoint('GET', '/api/bank-files', 'list-bank-files', {
  ...readsClaims,
  summary: 'List imported bank files, newest first',
  query: z.strictObject({ ...csvFormat, ...cursorQuery }),
  responses: {
    200: {
      description: 'Bank files',
      schema: pageOf(bankFile),
      text: {
        'text/csv': 'id,account,imported_at,imported_by,complete,lines,new_lines,known_lines,bad_lines\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

const days = {
  date_from: z.iso.date().optional().describe('On or after this day'),
  date_to: z.iso.date().optional().describe('On or before this day'),
};

export const listBankLines = endpoint('GET', '/api/bank-lines', 'list-bank-lines', {
  ...readsClaims,
  summary: 'List bank lines, newest date first',
  description: '`unmatched` lists deposits without a remittance. Lists may lag behind a change by a moment.',
  query: z.strictObject({
    state: z.enum(bankLineStates).optional().describe('Lines in this state'),
    ...days,
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Bank lines',
      schema: pageOf(bankLine),
      text: {
        'text/csv':
          'id,state,account,date,amount,trace,description,remittance_ids,matched_by,difference,reason,decided_by,decided_at,file_id,line\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

const lineId = z.object({ id: uuid.describe('Id of the bank line') });

export const getBankLine = endpoint('GET', '/api/bank-lines/{id}', 'get-bank-line', {
  ...readsClaims,
  resource: bankLine,
  summary: 'Get a bank line with the remittances that may belong to it',
  parameters: lineId,
  responses: {
    200: {
      description: 'The bank line',
      schema: dataOf(
        z.object({ ...bankLine.shape, candidates: z.array(candidate).describe('At most 50, best first') }),
      ),
    },
  },
  errors: ['not_found'],
});

const reason = z.string().trim().min(3).max(500).describe('The audit log keeps its SHA-256 only');

export const matchBankLine = endpoint('POST', '/api/bank-lines/{id}/match', 'match-bank-line', {
  ...writesClaims,
  resource: bankLine,
  summary: 'Match a bank line with remittances by hand',
  description:
    'Amounts that differ make the state `amount_differs`, unless `accept_difference` is true. A line or remittance that is matched must be unmatched first; a line with `amount_differs` can be matched again.',
  uses: ['audit-append'],
  versioned: true,
  parameters: lineId,
  body: z.strictObject({
    remittance_ids: z.array(uuid).min(1).max(20),
    accept_difference: z.boolean().default(false),
    reason,
  }),
  responses: { 200: { description: 'The bank line', schema: dataOf(bankLine) } },
  errors: ['not_found', 'already_reconciled', 'unknown_remittance', 'precondition_failed', 'conflict'],
});

export const unmatchBankLine = endpoint('POST', '/api/bank-lines/{id}/unmatch', 'unmatch-bank-line', {
  ...writesClaims,
  resource: bankLine,
  summary: 'Undo the match of a bank line',
  description:
    'The line becomes `unmatched` and its remittances `expected`. They are never matched with each other automatically again.',
  uses: ['audit-append'],
  versioned: true,
  parameters: lineId,
  body: z.strictObject({ reason }),
  responses: { 200: { description: 'The bank line', schema: dataOf(bankLine) } },
  errors: ['not_found', 'not_reconciled', 'precondition_failed', 'conflict'],
});

const figure = z.object({ count: z.int(), amount: z.number() });

export const getReconciliation = endpoint('GET', '/api/reconciliation', 'get-reconciliation', {
  ...readsClaims,
  summary: 'Get the counts and amounts of bank lines and deposits by state',
  responses: {
    200: {
      description: 'Exact figures',
      schema: dataOf(
        z
          .object({
            bank_lines: membersOf(bankLineStates, figure),
            deposits: membersOf(depositStates, figure),
          })
          .meta({ id: 'Reconciliation' }),
      ),
    },
  },
});
export type Reconciliation = z.output<(typeof getReconciliation.responses)[200]['schema']>['data'];

export const listDeposits = endpoint('GET', '/api/deposits', 'list-deposits', {
  ...readsClaims,
  summary: 'List remittances as deposits, newest date first',
  description:
    '`expected` lists remittances without a deposit. Each remittance has one deposit from the moment its sums are known. Lists may lag behind a change by a moment.',
  query: z.strictObject({
    state: z.enum(depositStates).optional().describe('Deposits in this state'),
    date_from: z.iso.date().optional().describe('On or after this day'),
    date_to: z.iso.date().optional().describe('On or before this day'),
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Deposits',
      schema: pageOf(deposit),
      text: {
        'text/csv':
          'remittance_id,state,date,amount,method,trace,payer_id,payer_name,payee_id,received_at,bank_line_id,matched_by,difference,reason,decided_by,decided_at\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

const sums = {
  balance: moneyAmount.describe('Sum of all adjustments; positive: the payer kept back more than it added'),
  forwarding_balance: moneyAmount.describe(
    'Owed to the payer and carried forward: FB of later remittances will collect it',
  ),
  withheld: moneyAmount.describe('Sum of withholdings (E3, IR)'),
  recouped: moneyAmount.describe('Sum of overpayment recoveries (WO, WU, 72)'),
  interest: moneyAmount.describe('Interest and penalties (L6, 51, L3); negative: paid to the provider'),
  other: moneyAmount,
};

const providerBalance = z
  .object({
    payer_id: z.string(),
    payer_name: z.string(),
    provider: z.string().describe('PLB01'),
    ...sums,
    by_reason: z.record(z.string(), moneyAmount).describe('Sums by PLB reason code'),
    entries: z.int().describe('Remittances with adjustments'),
    updated_at: timestamp,
  })
  .meta({ id: 'ProviderBalance' });
export type ProviderBalance = z.output<typeof providerBalance>;
export type ProviderBalanceJson = z.output<typeof providerBalance>;

const ledgerEntry = z
  .object({
    payer_id: z.string(),
    provider: z.string(),
    remittance_id: uuid,
    trace: z.string(),
    date: z.iso.date().describe('BPR16, or the day of receipt'),
    posted_at: timestamp,
    balanced: z.boolean().describe('Whether the remittance adds up'),
    amount: moneyAmount.describe('Sum of the adjustments; positive: it lowered the payment'),
    balance: moneyAmount.describe('Running balance of payer and provider after the entry'),
    adjustments: z.array(
      z.object({
        provider: z.string().optional().describe('PLB01, if it is not the provider of the entry'),
        reason: z.string(),
        text: z.string().optional(),
        kind: z.enum(['forwarding_balance', 'withholding', 'recoupment', 'interest', 'other']),
        reference: z.string().optional(),
        fiscal_period: z.string().optional(),
        amount: moneyAmount,
      }),
    ),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.output<typeof ledgerEntry>;
export type LedgerEntryJson = z.output<typeof ledgerEntry>;

const party = z.string().min(1).max(80);

export const listProviderBalances = ledgerEndpoint(
  'GET',
  '/api/provider-balances',
  'list-provider-balances',
  {
    ...readsClaims,
    scoped: true,
    summary: 'List provider-level balances (PLB) by payer and provider',
    query: z.strictObject({ ...csvFormat, ...cursorQuery }),
    responses: {
      200: {
        description: 'Balances, by payer and provider',
        schema: pageOf(providerBalance),
        text: {
          'text/csv':
            'payer_id,payer_name,provider,balance,forwarding_balance,withheld,recouped,interest,other,entries,updated_at\r\n',
        },
      },
    },
    errors: ['invalid_cursor'],
  },
);

export const listLedger = ledgerEndpoint('GET', '/api/ledger', 'list-ledger', {
  ...readsClaims,
  scoped: true,
  summary: 'List the provider-level adjustments of a payer and provider, newest first',
  description:
    'Each remittance with adjustments (PLB) is one entry, in the order in which they were posted. Entries never change.',
  query: z.strictObject({
    payer_id: party.describe('Payer, as in provider-balances'),
    provider: party.describe('PLB01, as in provider-balances'),
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Ledger entries',
      schema: pageOf(ledgerEntry),
      text: {
        'text/csv':
          'posted_at,date,payer_id,provider,remittance_id,trace,reason,kind,reference,amount,balance,balanced\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

const owed = z
  .object({
    claim_id: uuid,
    patient_control_number: z.string(),
    payer_id: z.string(),
    billing_npi: z.string(),
    service_from: z.iso.date().optional(),
    patient_responsibility: moneyAmount,
    by_reason: patientResponsibilityByReason,
  })
  .meta({ id: 'PatientShare' });
export type PatientShare = z.output<typeof owed>;
export type PatientShareJson = z.output<typeof owed>;

const filters = {
  payer_id: z.string().min(1).max(80).optional().describe('Claims for this payer'),
  billing_npi: z.string().min(1).max(80).optional().describe('Claims of the billing provider with this NPI'),
  service_from: z.iso.date().optional().describe('First service on or after this day'),
  service_to: z.iso.date().optional().describe('First service on or before this day'),
};

export const listPatientResponsibility = responsibilityEndpoint(
  'GET',
  '/api/patient-responsibility',
  'list-patient-responsibility',
  {
    ...readsClaims,
    scoped: true,
    summary: 'List claims with patient responsibility, newest service first',
    description:
      'What the patient owes for each visit, once, at the claim whose payer determined it: line by line the amounts of adjustment group PR of the last payer that determined the line. A page may have fewer claims than its limit, or none, and still have a next page.',
    query: z.strictObject({ ...filters, ...csvFormat, ...cursorQuery }),
    responses: {
      200: {
        description: 'Claims',
        schema: pageOf(owed),
        text: {
          'text/csv':
            'claim_id,patient_control_number,payer_id,billing_npi,service_from,patient_responsibility,deductible,coinsurance,copay,other\r\n',
        },
      },
    },
    errors: ['invalid_cursor'],
  },
);

export const getPatientResponsibility = responsibilityEndpoint(
  'GET',
  '/api/patient-responsibility/sum',
  'get-patient-responsibility',
  {
    ...readsClaims,
    scoped: true,
    summary: 'Get the sum of patient responsibility by reason',
    query: z.strictObject(filters),
    responses: {
      200: {
        description: 'The sum',
        schema: dataOf(
          z.object({
            claims: z.int().describe('Claims with patient responsibility'),
            patient_responsibility: moneyAmount,
            by_reason: patientResponsibilityByReason,
          }),
        ),
      },
    },
    errors: ['figures_too_large'],
  },
);
