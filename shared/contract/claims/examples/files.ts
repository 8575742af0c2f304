import type { OperationExamples } from '../../openapi/document.ts';
import { noFindings, storedFile } from './claim-records.ts';

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
