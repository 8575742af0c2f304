import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { respondAsTestPayer } from '#claims/test-payer/respond.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { claimFile, claimInput, newNumber } from '../../fixtures/claims/claim-input.ts';
import { type ApiResponse, call, get, post } from '../stack/api-client.ts';
import {
  admin,
  auditor,
  biller,
  claimInLane,
  claimOf,
  dropFile,
  postClaim,
  postSubmission,
  until,
} from './claims-api.ts';
import { endpointNamed } from './claims-requests.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
type Json = any;

let paid: Json;
let file: Json;
let submission: Json;
let run: { verification: string; export: string };
let acknowledgments: Record<'999' | '277ca', string>;
beforeAll(async () => {
  const number = newNumber('PA');
  file = await dropFile(`endpoints-${number}.x12`, claimFile([{ number }]));
  const { id } = await claimOf(number);
  submission = (await postSubmission([id])).body.data.submissions[0];
  paid = await claimInLane(id, 'paid');
  const newest = (path: string) =>
    until(`something in ${path}`, async () => (await get(`${path}?limit=1`, biller)).body.data[0]?.id);
  acknowledgments = { '999': await newest('/api/999-acks'), '277ca': await newest('/api/277ca-acks') };
  const log = '/api/admin/audit-log';
  run = {
    verification: (await post(`${log}/verify`, undefined, admin)).body.data.id,
    export: (await post(`${log}/export`, undefined, admin)).body.data.id,
  };
});

/** The 999, 277CA and 835 for a claim of another system. */
async function answersTo(number: string) {
  const bytes = claimFile([{ number }]);
  await dropFile(`answered-${number}.x12`, bytes);
  return (wanted: '999' | '277CA' | '835') => ({
    content: Buffer.from(
      respondAsTestPayer(bytes, 'answered.x12').find(({ kind }) => kind === wanted)?.bytes ?? [],
    ).toString(),
  });
}

async function held(): Promise<string> {
  const { patient_control_number: number } = await postClaim({ number: newNumber() });
  return (await postClaim({ number, charge: 20 })).id;
}

/** Appends an entry to the audit log, so that there is something to sign. */
const newKey = () => post('/api/admin/api-keys', { name: 'Entry', role: 'auditor' }, admin);

async function newCheckpoint(): Promise<ApiResponse> {
  // The hourly checkpoint, or another test's, may be faster.
  return until('a new checkpoint', async () => {
    await newKey();
    const made = await post('/api/admin/audit-log/checkpoints', undefined, admin);
    return made.status === 201 && made;
  });
}

async function currentCheckpoint(): Promise<ApiResponse> {
  return until('no entry between two checkpoints', async () => {
    const made = await post('/api/admin/audit-log/checkpoints', undefined, admin);
    return made.status === 200 && made;
  });
}

/** Every documented success of every endpoint. */
const successes: Readonly<Record<string, () => Promise<ApiResponse>>> = {
  'health 200': () => get('/api/health', { key: null }),
  'openapi 200': () => get('/api/openapi.json', { key: null }),
  'get-caller 200': () => get('/api/me', biller),
  'list-lanes 200': () => get('/api/inbox/lanes', biller),
  'create-claim 201': () => post('/api/claims', claimInput({ number: newNumber() }), biller),
  'list-claims 200': () => get('/api/claims?limit=200', biller),
  'get-claim 200': () => get(`/api/claims/${paid.id}`, biller),
  'void-claim 201': () => post(`/api/claims/${paid.id}/void`, undefined, biller),
  'release-claim 200': async () => post(`/api/claims/${await held()}/release`, undefined, biller),
  'create-file 201': () => post('/api/files', { name: 'a.x12' }, biller),
  'list-files 200': () => get('/api/files?limit=200', biller),
  'get-file 200': () => get(`/api/files/${file.id}`, biller),
  'parse-implementation-acknowledgment 200': async () =>
    post('/api/parse-999', (await answersTo(newNumber('R9')))('999'), biller),
  'list-implementation-acknowledgments 200': () => get('/api/999-acks?limit=200', biller),
  'get-implementation-acknowledgment 200': () => get(`/api/999-acks/${acknowledgments['999']}`, biller),
  'parse-claim-acknowledgment 200': async () =>
    post('/api/parse-277ca', (await answersTo(newNumber('RC')))('277CA'), biller),
  'list-claim-acknowledgments 200': () => get('/api/277ca-acks?limit=200', biller),
  'get-claim-acknowledgment 200': () => get(`/api/277ca-acks/${acknowledgments['277ca']}`, biller),
  'parse-remittance 200': async () =>
    post('/api/parse-835', (await answersTo(newNumber('PP')))('835'), biller),
  'list-remittances 200': () => get('/api/remittances?limit=200', biller),
  'get-remittance 200': () => get(`/api/remittances/${paid.remittance_id}`, biller),
  'get-clearhouse 200': () => get('/api/clearhouse', biller),
  'submit-claims 201': async () => postSubmission([(await postClaim({ number: newNumber() })).id]),
  'list-submissions 200': () => get('/api/clearhouse/submissions?limit=200', biller),
  'get-submission 200': () => get(`/api/clearhouse/submissions/${submission.id}`, biller),
  'test-connection 200': () => post('/api/clearhouse/test-connection', undefined, admin),
  'check-claims-again 200': () => post('/api/admin/check-claims', undefined, biller),
  'list-payers 200': () => get('/api/config/payers', biller),
  'get-payer 200': () => get('/api/config/payers/CO_TXIX', biller),
  'list-providers 200': () => get('/api/config/providers', biller),
  // Another test reloads concurrently.
  'reload-config 200': () =>
    until('a reload without conflict', async () => {
      const answer = await post('/api/admin/reload-config', undefined, admin);
      return answer.body.code !== 'conflict' && answer;
    }),
  'list-audit-log 200': () => get('/api/admin/audit-log?limit=200', auditor),
  'verify-audit-log 200': () => get('/api/admin/audit-log/verify', auditor),
  'start-verification 202': () => post('/api/admin/audit-log/verify', undefined, admin),
  'get-verification 200': () => get(`/api/admin/audit-log/verify/${run.verification}`, auditor),
  'export-audit-log 202': () => post('/api/admin/audit-log/export', undefined, admin),
  'list-exports 200': () => get('/api/admin/audit-log/export', auditor),
  'get-export 200': () => get(`/api/admin/audit-log/export/${run.export}`, auditor),
  'list-checkpoints 200': () => get('/api/admin/audit-log/checkpoints', auditor),
  'create-checkpoint 200': currentCheckpoint,
  'create-checkpoint 201': newCheckpoint,
  'get-public-key 200': () => get('/api/admin/audit-log/public-key', auditor),
  'create-api-key 201': () => post('/api/admin/api-keys', { name: 'Nightly', role: 'auditor' }, admin),
  'list-api-keys 200': () => get('/api/admin/api-keys?limit=200', admin),
  'revoke-api-key 204': async () =>
    call('DELETE', `/api/admin/api-keys/${(await newKey()).body.data.id}`, admin),
};

