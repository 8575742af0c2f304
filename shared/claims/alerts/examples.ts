import type { OperationExamples } from '#contract/openapi/document.ts';

const by = 'key:01a2033d-4ce9-74c8-a9df-aad92dcc8b8b';
const lastPage = { next_cursor: null, has_more: false };

const input = {
  name: 'Rejections of CO_TXIX',
  condition: {
    kind: 'rejected_claims',
    lanes: ['rejected', 'payer_rejected'],
    payer_id: 'CO_TXIX',
    hours: 24,
    count: 5,
    amount: 1000,
  },
  schedule: { mode: 'immediate', window_minutes: 60 },
  recipients: { webhook_url: 'https://hooks.example.com/granary' },
  paused: false,
};

const rule = {
  id: '01a2034b-1c5e-7a9d-8f30-6b2d4e8a1c05',
  version: 1,
  ...input,
  created_at: '2026-11-22T09:00:00.000Z',
  created_by: by,
  updated_at: '2026-11-22T09:00:00.000Z',
  updated_by: by,
};

const changed = { ...rule, version: 2, paused: true, updated_at: '2026-11-22T12:00:00.000Z' };

const alert = {
  id: 'a0c2b1d4-7f3e-8a15-9c46-2d8e5b7f9013',
  rule_id: rule.id,
  rule_name: rule.name,
  condition: rule.condition,
  test: false,
  raised_at: '2026-11-22T10:05:03.000Z',
  count: 6,
  amount: 812.5,
  at_least: false,
  ids: ['b1080329-9084-8748-bb65-5df0a04ee0a1'],
  links: ['/api/claims?lane=rejected&payer_id=CO_TXIX', '/api/claims?lane=payer_rejected&payer_id=CO_TXIX'],
  state: 'delivered',
  deliveries: [
    {
      recipient: 'https://hooks.example.com/granary',
      state: 'delivered',
      attempts: 1,
      last_attempt_at: '2026-11-22T10:05:04.000Z',
    },
  ],
};

const { last_attempt_at: _, ...sentFirst } = alert.deliveries[0] ?? {};
const waiting = {
  ...alert,
  id: '01a2034b-5d2f-7b60-9e11-4c7a9d3f5b28',
  test: true,
  state: 'pending',
  deliveries: [{ ...sentFirst, state: 'pending', attempts: 0, next_attempt_at: alert.raised_at }],
};

const parameters = { id: rule.id };

export const alertsExamples: OperationExamples = {
  'create-alert-rule': {
    body: input,
    response: { data: { ...rule, secret: 'whsec_VGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgc2VjcmV0ISE=' } },
  },
  'list-alert-rules': { response: { data: [rule], pagination: lastPage } },
  'get-alert-rule': { parameters, response: { data: rule } },
  'update-alert-rule': { parameters, body: { ...input, paused: true }, response: { data: changed } },
  'delete-alert-rule': { parameters },
  'test-alert-rule': { parameters, response: { data: waiting } },
  'list-alerts': { parameters: { rule_id: rule.id }, response: { data: [alert], pagination: lastPage } },
  'get-alert': { parameters: { id: alert.id }, response: { data: alert } },
};
