import type { OperationExamples } from '#contract/openapi/document.ts';

const exampleImplementationAcknowledgment = {
  sets_received: 1,
  sets_included: 1,
  errors: [],
  group_control_number: '4',
  sender: 'COMEDASSISTPROG',
  verdict: 'accepted',
  sets_accepted: 1,
  id: '9f0afb46-d554-81f4-9fd3-064f6dfdc25b',
  acknowledged: { group_control_number: '1', version: '005010X222A1', functional_id: 'HC' },
  receiver: '12345678',
  set_control_number: '0001',
  code: 'A',
  kind: '999',
  claim_counts: { unknown: 0, rejected: 0, causes: 0, accepted: 7, superseded: 0 },
  file_id: '8e5cb0dc-0360-8c28-9f86-f1dcdcb95c7c',
  received_at: '2026-03-22T04:28:29.000Z',
  interchange_control_number: '000000004',
  batch_ids: ['01a20183-3cb3-71d5-95f1-638da1e5cf22'],
  match: { by: 'partners', candidates: [] },
  findings: [],
  state: 'applied',
};

const setAcknowledgment = {
  set: '837',
  set_control_number: '0001',
  code: 'A',
  accepted: true,
  segment_count: 0,
  errors: [],
  segments: [],
};

export const acknowledgmentsExamples: OperationExamples = {
  'list-implementation-acknowledgments': {
    parameters: { limit: 1 },
    response: {
      data: [exampleImplementationAcknowledgment],
      pagination: { next_cursor: null, has_more: false },
    },
  },
  'get-implementation-acknowledgment': {
    parameters: { id: '9f0afb46-d554-81f4-9fd3-064f6dfdc25b' },
    response: {
      data: {
        ...exampleImplementationAcknowledgment,
        sets: [setAcknowledgment],
        claims: [
          {
            claim_id: 'e72ccfa9-c2c8-81dd-958e-f7b70c1db844',
            patient_control_number: 'DN1004',
            set: '0001',
            verdict: 'accepted',
            outcome: 'moved',
            errors: [],
            lane: 'accepted',
          },
        ],
        next_cursor: null,
      },
    },
  },
  'parse-implementation-acknowledgment': {
    body: {
      content:
        'ISA*00*          *00*          *ZZ*COMEDASSISTPROG*ZZ*12345678       *260302*1504*^*00501*000000321*0*P*:~GS*FA*COMEDASSISTPROG*12345678*20260302*1504*321*X*005010X231A1~ST*999*0001*005010X231A1~AK1*HC*77*005010X222A1~AK2*837*0001*005010X222A1~IK5*A~AK9*A*1*1*1~SE*6*0001~GE*1*321~IEA*1*000000321~',
    },
    response: {
      data: {
        file_id: 'c3ed467a-330a-8f69-9594-0776bc354b3d',
        state: 'applied',
        reasons: [],
        acknowledgments: [
          {
            verdict: 'accepted',
            errors: [],
            acknowledged: { functional_id: 'HC', version: '005010X222A1', group_control_number: '77' },
            claim_counts: { accepted: 0, unknown: 0, rejected: 0, superseded: 0, causes: 0 },
            file_id: 'c3ed467a-330a-8f69-9594-0776bc354b3d',
            sets_accepted: 1,
            sets_included: 1,
            interchange_control_number: '000000321',
            sender: 'COMEDASSISTPROG',
            set_control_number: '0001',
            kind: '999',
            sets_received: 1,
            received_at: '2026-03-22T04:29:30.423Z',
            code: 'A',
            group_control_number: '321',
            receiver: '12345678',
            id: '2b0a1ea6-8d94-87f8-abfb-b49f5974b0eb',
            batch_ids: [],
            match: { by: 'none', candidates: [] },
            findings: [],
            state: 'applied',
            sets: [setAcknowledgment],
            claims: [],
            next_cursor: null,
          },
        ],
      },
    },
  },
};
