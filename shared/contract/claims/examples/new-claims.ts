import type { OperationExamples } from '../../openapi/document.ts';
import {
  claimHeader,
  claimOfApi,
  clinic,
  clinicAddress,
  deniedClaim,
  exampleAddress,
  exampleServiceLine,
  exampleSubscriber,
  exampleTransaction,
  payer,
} from './claim-records.ts';

export const newClaimsExamples: OperationExamples = {
  'create-claim': {
    body: {
      ...claimHeader,
      patient_control_number: 'PAU439MWRC86NY1XONY5',
      total_charge: 125,
      frequency: '1',
      billing_provider: {
        entity_type: '2',
        last_name: 'VALLEY CLINIC',
        id: '1234567893',
        tax_id: '841234567',
        taxonomy: '207Q00000X',
        address: clinicAddress,
      },
      subscriber: {
        entity_type: '1',
        last_name: 'OZYMANDRAKE',
        first_name: 'EVERARD',
        id: 'Z145231',
        payer_sequence: 'P',
        relationship: '18',
        claim_filing: 'MC',
        birth_date: '1971-08-29',
        gender: 'F',
        address: exampleAddress,
        payer: { entity_type: '2', last_name: 'PAYER', id: 'CO_TXIX' },
      },
      diagnoses: [{ qualifier: 'ABK', code: 'T24311A' }],
      lines: [
        {
          procedure: { qualifier: 'HC', code: '99213' },
          charge: 125,
          unit: 'UN',
          quantity: 1,
          diagnosis_pointers: [1],
          service_date: '2026-03-15',
          control_number: 'PAU439MWRC86NY1XONY5L1',
        },
      ],
    },
    response: {
      data: {
        ...claimOfApi,
        id: '01a20184-2d7b-75da-92c9-d25e35becdba',
        patient_control_number: 'PAU439MWRC86NY1XONY5',
        lane_since: '2026-03-22T04:29:29.339Z',
        payer_name: 'PAYER',
        member_id: 'Z145231',
        patient_name: 'OZYMANDRAKE, EVERARD',
        frequency: '1',
        total_charge: 125,
        received_at: '2026-03-22T04:29:29.339Z',
        updated_at: '2026-03-22T04:29:29.339Z',
        content: {
          ...claimHeader,
          transaction: exampleTransaction,
          billing_provider: { ...clinic, last_name: 'VALLEY CLINIC' },
          subscriber: {
            ...exampleSubscriber,
            last_name: 'OZYMANDRAKE',
            first_name: 'EVERARD',
            id: 'Z145231',
            address: exampleAddress,
            birth_date: '1971-08-29',
            payer: { ...payer, last_name: 'PAYER' },
          },
          patient_control_number: 'PAU439MWRC86NY1XONY5',
          total_charge: 125,
          frequency: '1',
          diagnoses: [{ qualifier: 'ABK', code: 'T24311A' }],
          lines: [
            {
              ...exampleServiceLine,
              procedure: { qualifier: 'HC', code: '99213' },
              charge: 125,
              control_number: 'PAU439MWRC86NY1XONY5L1',
            },
          ],
        },
        timeline: [
          {
            at: '2026-03-22T04:29:29.339Z',
            event: 'claim.received',
            actor: 'key:01a20182-33bf-7a57-86ca-f16b72359475',
            to: 'ready',
          },
        ],
      },
    },
  },
  'search-claims': {
    body: { last_name: 'Rowan', service_from: '2026-03-01', sort: '-service_from', limit: 1 },
    response: {
      data: [deniedClaim],
      pagination: { next_cursor: null, has_more: false },
    },
  },
  'list-claims': {
    parameters: { limit: 1 },
    response: {
      data: [deniedClaim],
      pagination: {
        next_cursor:
          'zJtEF_TxBsabMjAyNi0xMS0yMlQwNDoyODoyNi43NjVaI2U3MmNjZmE5LWMyYzgtODFkZC05NThlLWY3YjcwYzFkYjg0NA',
        has_more: true,
      },
    },
  },
};
