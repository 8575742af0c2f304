import {
  claimHeader,
  claimOfApi,
  claimOfFile,
  clinic,
  deniedClaim,
  exampleAddress,
  exampleServiceLine,
  exampleSubscriber,
  exampleTransaction,
} from '#claims/claims/examples.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const id = '01a20186-1c02-7b1e-9d6a-5be0c2d3a7f1';
const correctionId = '01a20186-2e40-7c55-8f0b-0d2f4be19c34';

const content = {
  ...claimHeader,
  place_of_service: '12',
  transaction: exampleTransaction,
  billing_provider: clinic,
  subscriber: exampleSubscriber,
  patient_control_number: 'PA1010',
  total_charge: 125,
  frequency: '1',
  diagnoses: [{ qualifier: 'ABK', code: 'J069' }],
  lines: [exampleServiceLine],
};

const edited = {
  ...claimOfApi,
  id,
  patient_control_number: 'PA1010',
  version: 2,
  content_version: 2,
  lane_since: '2026-03-22T04:31:02.118Z',
  payer_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM',
  member_id: 'S000002',
  patient_name: 'ROWAN, IVY',
  frequency: '1',
  place_of_service: '12',
  total_charge: 125,
  received_at: '2026-03-22T04:30:41.507Z',
  updated_at: '2026-03-22T04:31:02.118Z',
  content,
  changes: [{ path: '/place_of_service', change: 'changed' }],
};

export const claimEditsExamples: OperationExamples = {
  'edit-claim': {
    parameters: { id },
    body: { content: { place_of_service: '12' }, resubmit: true },
    response: {
      data: {
        ...edited,
        version: 3,
        lane: 'submitted',
        submission_id: '01a20186-1f7d-7a02-b1c6-8e3f5a4d2b90',
        submitted_at: '2026-03-22T04:31:03.004Z',
        resubmission: { submission_id: '01a20186-1f7d-7a02-b1c6-8e3f5a4d2b90', state: 'recorded' },
      },
    },
    responses: {
      201: {
        data: {
          ...edited,
          id: correctionId,
          version: 1,
          frequency: '7',
          original_claim_number: 'ICN00000000100010',
          corrects: id,
          content: {
            ...content,
            frequency: '7',
            references: { original_claim_number: 'ICN00000000100010' },
          },
          changes: [
            { path: '/place_of_service', change: 'changed' },
            { path: '/frequency', change: 'changed' },
            { path: '/references', change: 'added' },
          ],
        },
      },
    },
  },
  'list-claim-versions': {
    parameters: { id },
    response: {
      data: [
        {
          version: 2,
          event: 'claim.edited',
          at: '2026-03-22T04:31:02.118Z',
          actor: 'key:01a20182-33bf-7a57-86ca-f16b72359475',
          changes: [{ path: '/place_of_service', change: 'changed' }],
        },
        {
          version: 1,
          event: 'claim.received',
          at: '2026-03-22T04:30:41.507Z',
          actor: 'key:01a20182-33bf-7a57-86ca-f16b72359475',
          changes: [],
        },
      ],
      pagination: { next_cursor: null, has_more: false },
    },
  },
  'get-claim-version': {
    parameters: { id, version: '1' },
    response: { data: { id, version: 1, content: { ...content, place_of_service: '11' } } },
  },
};

