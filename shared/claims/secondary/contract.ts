import * as z from 'zod';
import { writesClaims } from '#contract/claims/operations.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { dataOf, uuid } from '#contract/fields.ts';
import { claimDetail } from '../claims/claim-fields.ts';
import { professionalClaimFields } from '../edits/professional-claim-fields.ts';

export const secondaryCautions = ['denied_for_correction', 'forwarded', 'nothing_left'] as const;

const endpoint = endpointsOf('claims', 'claims');

const optionalField = (name: string) => (professionalClaimFields[name] ?? z.never()).optional();

export const createSecondaryClaim = endpoint('POST', '/api/claims/{id}/secondary', 'create-secondary-claim', {
  ...writesClaims,
  resource: claimDetail,
  scoped: true,
  summary: 'Create the claim for the next payer from a remittance',
  description:
    'Fills the coordination of benefits (loops 2320, 2330A, 2330B and 2430) from the newest adjudication of the claim that is not reversed: AMT*D, CAS of claim and lines, SVD, DTP*573. Payer and subscriber come from the other coverage of the claim, or from `subscriber`. The claim passes all edits, also the balances V102 and V103, and waits in lane `review` for a person; release it to send it. There is one claim for each adjudication: a repetition returns it with 200. A denial for a cause to correct, a claim that the payer forwarded itself and a claim without patient responsibility are 409, until `accept` names the caution. A reversal of the adjudication puts the claim in review with the conflict `primary_reversed`.',
  uses: ['audit-append', 'audit-entries', 'search-key'],
  parameters: z.object({ id: uuid.describe('Id of the adjudicated claim') }),
  body: z.strictObject({
    remittance_id: uuid.optional().describe('Remittance with the adjudication; by default the newest'),
    patient_control_number: z
      .string()
      .trim()
      .min(1)
      .max(38)
      .regex(/^\P{Cc}*$/u, 'May not hold control characters')
      .optional()
      .describe('CLM01; by default that of the claim with SBR01 of the next payer, such as `A1001-S`'),
    payer_sequence: z
      .string()
      .regex(/^[STA-HU]$/, 'Expected S, T, A to H or U')
      .optional()
      .describe('SBR01 of the next payer; by default the one after that of the claim'),
    subscriber: optionalField('subscriber').describe('Subscriber and payer, if the claim does not name them'),
    patient: optionalField('patient').describe('Only with `subscriber`, if the patient is another person'),
    accept: z
      .array(z.enum(secondaryCautions))
      .max(3)
      .optional()
      .describe('Cautions that a person has read and accepts'),
  }),
  responses: {
    200: { description: 'The existing claim for this adjudication', schema: dataOf(claimDetail) },
    201: { description: 'The new claim', schema: dataOf(claimDetail) },
  },
  errors: [
    'not_found',
    'not_adjudicated',
    'secondary_cautions',
    'no_other_coverage',
    'not_correctable',
    'conflict',
  ],
});
