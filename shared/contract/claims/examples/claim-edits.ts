import type { OperationExamples } from '../../openapi/document.ts';
import {
  claimHeader,
  claimOfApi,
  clinic,
  exampleServiceLine,
  exampleSubscriber,
  exampleTransaction,
} from './claim-records.ts';

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