export const correctionsExamples: OperationExamples = {
  'move-payment': {
    parameters: { id: 'e72ccfa9-c2c8-81dd-958e-f7b70c1db844' },
    body: {
      remittance_id: '5f0f2dbb-1bd6-8ecb-9a0c-6d5dbf1d3c52',
      payment_number: 4,
      to: 'e72ccfa9-c2c8-81dd-958e-f7b70c1db844',
    },
    response: { data: deniedClaim },
  },
  'void-claim': {
    parameters: { id: 'caf884b8-e027-845f-9acb-396e38e86331' },
    response: {
      data: {
        ...claimOfApi,
        id: '01a20184-2fb2-7fcb-8eaa-f3f00ffa4ea2',
        patient_control_number: 'PA1002',
        lane_since: '2026-03-22T04:29:29.906Z',
        payer_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM',
        member_id: 'S000002',
        patient_name: 'ROWAN, IVY',
        frequency: '8',
        total_charge: 92.5,
        original_claim_number: 'ICN00000000100002',
        received_at: '2026-03-22T04:29:29.906Z',
        updated_at: '2026-03-22T04:29:29.906Z',
        corrects: 'caf884b8-e027-845f-9acb-396e38e86331',
        content: {
          ...claimHeader,
          transaction: exampleTransaction,
          billing_provider: clinic,
          subscriber: {
            ...exampleSubscriber,
            last_name: 'ROWAN',
            first_name: 'IVY',
            id: 'S000002',
            address: { ...exampleAddress, line1: '2 ELM STREET' },
            birth_date: '1981-04-01',
          },
          patient_control_number: 'PA1002',
          total_charge: 92.5,
          frequency: '8',
          references: { original_claim_number: 'ICN00000000100002' },
          diagnoses: [{ qualifier: 'ABK', code: 'J069' }],
          lines: [
            {
              ...exampleServiceLine,
              procedure: { qualifier: 'HC', code: '99212' },
              charge: 92.5,
              control_number: 'PA1002L1',
            },
          ],
        },
        timeline: [
          {
            at: '2026-03-22T04:29:29.906Z',
            event: 'claim.received',
            actor: 'key:01a20182-33bf-7a57-86ca-f16b72359475',
            to: 'ready',
          },
        ],
      },
    },
  },
  'list-lanes': {
    response: {
      data: [
        {
          lane: 'accepted',
          count: 1,
          amount: 92.5,
          oldest_at: '2026-03-22T04:28:30.194Z',
          newest_at: '2026-03-22T04:28:30.194Z',
          claims: [
            {
              ...claimOfFile,
              id: '2fd30d82-48ff-8572-ac2a-d18b856b13b2',
              patient_control_number: 'SI1007',
              lane: 'accepted',
              lane_since: '2026-03-22T04:28:30.194Z',
              source: {
                kind: 'file',
                interchange: '000000001',
                file_id: '01a20183-2f07-7901-8ef0-eddfdfe4203b',
                group: '1',
                offset: 2412,
                ordinal: 7,
                set: '0001',
                segment: 97,
              },
              updated_at: '2026-03-22T04:28:30.194Z',
              member_id: 'S000007',
              total_charge: 92.5,
              patient_name: 'BIRCH, LINDEN',
              version: 3,
            },
          ],
        },
        {
          lane: 'payer_rejected',
          count: 1,
          amount: 125,
          oldest_at: '2026-03-22T04:28:30.799Z',
          newest_at: '2026-03-22T04:28:30.799Z',
          claims: [
            {
              ...claimOfFile,
              id: '65fcf363-0a3b-810e-8543-d5f973e32d77',
              patient_control_number: 'RC1005',
              lane: 'payer_rejected',
              lane_since: '2026-03-22T04:28:30.799Z',
              updated_at: '2026-03-22T04:28:30.799Z',
              payer_status_at: '2026-03-21T21:28:00.000Z',
              payer_status_by_277ca_id: '4872b31b-e852-8156-ab69-77f68890dee1',
              payer_status_code: 'A7:562',
              payer_rejected_status_code: 'A7:562',
              patient_name: 'CEDAR, JUNIPER',
              total_charge: 125,
              payer_rejected_by_277ca_id: '4872b31b-e852-8156-ab69-77f68890dee1',
              payer_rejected_reason: 'A7 rejected for invalid information: 562 NPI (85)',
              version: 4,
              payer_rejected_at: '2026-03-21T21:28:00.000Z',
              member_id: 'S000005',
              source: {
                ordinal: 5,
                offset: 1832,
                interchange: '000000001',
                kind: 'file',
                set: '0001',
                file_id: '01a20183-2f07-7901-8ef0-eddfdfe4203b',
                segment: 71,
                group: '1',
              },
            },
          ],
        },
      ],
    },
  },
};