describe('every endpoint of the claims service responds as declared', () => {
  const declared = claimsEndpoints.flatMap(({ name, responses }) =>
    Object.keys(responses).map((status) => `${name} ${status}`),
  );

  test('has a case', () => {
    expect(Object.keys(successes).toSorted()).toEqual(declared.toSorted());
  });

  test.each(declared)('%s', async (name) => {
    const [endpoint = '', status = ''] = name.split(' ');
    const answered = await successes[name]?.();
    expect([answered?.status, answered?.body.code]).toEqual([Number(status), undefined]);
    const { schema } = endpointNamed(endpoint).responses[Number(status)] ?? {};
    if (schema === undefined) {
      expect(answered?.text).toBe('');
      return;
    }
    // The schema drops undeclared members, so the comparison finds them.
    expect(schema.parse(answered?.body)).toEqual(answered?.body);
    expect(answered?.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('every POST honours Idempotency-Key', () => {
  const repeatable: Readonly<Record<string, () => readonly [string, object | undefined, object]>> = {
    'create-claim': () => ['/api/claims', claimInput({ number: newNumber() }), biller],
    'create-file': () => ['/api/files', { name: 'once.x12' }, biller],
    'create-api-key': () => ['/api/admin/api-keys', { name: 'Once', role: 'biller' }, admin],
    'submit-claims': () => ['/api/clearhouse/submit', { claim_ids: [randomUUID()] }, biller],
    'parse-implementation-acknowledgment': () => ['/api/parse-999', { content: 'x' }, biller],
    'parse-claim-acknowledgment': () => ['/api/parse-277ca', { content: 'x' }, biller],
    'parse-remittance': () => ['/api/parse-835', { content: 'x' }, biller],
    'void-claim': () => [`/api/claims/${paid.id}/void`, undefined, biller],
    'release-claim': () => [`/api/claims/${randomUUID()}/release`, undefined, biller],
    'test-connection': () => ['/api/clearhouse/test-connection', undefined, admin],
    'reload-config': () => ['/api/admin/reload-config', undefined, admin],
    'check-claims-again': () => ['/api/admin/check-claims', undefined, biller],
    'start-verification': () => ['/api/admin/audit-log/verify?from=1', undefined, admin],
    'export-audit-log': () => ['/api/admin/audit-log/export?from=1', undefined, admin],
    'create-checkpoint': () => ['/api/admin/audit-log/checkpoints', undefined, admin],
  };
  const idempotent = claimsEndpoints.filter(({ method }) => method === 'POST');

  test('has a case', () => {
    expect(idempotent.filter((endpoint) => endpoint.idempotent !== true)).toEqual([]);
    expect(Object.keys(repeatable).toSorted()).toEqual(idempotent.map(({ name }) => name).toSorted());
  });

  test.each(Object.keys(repeatable))(
    '%s repeats the first response, unless it was a refusal',
    async (name) => {
      const [path, body, role] = repeatable[name]?.() ?? ['', undefined, {}];
      const options = { ...role, headers: { 'idempotency-key': randomUUID() } };
      const first = await post(path, body, options);
      const again = await post(path, body, options);
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      const isRefusal = first.status >= 400;
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([
        first.status,
        isRefusal ? null : 'true',
      ]);
      if (isRefusal) {
        // A refusal stores nothing, so the second request is processed and has its own id.
        expect(again.body).toEqual({ ...first.body, request_id: again.headers.get('x-request-id') });
        return;
      }
      const { secret, ...shown } = first.body.data ?? {};
      expect(again.body).toEqual(first.body.data === undefined ? first.body : { ...first.body, data: shown });
    },
  );

  test('sends once for two submissions with one key', async () => {
    const { id } = await postClaim({ number: newNumber('SI') });
    const options = { ...biller, headers: { 'idempotency-key': randomUUID() } };
    const first = await post('/api/clearhouse/submit', { claim_ids: [id] }, options);
    const again = await post('/api/clearhouse/submit', { claim_ids: [id] }, options);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });
});
