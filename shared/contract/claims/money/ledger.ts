import * as z from 'zod';
import { csvFormat } from '../../csv.ts';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, moneyAmount, pageOf, timestamp, uuid } from '../../fields.ts';
import { readsClaims } from '../operations.ts';

const endpoint = endpointsOf('claims', 'ledger');

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

export const listProviderBalances = endpoint('GET', '/api/provider-balances', 'list-provider-balances', {
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
});

export const listLedger = endpoint('GET', '/api/ledger', 'list-ledger', {
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
