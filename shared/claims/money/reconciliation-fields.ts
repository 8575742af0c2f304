import * as z from 'zod';
import { moneyAmount, timestamp, uuid } from '#contract/fields.ts';

/**
 * States of a bank line. `new`: stored, being matched. `unmatched`: a deposit without a remittance. `several_candidates`: a
 * person must choose. `amount_differs`: the trace is the same, the amount is not.
 */
export const bankLineStates = [
  'new',
  'unmatched',
  'several_candidates',
  'amount_differs',
  'matched',
] as const;

/** States of the deposit of a remittance. `expected`: a remittance without a deposit. `not_expected`: a payment of zero, or a notification without one. */
export const depositStates = ['new', 'expected', 'amount_differs', 'matched', 'not_expected'] as const;

const matchReasons = ['trace', 'amount_and_date', 'hand'] as const;

const decision = {
  matched_by: z.enum(matchReasons).optional(),
  difference: moneyAmount
    .optional()
    .describe('Amount of the bank less that of the remittances, if they differ'),
  reason: z.string().optional().describe('Reason of the person who matched or unmatched it last'),
  decided_by: z.string().optional(),
  decided_at: timestamp.optional(),
};

export const bankLine = z
  .object({
    id: uuid,
    version: z.int(),
    state: z.enum(bankLineStates),
    account: z.string().describe('Name of the bank account; empty if the import named none'),
    date: z.iso.date(),
    amount: moneyAmount.describe('Positive for a deposit'),
    trace: z.string().optional(),
    description: z.string().optional(),
    file_id: uuid.describe('Bank file that had the line first'),
    line: z.int().describe('Line number in that file, from 1'),
    imported_at: timestamp,
    remittance_ids: z.array(uuid),
    ...decision,
  })
  .meta({ id: 'BankLine' });
export type BankLine = z.output<typeof bankLine>;
export type BankLineJson = z.output<typeof bankLine>;

export const deposit = z
  .object({
    remittance_id: uuid,
    version: z.int(),
    state: z.enum(depositStates),
    date: z.iso.date().describe('BPR16, or the day of receipt'),
    amount: moneyAmount.describe('BPR02; negative for a debit'),
    method: z.string().describe('BPR04'),
    trace: z.string().describe('TRN02'),
    payer_id: z.string(),
    payer_name: z.string(),
    payee_id: z.string().optional(),
    received_at: timestamp,
    bank_line_id: uuid.optional(),
    ...decision,
  })
  .meta({ id: 'Deposit' });
export type Deposit = z.output<typeof deposit>;
export type DepositJson = z.output<typeof deposit>;

/** Faults that a bank file lists; the count covers all. */
export const maxBankFaults = 200;

export const bankFile = z
  .object({
    id: uuid.describe('Derived from the content and its settings'),
    account: z.string(),
    imported_at: timestamp,
    imported_by: z.string(),
    complete: z.boolean().describe('False if the request ended early; send the same file again to continue'),
    lines: z.int().describe('Lines after the header, without blank ones'),
    new_lines: z.int(),
    known_lines: z.int().describe('Lines that an earlier file had too'),
    bad_lines: z.int().describe('Lines that were not stored'),
    faults: z
      .array(z.object({ line: z.int(), column: z.string().optional(), message: z.string() }))
      .describe(`The first ${maxBankFaults} faults`),
    dry_run: z.literal(true).optional().describe('Nothing was stored'),
  })
  .meta({ id: 'BankFile' });
export type BankFile = z.output<typeof bankFile>;
export type BankFileJson = z.output<typeof bankFile>;

export const candidate = z
  .object({
    deposit,
    why: z
      .array(z.enum(['trace', 'amount', 'date', 'refused']))
      .describe('What fits; `refused`: a person unmatched it'),
  })
  .meta({ id: 'DepositCandidate' });
export type CandidateJson = z.output<typeof candidate>;
