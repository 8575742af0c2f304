import type { OperationExamples } from '../../openapi/document.ts';
import {
  claimHeader,
  clinic,
  deniedClaim,
  exampleAddress,
  exampleServiceLine,
  exampleSubscriber,
  exampleTransaction,
} from './claim-records.ts';

export const claimDetailExamples: OperationExamples = {
  'get-claim': {
    parameters: { id: 'e72ccfa9-c2c8-81dd-958e-f7b70c1db844' },
    response: {
      data: {
        ...deniedClaim,
        content: {
          ...claimHeader,
          transaction: {
            ...exampleTransaction,
            batch_id: 'SAMPLE1',
            date: '2026-03-22',
            time: '0427',
            submitter: {
              ...exampleTransaction.submitter,
              last_name: 'SAMPLE CLINIC',
              contacts: [{ name: 'BILLING', numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
            },
          },
          billing_provider: clinic,
          subscriber: {
            ...exampleSubscriber,
            last_name: 'ASPEN',
            first_name: 'LARCH',
            id: 'S000004',
            address: { ...exampleAddress, line1: '4 ELM STREET' },
            birth_date: '1983-04-01',
          },
          patient_control_number: 'DN1004',
          total_charge: 75,
          frequency: '1',
          diagnoses: [{ qualifier: 'ABK', code: 'J069' }],
          lines: [
            {
              ...exampleServiceLine,
              procedure: { qualifier: 'HC', code: '99211' },
              charge: 75,
              control_number: 'DN1004L1',
            },
          ],
        },
        findings: [],
        timeline: [
          {
            at: '2026-03-22T04:28:26.787Z',
            event: 'claim.received',
            actor: 'file:01a20183-2f07-7901-8ef0-eddfdfe4203b',
            audit_entry_id: 11,
            errors: 0,
            file_id: '01a20183-2f07-7901-8ef0-eddfdfe4203b',
            ordinal: 4,
            to: 'ready',
            total_charge: 75,
            version: 1,
          },
        ],
      },
    },
  },
  'release-claim': {
    parameters: { id: '01a20185-05e0-71ad-b4e7-325d37f9601a' },
    response: {
      data: {
        id: '01a20185-05e0-71ad-b4e7-325d37f9601a',
        patient_control_number: 'PA5D18MWRC9DPF9BZL6UB',
        lane: 'ready',
        lane_since: '2026-03-22T04:30:25.384Z',
        payer_id: 'CO_TXIX',
        version: 2,
        service_from: '2026-03-15',
        source: { subject: 'key:01a20182-33bf-7a57-86ca-f16b72359475', kind: 'api' },
        line_count: 1,
        updated_at: '2026-03-22T04:30:25.384Z',
        place_of_service: '11',
        service_to: '2026-03-15',
        total_charge: 125,
        received_at: '2026-03-22T04:30:24.736Z',
        payer_name: 'PAYER',
        frequency: '1',
        billing_npi: '1234567893',
        tax_id: '841234567',
        patient_name: 'MARCHBANKS, TARQUIN',
        member_id: 'Z000077',
        duplicates: [{ by: 'content', claim_id: '01a20185-05a6-78d2-b8b5-30c5492310b8' }],
        conflicts: [],
        finding_counts: { fatal: 0, error: 0, warning: 1, information: 0 },
      },
    },
  },
};
