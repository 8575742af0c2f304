import * as z from 'zod';
import { datetime, uuid } from '../../fields.ts';
import { decidedLanes, laneNames } from '../state-names.ts';

/** Text of a person about a claim. It stays out of the audit log, because it may name a patient. */
const reason = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'May not hold control characters');

const npi = z.string().regex(/^\d{10}$/, 'Expected ten digits');

/** The fields that a rule can set, with their elements in the 837P. */
const ruleFields = z
  .strictObject({
    billing_taxonomy: z
      .string()
      .regex(/^[0-9A-Z]{9}X$/, 'Expected a taxonomy code, such as 207Q00000X')
      .optional()
      .describe('Taxonomy of the billing provider (PRV03 of 2000A)'),
    payer_id: z
      .string()
      .trim()
      .min(2)
      .max(80)
      .regex(/^[\x20-\x7e]*$/, 'Printable ASCII only')
      .optional()
      .describe('Payer (NM109 of 2010BB)'),
    payer_name: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .regex(/^[\x20-\x7e]*$/, 'Printable ASCII only')
      .optional()
      .describe('Name of the payer (NM103 of 2010BB)'),
    claim_filing: z
      .string()
      .regex(/^[A-Z0-9]{2}$/, 'Expected two letters or digits')
      .optional()
      .describe('Claim filing indicator (SBR09 of 2000B)'),
    place_of_service: z
      .string()
      .regex(/^\d{2}$/, 'Expected two digits')
      .optional()
      .describe('Place of service of the claim (CLM05-1)'),
    rendering_npi: npi
      .optional()
      .describe('NPI of the rendering provider (NM109 of 2310B) of claims that have one'),
  })
  .refine((set) => Object.values(set).some((value) => value !== undefined), 'Set at least one field')
  .meta({ id: 'BulkRule' });
export type BulkRule = z.output<typeof ruleFields>;
export type RuleFields = z.output<typeof ruleFields>;

export const bulkOperation = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('release'),
      lane: z.enum(decidedLanes).optional().describe('New lane of claims that were sent'),
    }),
    z.strictObject({ kind: z.literal('hold'), reason: reason.optional() }),
    z.strictObject({ kind: z.literal('unhold') }),
    z.strictObject({ kind: z.literal('dismiss'), reason }),
    z.strictObject({ kind: z.literal('restore') }),
    z.strictObject({ kind: z.literal('resend') }),
    z.strictObject({
      kind: z.literal('correct'),
      set: ruleFields,
      sent: z
        .enum(['skip', 'correct'])
        .optional()
        .describe('Claims that were sent: skip (default), or create a correction of each'),
    }),
  ])
  .meta({ id: 'BulkOperation' });
export type BulkOperation = z.output<typeof bulkOperation>;

const text = (max: number) => z.string().min(1).max(max).optional();

export const bulkFilter = z
  .strictObject({
    lane: z.enum([...laneNames, 'dismissed']).optional(),
    payer_id: text(80),
    billing_npi: text(80),
    patient_control_number: text(100),
    received_from: datetime.optional(),
    received_to: datetime.optional(),
    service_from: z.iso.date().optional(),
    service_to: z.iso.date().optional(),
    rejected_by_999_id: uuid.optional().describe('Claims that this 999 or TA1 rejected'),
    rejected_as: z.enum(['cause', 'collateral']).optional(),
  })
  .refine((filter) => Object.values(filter).some((value) => value !== undefined), 'Name at least one filter')
  .meta({ id: 'BulkFilter' });
export type BulkFilter = z.output<typeof bulkFilter>;

/** Maximum claims that a request names, and that a filter selects for one run. */
export const maxNamedClaims = 5000;
export const maxSelectedClaims = 10_000;

const bulkSelection = z.union([
  z.strictObject({ claim_ids: z.array(uuid).min(1).max(maxNamedClaims) }),
  z.strictObject({ filter: bulkFilter }),
]);

export const bulkRequest = z
  .strictObject({ operation: bulkOperation, selection: bulkSelection })
  .meta({ id: 'BulkRequest' });
