import { noFindings } from '#claims/claims/examples.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const storedFile = {
  id: 'cc40f906-27f7-8d22-8407-6c24bb332ac1',
  name: 'tp12345678-277CA-20260321212827903-1of1.x12',
  state: 'applied',
  kinds: ['277CA'],
  progress: { bytes: 1408, percent: 100, units: { '835': 0, '999': 0, '837P': 0, '277CA': 6, TA1: 0 } },
  object_key: 'inbox/test-payer/tp12345678-277CA-20260321212827903-1of1.x12',
  finished_at: '2026-03-22T04:28:31.193Z',
  sha256: 'dd027b055ddd7e1ebcf557787fced93675950293754bbfb02fca106d45ce2eea',
  origin: 'inbox',
  reasons: [],
  updated_at: '2026-03-22T04:28:31.193Z',
  size: 1408,
  archive_key:
    'archive/2026/03/22/cc40f906-27f7-8d22-8407-6c24bb332ac1-tp12345678-277CA-20260321212827903-1of1.x12',
  outbound_keys: [],
  finding_counts: noFindings,
  received_at: '2026-03-22T04:28:29.000Z',
  counts: {
    charge: 0,
    claims: 0,
    duplicates: 0,
    refused_sets: 0,
    groups: 1,
    interchanges: 1,
    sets: 1,
    drafts: 0,
    unmatched: 0,
    matched: 6,
  },
};

export const filesExamples: OperationExamples = {
  'create-file': {
    body: { name: 'claims.x12' },
    response: {
      data: {
        id: '01a20183-2f07-7901-8ef0-eddfdfe4203b',
        name: 'claims.x12',
        state: 'expected',
        kinds: [],
        object_key: 'inbox/01a20183-2f07-7901-8ef0-eddfdfe4203b/claims.x12',
        counts: {
          interchanges: 0,
          groups: 0,
          sets: 0,
          refused_sets: 0,
          claims: 0,
          drafts: 0,
          duplicates: 0,
          charge: 0,
          matched: 0,
          unmatched: 0,
        },
        progress: { bytes: 0, percent: 0, units: {} },
        finding_counts: noFindings,
        reasons: [],
        outbound_keys: [],
        origin: 'inbox',
        size: 0,
        received_at: '2026-03-22T04:28:24.199Z',
        updated_at: '2026-03-22T04:28:24.199Z',
        upload: {
          method: 'PUT',
          url: 'https://granary-x12.s3.us-east-1.amazonaws.com/inbox/01a20183-2f07-7901-8ef0-eddfdfe4203b/claims.x12?X-Amz-Signature=c00aa3d0b190790a',
          headers: {},
          expires_at: '2026-03-22T04:43:24.199Z',
        },
      },
    },
  },
  'list-files': {
    parameters: { limit: 1 },
    response: {
      data: [storedFile],
      pagination: {
        next_cursor:
          'QQscZbwuyUEBMjAyNi0xMS0yMlQwNDoyODoyOS4wMDBaI2NjNDBmOTA2LTI3ZjctOGQyMi04NDA3LTZjMjRiYjMzMmFjMQ',
        has_more: true,
      },
    },
  },
  'get-file': {
    parameters: { id: 'cc40f906-27f7-8d22-8407-6c24bb332ac1' },
    response: { data: { ...storedFile, findings: [] } },
  },
};
