import * as z from 'zod';
import { csvFormat } from '../../csv.ts';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, dataOf, membersOf, pageOf, uuid } from '../../fields.ts';
import { readsClaims, writesClaims } from '../operations.ts';
import { bankFile, bankLine, bankLineStates, candidate, depositStates } from './reconciliation-records.ts';

const endpoint = endpointsOf('claims', 'reconciliation');

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
