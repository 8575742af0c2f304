import {
  claimHeader,
  claimOfApi,
  clinic,
  exampleServiceLine,
  exampleSubscriber,
  exampleTransaction,
  payer,
} from '#claims/claims/examples.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const secondaryPayer = { ...payer, last_name: 'PLAINS HEALTH', id: '60054' };
const { payer: _, ...person } = exampleSubscriber;
const secondSubscriber = { ...person, id: 'W7731002', payer_sequence: 'S', claim_filing: 'CI' };

export const secondaryExamples: OperationExamples = {
  'create-secondary-claim': {
    parameters: { id: 'caf884b8-e027-845f-9acb-396e38e86331' },
    body: {
      subscriber: {
        entity_type: '1',
        last_name: 'ROWAN',
        first_name: 'IVY',
        id: 'W7731002',
        payer_sequence: 'S',
        relationship: '18',
        claim_filing: 'CI',
        birth_date: '1981-04-01',
        gender: 'F',
        address: exampleSubscriber.address,
        payer: { entity_type: '2', last_name: 'PLAINS HEALTH', id: '60054' },
      },
    },
    response: {
      data: {
        ...claimOfApi,
        id: '01a20184-2fb2-7fcb-8eaa-f3f00ffa4eb7',
        patient_control_number: 'PA1002-S',
        payer_id: '60054',
        payer_name: 'PLAINS HEALTH',
        lane: 'review',
        lane_since: '2026-03-24T09:29:29.906Z',
        member_id: 'W7731002',
        patient_name: 'ROWAN, IVY',
        frequency: '1',
        total_charge: 92.5,
        received_at: '2026-03-24T09:29:29.906Z',
        updated_at: '2026-03-24T09:29:29.906Z',
        primary_claim_id: 'caf884b8-e027-845f-9acb-396e38e86331',
        primary_remittance_id: '82a0e4f2-8be0-80fb-a54b-8a6ec46e7d05',
        primary_payment_number: 2,
        conflicts: [
          {
            kind: 'secondary',
            source_id: '82a0e4f2-8be0-80fb-a54b-8a6ec46e7d05',
            found_at: '2026-03-24T09:29:29.906Z',
            text: 'Claim for the next payer, made from a remittance; check payer, subscriber and amounts, then release it',
            open: true,
          },
        ],
        content: {
          ...claimHeader,
          transaction: exampleTransaction,
          billing_provider: clinic,
          subscriber: { ...secondSubscriber, payer: secondaryPayer },
          patient_control_number: 'PA1002-S',
          total_charge: 92.5,
          frequency: '1',
          diagnoses: [{ qualifier: 'ABK', code: 'J069' }],
          other_coverages: [
            {
              payer_sequence: 'P',
              relationship: '18',
              claim_filing: 'MC',
              adjustments: [],
              payer_paid: 60,
              remaining_liability: 20,
              benefits_assigned: 'Y',
              release_of_information: 'Y',
              subscriber: {
                role: 'IL',
                entity_type: '1',
                last_name: 'ROWAN',
                first_name: 'IVY',
                id: 'S000002',
              },
              payer: { ...payer, claim_control_number: 'ICN00000000100002' },
            },
          ],
          lines: [
            {
              ...exampleServiceLine,
              procedure: { qualifier: 'HC', code: '99212' },
              charge: 92.5,
              adjudications: [
                {
                  payer_id: 'CO_TXIX',
                  paid: 60,
                  procedure: { qualifier: 'HC', code: '99212' },
                  quantity: 1,
                  adjustments: [
                    { group: 'CO', reason: '45', amount: 12.5 },
                    { group: 'PR', reason: '2', amount: 20 },
                  ],
                  adjudication_date: '2026-03-21',
                },
              ],
            },
          ],
        },
        timeline: [
          {
            at: '2026-03-24T09:29:29.906Z',
            event: 'claim.received',
            actor: 'key:01a20182-33bf-7a57-86ca-f16b72359475',
            to: 'review',
          },
        ],
      },
    },
  },
};
