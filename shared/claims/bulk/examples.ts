import type { OperationExamples } from '#contract/openapi/document.ts';

const runId = '01a20187-40aa-7d31-9a11-7c2b6f0e5d48';
const draft = '01a20187-0b13-7f02-8d6e-2f9c41b7a650';
const sent = '01a20187-0c77-7a84-b5f3-91d0e6c8324a';

const operation = { kind: 'correct', set: { billing_taxonomy: '208D00000X' } };
const filter = { lane: 'draft', billing_npi: '1234567893' };

const finished = {
  id: runId,
  state: 'done',
  operation,
  started_at: '2026-03-22T04:35:10.020Z',
  started_by: 'key:01a20182-33bf-7a57-86ca-f16b72359475',
  updated_at: '2026-03-22T04:35:10.611Z',
  finished_at: '2026-03-22T04:35:10.611Z',
  selected: 2,
  done: 1,
  skipped: 1,
  skipped_by_reason: { was_sent: 1 },
  is_truncated: false,
  processed: 2,
};

const running = {
  ...finished,
  state: 'selecting',
  filter,
  updated_at: '2026-03-22T04:35:10.020Z',
  finished_at: null,
  selected: 0,
  done: 0,
  skipped: 0,
  skipped_by_reason: {},
  processed: 0,
};

const interrupted = {
  ...finished,
  id: '01a20187-3f02-7b65-8c90-4e1d2a7b9f06',
  state: 'failed',
  reason: 'interrupted',
  updated_at: '2026-03-22T04:33:02.118Z',
  finished_at: '2026-03-22T04:33:02.118Z',
  started_at: '2026-03-22T04:25:40.402Z',
  selected: 900,
  done: 440,
  skipped: 20,
  skipped_by_reason: { was_sent: 20 },
  processed: 460,
};

const skip = { reason: 'was_sent', message: 'The claim was sent; create a correction' };

export const bulkWorkExamples: OperationExamples = {
  'preview-bulk-run': {
    body: { operation, selection: { claim_ids: [draft, sent] } },
    response: {
      data: [
        {
          claim_id: draft,
          patient_control_number: 'PA1011',
          from: 'draft',
          outcome: 'change',
          to: 'ready',
          errors: 0,
          changes: [{ path: '/billing_provider/taxonomy', before: '207Q00000X', after: '208D00000X' }],
        },
        { claim_id: sent, patient_control_number: 'PA1012', from: 'paid', outcome: 'skip', ...skip },
      ],
      pagination: { next_cursor: null, has_more: false },
    },
  },
  'start-bulk-run': {
    body: { operation, selection: { filter } },
    response: { data: finished },
    responses: { 202: { data: running } },
  },
  'list-bulk-runs': {
    response: { data: [finished, interrupted], pagination: { next_cursor: null, has_more: false } },
  },
  'get-bulk-run': { parameters: { id: runId }, response: { data: finished } },
  'list-bulk-results': {
    parameters: { id: runId, outcome: 'skipped' },
    response: {
      data: [
        {
          ...{ claim_id: sent, patient_control_number: 'PA1012', from: 'paid', outcome: 'skipped', ...skip },
          at: '2026-03-22T04:35:10.611Z',
        },
      ],
      pagination: { next_cursor: null, has_more: false },
    },
  },
  'cancel-bulk-run': {
    parameters: { id: runId },
    response: {
      data: { ...running, state: 'canceled', finished_at: '2026-03-22T04:35:12.300Z' },
    },
  },
};
