import type { OperationExamples } from '#contract/openapi/document.ts';

const by = 'key:01a2033d-4ce9-74c8-a9df-aad92dcc8b8b';
const lastPage = { next_cursor: null, has_more: false };

const exampleRetention = {
  version: 2,
  retention_days: 3652,
  automatic: true,
  updated_at: '2026-11-22T09:00:00.000Z',
  updated_by: by,
};

const exampleHold = {
  id: '01a2033d-6a10-7b3c-9d5e-2f4a6b8c0d1e',
  claim_ids: ['b1080329-9084-8748-bb65-5df0a04ee0a1'],
  member_ids: [],
  file_ids: [],
  remittance_ids: [],
  everything: false,
  reason: 'Audit of the state, case 2026-117',
  created_at: '2026-11-22T09:05:00.000Z',
  created_by: by,
};

const examplePurge = {
  id: '01a2033d-7b21-7c4d-8e6f-3a5b7c9d1e2f',
  state: 'done',
  dry_run: false,
  retention_days: 3652,
  cutoff: '2016-11-22T09:10:00.000Z',
  started_at: '2026-11-22T09:10:00.000Z',
  started_by: by,
  finished_at: '2026-11-22T09:10:04.000Z',
  purged: {
    claims: 240,
    remittances: 9,
    acknowledgments: 18,
    submissions: 9,
    files: 27,
    bank_lines: 31,
    bank_files: 1,
    ledger_entries: 2,
    bulk_runs: 3,
    objects: 54,
  },
  held: 4,
};

export const retentionExamples: OperationExamples = {
  'get-retention': { response: { data: exampleRetention } },
  'set-retention': {
    body: { retention_days: 3652, automatic: true },
    response: { data: exampleRetention },
  },
  'create-legal-hold': {
    body: { claim_ids: exampleHold.claim_ids, reason: exampleHold.reason },
    response: { data: exampleHold },
  },
  'list-legal-holds': { response: { data: [exampleHold], pagination: lastPage } },
  'release-legal-hold': {
    parameters: { id: exampleHold.id },
    body: { reason: 'Case closed' },
    response: {
      data: {
        ...exampleHold,
        released_at: '2027-02-01T09:00:00.000Z',
        released_by: by,
        release_reason: 'Case closed',
      },
    },
  },
  'start-purge': { body: { dry_run: false }, response: { data: examplePurge } },
  'list-purges': { response: { data: [examplePurge], pagination: lastPage } },
  'get-purge': { parameters: { id: examplePurge.id }, response: { data: examplePurge } },
  'get-eob': { parameters: { id: '82a0e4f2-8be0-80fb-a54b-8a6ec46e7d05', limit: 50 } },
};
