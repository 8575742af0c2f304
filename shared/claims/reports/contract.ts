import * as z from 'zod';
import { readsClaims } from '#contract/claims/operations.ts';
import { laneNames } from '#contract/claims/state-names.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { membersOf, moneyAmount } from '#contract/fields.ts';

const endpoint = endpointsOf('claims', 'reports');

const filters = {
  payer_id: z.string().min(1).max(80).optional().describe('Claims for this payer'),
  billing_npi: z.string().min(1).max(80).optional().describe('Claims of the billing provider with this NPI'),
  service_from: z.iso.date().optional().describe('First service on or after this day'),
  service_to: z.iso.date().optional().describe('First service on or before this day'),
  ...csvFormat,
};

const report = {
  ...readsClaims,
  query: z.strictObject(filters),
  errors: ['figures_too_large'],
} as const;

const about =
  'Exact: each change of a claim changes the figures in its own transaction. A claim without a day of service counts at the day of its receipt.';

/** Classes of age in days; the last has no end. */
export const agingClasses = ['0_30', '31_60', '61_90', '91_120', '121_plus'] as const;

const cell = z.object({ count: z.int(), amount: moneyAmount.describe('Charges') });

const agingRow = z
  .object({
    lane: z.enum(laneNames),
    payer_id: z.string(),
    ages: membersOf(agingClasses, cell).describe('By days since the first day of service'),
    total: cell,
  })
  .meta({ id: 'AgingRow' });
export type AgingRow = z.output<typeof agingRow>;

export const getAging = endpoint('GET', '/api/reports/aging', 'get-aging', {
  ...report,
  scoped: true,
  summary: 'Get the number and charges of claims by lane, payer and age',
  description: `Today is the day of \`time_zone\` in the file names of the payer configuration file. ${about}`,
  responses: {
    200: {
      description: 'Rows with claims, by lane and payer',
      schema: z.object({ data: z.array(agingRow) }),
      text: {
        'text/csv':
          'lane,payer_id,count_0_30,amount_0_30,count_31_60,amount_31_60,count_61_90,amount_61_90,count_91_120,amount_91_120,count_121_plus,amount_121_plus,count,amount\r\n',
      },
    },
  },
});

const denialRow = z
  .object({
    payer_id: z.string(),
    group: z.string(),
    reason: z.string().describe('CARC'),
    text: z.string().optional(),
    claims: z.int(),
    amount: moneyAmount.describe('Denied, whatever came of it'),
    open_amount: moneyAmount.describe('Of that, what nobody has paid or corrected since'),
  })
  .meta({ id: 'DenialRow' });
export type DenialRow = z.output<typeof denialRow>;

export const getDenials = endpoint('GET', '/api/reports/denials', 'get-denials', {
  ...report,
  scoped: true,
  summary: 'Get the reasons of denied and underpaid claims by payer',
  description: `Counts each claim under the reasons for which a payer denied or reduced it, also after a correction or another payer was paid. ${about}`,
  responses: {
    200: {
      description: 'Reasons, the largest amount first',
      schema: z.object({ data: z.array(denialRow) }),
      text: { 'text/csv': 'payer_id,group,reason,text,claims,amount,open_amount\r\n' },
    },
  },
});

const daysRow = z
  .object({
    payer_id: z.string(),
    claims: z.int(),
    average_days: z.number().describe('To one decimal place'),
    classes: z.record(z.string(), z.int()).describe('Claims by days, such as `8_14`; the last is `91_plus`'),
  })
  .meta({ id: 'DaysToPayRow' });
export type DaysToPayRow = z.output<typeof daysRow>;

export const getDaysToPay = endpoint('GET', '/api/reports/days-to-pay', 'get-days-to-pay', {
  ...report,
  scoped: true,
  summary: 'Get the days from submission to first payment by payer',
  description: `Days from the submission, or from the receipt of a claim that Granary did not send, to the date of the first payment. A submission counts at its day in UTC. ${about}`,
  responses: {
    200: {
      description: 'Payers that have paid claims',
      schema: z.object({ data: z.array(daysRow) }),
      text: {
        'text/csv':
          'payer_id,claims,average_days,days_0_7,days_8_14,days_15_30,days_31_45,days_46_60,days_61_90,days_91_plus\r\n',
      },
    },
  },
});

const cleanRow = z
  .object({
    payer_id: z.string(),
    sent: z.int(),
    clean: z.int(),
    rate: z.number().describe('`clean` of `sent`, to four decimal places'),
  })
  .meta({ id: 'CleanClaimsRow' });
export type CleanClaimsRow = z.output<typeof cleanRow>;

export const getCleanClaims = endpoint('GET', '/api/reports/clean-claims', 'get-clean-claims', {
  ...report,
  scoped: true,
  summary: 'Get the clean-claim rate by payer',
  description: `Share of the original claims that were sent and that no 999, TA1 or 277CA rejected. Corrections and voids do not count. ${about}`,
  responses: {
    200: {
      description: 'Payers of sent claims',
      schema: z.object({ data: z.array(cleanRow) }),
      text: { 'text/csv': 'payer_id,sent,clean,rate\r\n' },
    },
  },
});
