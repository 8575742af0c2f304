import type { OperationExamples } from '#contract/openapi/document.ts';

const submission = {
  sent_at: '2026-03-22T04:28:28.408Z',
  trading_partner_id: '12345678',
  transport: 'stub',
  payer_id: 'CO_TXIX',
  claim_count: 7,
  created_by: 'key:01a20182-33bf-7a57-86ca-f16b72359475',
  sha256: '290d4dc39cbc6bb775cc016530e458ff8fd68918cff971d3a0fbffa5d7542df4',
  file_name: 'tp12345678-837P-20260321212827903-1of1.x12',
  group_control_number: '1',
  attempts: 0,
  created_at: '2026-03-22T04:28:27.903Z',
  interchange_control_number: '000000001',
  recorded_count: 7,
  state: 'recorded',
  finished_at: '2026-03-22T04:28:28.527Z',
  reference: 'CH000000001',
  id: '01a20183-3cb3-7710-bb97-86a646a79963',
  size: 2567,
  total_charge: 930,
};

export const clearhouseExamples: OperationExamples = {
  'get-clearhouse': {
    response: {
      data: {
        id: 'clearinghouse',
        name: 'Staging clearinghouse',
        environment: 'test',
        trading_partner_id: '12345678',
        submitter: { name: 'GRANARY BILLING', contact: { name: 'EDI DESK', phone: '3035550100' } },
        transport: 'stub',
        file_name: { prefix: 'tp', time_zone: 'America/Denver', part: '1of1', extension: 'x12' },
      },
    },
  },
  'submit-claims': {
    body: { claim_ids: ['e72ccfa9-c2c8-81dd-958e-f7b70c1db844'] },
    response: {
      data: {
        submissions: [submission],
        resumed: [],
        in_progress: [],
        blocked: [],
        blocked_count: 0,
        has_more: false,
      },
    },
  },
  'list-submissions': {
    parameters: { limit: 1 },
    response: { data: [submission], pagination: { next_cursor: null, has_more: false } },
  },
  'get-submission': {
    parameters: { id: '01a20183-3cb3-7710-bb97-86a646a79963' },
    response: {
      data: {
        ...submission,
        claims: [
          { claim_id: 'e72ccfa9-c2c8-81dd-958e-f7b70c1db844', patient_control_number: 'DN1004', set: '0001' },
        ],
      },
    },
  },
  'test-connection': { response: { data: { ok: true, transport: 'stub', duration_ms: 123 } } },
};
