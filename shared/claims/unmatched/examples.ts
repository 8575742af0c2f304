import type { OperationExamples } from '#contract/openapi/document.ts';

const id = '5a3d1c60-2a61-8d0c-9a58-0f6a6f4f8b21';
const claimId = 'b1080329-9084-8748-bb65-5df0a04ee0a1';
const remittanceId = '82a0e4f2-8be0-80fb-a54b-8a6ec46e7d05';

/** A payment whose patient control number has a typing error of the payer. */
const openItem = {
  id,
  version: 1,
  kind: 'payment',
  reason: 'unmatched',
  state: 'open',
  response: '835',
  response_id: remittanceId,
  file_id: '3f0f3b6e-64b5-8bd2-8f0b-3d5f1d1c4b11',
  number: 3,
  received_at: '2026-03-22T04:28:29.000Z',
  updated_at: '2026-03-22T04:28:29.000Z',
  patient_control_number: 'RV1060',
  payer_control_number: 'ICN00000000100009',
  payer_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM',
  payer_id: 'CO_TXIX',
  code: '1',
  charge: 240,
  paid: 200,
  service_from: '2026-03-15',
  service_to: '2026-03-15',
  billing_npi: '1234567893',
  claim_ids: [],
  batch_ids: [],
  can_take_back: false,
  decisions: [],
};

const attached = {
  at: '2026-03-22T09:12:00.000Z',
  by: 'key:01a20183-0d0b-7b52-a2be-6f2a0c6c5a01',
  action: 'attached',
  reason: 'verified_with_payer',
  note: 'Call reference 4711',
  claim_id: claimId,
};

const resolvedItem = {
  ...openItem,
  version: 2,
  state: 'resolved',
  updated_at: attached.at,
  can_take_back: true,
  decisions: [attached],
};

export const unmatchedExamples: OperationExamples = {
  'list-unmatched': {
    parameters: { kind: 'payment', limit: 1 },
    response: { data: [openItem], pagination: { next_cursor: null, has_more: false } },
  },
  'get-unmatched': {
    parameters: { id },
    response: {
      data: {
        ...openItem,
        member_id: 'S000006',
        patient_name: 'ALDER, WILLOW',
        candidates: [
          {
            claim_id: claimId,
            score: 87,
            reasons: [
              'similar_number',
              'member_id',
              'amount',
              'service_dates',
              'patient_name',
              'provider',
              'waiting',
            ],
            differs_in: [],
            patient_control_number: 'RV1006',
            payer_id: 'CO_TXIX',
            billing_npi: '1234567893',
            total_charge: 240,
            service_from: '2026-03-15',
            service_to: '2026-03-15',
            lane: 'accepted',
          },
        ],
        batch_candidates: [],
      },
    },
  },
  'attach-unmatched': {
    parameters: { id },
    body: { claim_id: claimId, reason: 'verified_with_payer', note: 'Call reference 4711' },
    response: { data: resolvedItem },
  },
  'dismiss-unmatched': {
    parameters: { id },
    body: { reason: 'handled_elsewhere' },
    response: {
      data: {
        ...openItem,
        version: 2,
        state: 'dismissed',
        updated_at: attached.at,
        can_take_back: true,
        decisions: [{ at: attached.at, by: attached.by, action: 'dismissed', reason: 'handled_elsewhere' }],
      },
    },
  },
  'take-back-unmatched': {
    parameters: { id },
    body: { reason: 'entered_in_error' },
    response: {
      data: {
        ...openItem,
        version: 3,
        updated_at: '2026-03-22T09:15:00.000Z',
        decisions: [
          attached,
          {
            at: '2026-03-22T09:15:00.000Z',
            by: attached.by,
            action: 'taken_back',
            reason: 'entered_in_error',
            claim_id: claimId,
          },
        ],
      },
    },
  },
  'post-remittance': {
    parameters: { id: remittanceId },
    body: { reason: 'verified_in_bank', note: 'Deposit of 22 March' },
    response: { data: { changed: 12, skipped: 1, next_cursor: null } },
  },
  'take-back-remittance': {
    parameters: { id: remittanceId },
    body: { reason: 'entered_in_error' },
    response: { data: { changed: 12, skipped: 1, next_cursor: null } },
  },
};
