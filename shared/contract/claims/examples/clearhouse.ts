import type { OperationExamples } from '../../openapi/document.ts';
import { submission } from './response-records.ts';

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
