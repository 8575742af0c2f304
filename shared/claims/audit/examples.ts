import type { OperationExamples } from '#contract/openapi/document.ts';

const exampleCheckpoint = {
  chain: 'main',
  sequence: 46,
  hash: 'a2cf44771a8bbeb3cbd477c5f659e7827942a1cfeec66ba11c3f8ea5cb4ad8d7',
  time: '2026-03-22T04:29:22.374Z',
  key_id: '6429c5749068f7c55826db21fd1059b86cba8da1bdda7f0eefe8ea605dae96e2',
  signature:
    'MEQCIFcAvjka35n8qbklL4G9iIXuWxtgvZwvfzlZA8pzBpgeAiArP0bFYwuLhBCX53kQy5NouYBxPep+/3cfETlgaIYYmw==',
};

const verificationResult = {
  checkpoints: 1,
  complete: true,
  checked: 54,
  detail: null,
  head: {
    sequence: 54,
    created_at: '2026-03-22T04:30:21.159Z',
    hash: '8e55cd57b89d4f05c6064d9d8ca891a0bf8a8ccb487abd9289bfc8e71098e9aa',
  },
  ok: true,
  reason: null,
  to: 54,
  from: 1,
  first_bad_id: null,
};

const verificationRun = {
  id: '01a20184-f82a-7653-b96c-82ba79e34df9',
  state: 'done',
  from: 1,
  to: 54,
  started_at: '2026-03-22T04:30:21.226Z',
  finished_at: '2026-03-22T04:30:21.311Z',
  progress: 54,
  result: verificationResult,
};

const exportRun = {
  id: '01a20184-1814-72e1-8ca4-5986f5c3cc92',
  state: 'done',
  from: 1,
  to: 46,
  started_at: '2026-03-22T04:29:23.860Z',
  finished_at: '2026-03-22T04:29:24.716Z',
  progress: 46,
  entries: 46,
  bytes: 27034,
  url: null,
  url_expires_at: null,
};

const failedExport = {
  ...exportRun,
  id: '01a20183-e0aa-7c01-9a4e-0d5b3f7c2e61',
  state: 'failed',
  reason: 'interrupted',
  from: 5,
  progress: 12,
  entries: null,
  bytes: null,
};

export const auditLogExamples: OperationExamples = {
  'list-audit-log': {
    parameters: { limit: 2 },
    response: {
      data: [
        {
          id: 46,
          event_type: 'file.applied',
          entity_type: 'file',
          entity_id: '08827a66-6cd7-886b-b989-f1cadaeb8d22',
          actor: 'file:08827a66-6cd7-886b-b989-f1cadaeb8d22',
          payload_json:
            '{"kinds":["835"],"reasons":[],"sha256":"ab5881fb25dc555cad9fc9f6d15240cdeb2eb85077a1cb155f9f97b83e781c14","size":1852}',
          created_at: '2026-03-22T04:28:32.195Z',
          prev_hash: '3b3cd7ab5d31d7a622d72b57102a7c21c869023017b36c078052a36d8b675597',
          hash: 'a2cf44771a8bbeb3cbd477c5f659e7827942a1cfeec66ba11c3f8ea5cb4ad8d7',
        },
      ],
      pagination: { next_cursor: 'CwN3sNfpfjUoNDU', has_more: true },
    },
  },
  'verify-audit-log': {
    response: {
      ok: true,
      first_bad_id: null,
      reason: null,
      complete: true,
      data: {
        ok: true,
        first_bad_id: null,
        reason: null,
        detail: null,
        checked: 46,
        from: 1,
        to: 46,
        complete: true,
        head: {
          sequence: 46,
          hash: 'a2cf44771a8bbeb3cbd477c5f659e7827942a1cfeec66ba11c3f8ea5cb4ad8d7',
          created_at: '2026-03-22T04:28:32.195Z',
        },
        checkpoints: 0,
      },
    },
  },
  'start-verification': {
    response: {
      data: { ...verificationRun, state: 'running', finished_at: null, progress: 0, result: null },
    },
  },
  'get-verification': {
    parameters: { id: '01a20184-f82a-7653-b96c-82ba79e34df9' },
    response: { data: verificationRun },
  },
  'export-audit-log': {
    response: {
      data: {
        ...exportRun,
        state: 'running',
        finished_at: null,
        progress: 0,
        entries: null,
        bytes: null,
      },
    },
  },
  'list-exports': {
    response: { data: [exportRun, failedExport] },
  },
  'get-export': {
    parameters: { id: '01a20184-1814-72e1-8ca4-5986f5c3cc92' },
    response: {
      data: {
        ...exportRun,
        url: 'https://granary-x12.s3.us-east-1.amazonaws.com/audit-exports/01a20184-1814-72e1-8ca4-5986f5c3cc92.ndjson?X-Amz-Signature=c00aa3d0b190790a',
        url_expires_at: '2026-03-22T04:44:27.270Z',
      },
    },
  },
  'list-checkpoints': {
    parameters: { limit: 1 },
    response: { data: [exampleCheckpoint], pagination: { next_cursor: null, has_more: false } },
  },
  'create-checkpoint': { response: { data: exampleCheckpoint } },
  'get-public-key': {
    response: {
      data: {
        key_id: '6429c5749068f7c55826db21fd1059b86cba8da1bdda7f0eefe8ea605dae96e2',
        algorithm: 'ECDSA_SHA_256',
        public_key:
          '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE3GqgSbHQQGEYjtFWyyYrkpw+7ETb\n+gyNqEpskTdqcvn2sSc0JkgKlrap6zyhKvPAb5VyrwO+J1khN7BpkRohQA==\n-----END PUBLIC KEY-----\n',
      },
    },
  },
};

// Records of submissions, responses and the audit log that several examples share.
