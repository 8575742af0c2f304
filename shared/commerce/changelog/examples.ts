import type { OperationExamples } from '#contract/openapi/document.ts';

const entry = {
  id: '01a20320-2e00-7a1f-9c3e-5b7d20f4e816',
  version: '1.1.0',
  published_at: '2026-11-22T12:00:00.000Z',
  title: 'Webhooks',
  kinds: ['added', 'security'],
  text: 'Your own systems receive events, signed as Standard Webhooks describes.',
};

export const changelogExamples: OperationExamples = {
  'list-changelog': {
    parameters: { limit: 50 },
    response: { data: [entry], pagination: { next_cursor: null, has_more: false } },
  },
  'changelog-feed': {},
  'get-changelog-marker': { response: { data: { last_read_id: null, unread_count: 5 } } },
  'set-changelog-marker': {
    body: { last_read_id: entry.id },
    response: { data: { last_read_id: entry.id, unread_count: 0 } },
  },
};
