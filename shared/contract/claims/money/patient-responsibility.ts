import * as z from 'zod';
import { csvFormat } from '../../csv.ts';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, dataOf, moneyAmount, pageOf, uuid } from '../../fields.ts';
import { readsClaims } from '../operations.ts';
import { patientResponsibilityByReason } from '../patient-share.ts';

const endpoint = endpointsOf('claims', 'patient responsibility');

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

export const listPatientResponsibility = endpoint(
  'GET',
  '/api/patient-responsibility',
  'list-patient-responsibility',
  {
    ...readsClaims,
    scoped: true,
    summary: 'List claims with patient responsibility, newest service first',
    description:
      'Amounts of adjustment group PR in the posted payments, less reversals. A page may have fewer claims than its limit, or none, and still have a next page.',
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

export const getPatientResponsibility = endpoint(
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
