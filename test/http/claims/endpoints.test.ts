import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { respondAsTestPayer } from '#claims/clearhouse/test-payer/respond.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { alertRule, endpointNamed } from '../../claims/valid-requests.ts';
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
  unmatchedPayment,
  until,
} from './claims-api.ts';

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

/** Imports a bank file with one line that matches nothing, and returns the reply. */
const importLine = () => {
  const csv = `Date,Amount,Reference\n2026-01-05,1.00,${randomUUID()}\n`;
  return post('/api/bank-files', { csv }, biller);
};

async function newLine(): Promise<string> {
  const { id } = (await importLine()).body.data;
  return until('the line', async () => {
    const { body } = await get('/api/bank-lines?limit=200', biller);
    return body.data.find(({ file_id }: Json) => file_id === id)?.id;
  });
}

let matchedLine: string;
async function matchLine(): Promise<ApiResponse> {
  matchedLine = await newLine();
  const body = { remittance_ids: [paid.remittance_id], reason: 'Test' };
  return post(`/api/bank-lines/${matchedLine}/match`, body, biller);
}

const newAlertRule = () => post('/api/admin/alert-rules', alertRule, admin);
const newAlertPath = async () => `/api/admin/alert-rules/${(await newAlertRule()).body.data.id}`;
const newAlert = async () => post(`${await newAlertPath()}/test`, undefined, admin);

const newHold = () => post('/api/admin/legal-holds', { claim_ids: [randomUUID()], reason: 'Test' }, admin);

/** A preview, because the stack is shared. Another test's may be running. */
const newPurge = () =>
  until('a purge', async () => {
    await call('PUT', '/api/admin/retention', { ...admin, body: { retention_days: 36_500 } });
    const started = await post('/api/admin/purges', { dry_run: true }, admin);
    return started.status === 202 && started;
  });

const dismissed = ({ id }: Json) =>
  post(`/api/unmatched/${id}/dismiss`, { reason: 'handled_elsewhere' }, biller);

/** The claim for the second payer of a person without other coverage. */
function nextPayer(id: string): Promise<ApiResponse> {
  const { subscriber } = claimInput({ number: newNumber(), payer: '60054' });
  const body = {
    subscriber: { ...subscriber, payer_sequence: 'S', claim_filing: 'CI' },
    accept: ['nothing_left'],
  };
  return post(`/api/claims/${id}/secondary`, body, biller);
}

const edit = (id: string, content: object) =>
  call('PATCH', `/api/claims/${id}`, { ...biller, body: { content } });

const holding = (claim_ids: readonly string[]) => ({ operation: { kind: 'hold' }, selection: { claim_ids } });

/** More claims than a request processes. */
const many = () => Array.from({ length: 101 }, () => randomUUID());

/** A run that the background function has finished. */
async function heldInBackground(): Promise<Json> {
  const { body } = await post('/api/bulk-runs', holding(many()), biller);
  return until('the end of the bulk run', async () => {
    const { data } = (await get(`/api/bulk-runs/${body.data.id}`, biller)).body;
    return data.state === 'done' && data;
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
  'search-claims 200': () =>
    post('/api/claims/search', { patient_control_number: paid.patient_control_number }, biller),
  'get-claim 200': () => get(`/api/claims/${paid.id}`, biller),
  'move-payment 200': async () => {
    const { account } = (await get(`/api/claims/${paid.id}`, biller)).body.data;
    const [{ remittance_id, payment_number }] = account.adjudications;
    const body = { remittance_id, payment_number, to: paid.id };
    return post(`/api/claims/${paid.id}/payment-moves`, body, biller);
  },
  'void-claim 201': () => post(`/api/claims/${paid.id}/void`, undefined, biller),
  'release-claim 200': async () => post(`/api/claims/${await held()}/release`, undefined, biller),
  'edit-claim 200': async () =>
    edit((await postClaim({ number: newNumber() })).id, { place_of_service: '12' }),
  'edit-claim 201': async () => {
    const { id } = await postClaim({ number: newNumber('RC') });
    await postSubmission([id]);
    await claimInLane(id, 'payer_rejected');
    return edit(id, { place_of_service: '12' });
  },
  'list-claim-versions 200': () => get(`/api/claims/${paid.id}/versions`, auditor),
  'get-claim-version 200': () => get(`/api/claims/${paid.id}/versions/1`, auditor),
  'preview-bulk-run 200': () => post('/api/bulk-runs/preview', holding([paid.id]), biller),
  'start-bulk-run 200': async () =>
    post('/api/bulk-runs', holding([(await postClaim({ number: newNumber() })).id]), biller),
  'start-bulk-run 202': () => post('/api/bulk-runs', holding(many()), biller),
  'list-bulk-runs 200': () => get('/api/bulk-runs?limit=200', auditor),
  'get-bulk-run 200': async () => get(`/api/bulk-runs/${(await heldInBackground()).id}`, auditor),
  'list-bulk-results 200': async () =>
    get(`/api/bulk-runs/${(await heldInBackground()).id}/claims?limit=200`, auditor),
  'cancel-bulk-run 200': async () => {
    const { body } = await post('/api/bulk-runs', holding(many()), biller);
    return post(`/api/bulk-runs/${body.data.id}/cancel`, undefined, biller);
  },
  'add-note 201': () => post(`/api/claims/${paid.id}/notes`, { text: 'Called the payer' }, biller),
  'list-notes 200': () => get(`/api/claims/${paid.id}/notes`, biller),
  'set-follow-up 200': () =>
    call('PATCH', `/api/claims/${paid.id}/follow-up`, { body: { assignee: 'me' }, ...biller }),
  'list-worklist 200': () => get('/api/worklist?assignee=me', biller),
  'name-caller 200': () => call('PUT', '/api/me', { body: { name: 'Bianca' }, ...biller }),
  'list-people 200': () => get('/api/people', biller),
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
  'list-unmatched 200': async () => {
    await unmatchedPayment(newNumber('PA'));
    return get('/api/unmatched?limit=200', auditor);
  },
  'get-unmatched 200': async () =>
    get(`/api/unmatched/${(await unmatchedPayment(newNumber('PA'))).id}`, auditor),
  'attach-unmatched 200': async () => {
    const [{ id }, claim] = [
      await unmatchedPayment(newNumber('PA')),
      await postClaim({ number: newNumber() }),
    ];
    return post(`/api/unmatched/${id}/attach`, { claim_id: claim.id, reason: 'verified_on_eob' }, biller);
  },
  'dismiss-unmatched 200': async () => dismissed(await unmatchedPayment(newNumber('PA'))),
  'take-back-unmatched 200': async () => {
    const { body } = await dismissed(await unmatchedPayment(newNumber('PA')));
    return post(`/api/unmatched/${body.data.id}/take-back`, { reason: 'entered_in_error' }, biller);
  },
  'post-remittance 200': () =>
    post(`/api/remittances/${paid.remittance_id}/post`, { reason: 'verified_in_bank' }, biller),
  'take-back-remittance 200': () =>
    post(`/api/remittances/${paid.remittance_id}/take-back`, { reason: 'entered_in_error' }, biller),
  'create-secondary-claim 200': async () => {
    await nextPayer(paid.id);
    return nextPayer(paid.id);
  },
  'create-secondary-claim 201': async () => {
    const number = newNumber('PA');
    const { id } = await postClaim({ number });
    const item = await unmatchedPayment(newNumber('PA'));
    await post(`/api/unmatched/${item.id}/attach`, { claim_id: id, reason: 'other' }, biller);
    return nextPayer(id);
  },
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
  'import-bank-file 201': importLine,
  'import-bank-file 200': () => post('/api/bank-files?dry_run=true', { csv: 'Date,Amount\n' }, biller),
  'list-bank-files 200': () => get('/api/bank-files', biller),
  'list-bank-lines 200': () => get('/api/bank-lines', auditor),
  'get-bank-line 200': async () => get(`/api/bank-lines/${await newLine()}`, biller),
  'match-bank-line 200': matchLine,
  'unmatch-bank-line 200': () => post(`/api/bank-lines/${matchedLine}/unmatch`, { reason: 'Test' }, biller),
  'get-reconciliation 200': () => get('/api/reconciliation', biller),
  'list-deposits 200': () => get('/api/deposits', biller),
  'list-provider-balances 200': () => get('/api/provider-balances', biller),
  'list-ledger 200': () => get('/api/ledger?payer_id=CO_TXIX&provider=1245319599', biller),
  'list-patient-responsibility 200': () => get('/api/patient-responsibility', biller),
  'get-patient-responsibility 200': () => get('/api/patient-responsibility/sum', biller),
  'get-eob 200': () => get(`/api/remittances/${paid.remittance_id}/eob`, biller),
  'get-aging 200': () => get('/api/reports/aging', biller),
  'get-denials 200': () => get('/api/reports/denials', biller),
  'get-days-to-pay 200': () => get('/api/reports/days-to-pay', biller),
  'get-clean-claims 200': () => get('/api/reports/clean-claims', biller),
  'create-alert-rule 201': newAlertRule,
  'list-alert-rules 200': () => get('/api/admin/alert-rules', auditor),
  'get-alert-rule 200': async () => get(await newAlertPath(), auditor),
  'update-alert-rule 200': async () => call('PUT', await newAlertPath(), { ...admin, body: alertRule }),
  'delete-alert-rule 204': async () => call('DELETE', await newAlertPath(), admin),
  'test-alert-rule 202': newAlert,
  'list-alerts 200': () => get('/api/admin/alerts', auditor),
  'get-alert 200': async () => get(`/api/admin/alerts/${(await newAlert()).body.data.id}`, auditor),
  'get-retention 200': () => get('/api/admin/retention', auditor),
  'set-retention 200': () =>
    until('settings without a conflict', async () => {
      const set = await call('PUT', '/api/admin/retention', { ...admin, body: { retention_days: 36_500 } });
      return set.body.code !== 'conflict' && set;
    }),
  'create-legal-hold 201': newHold,
  'list-legal-holds 200': () => get('/api/admin/legal-holds', auditor),
  'release-legal-hold 200': async () => {
    const { id } = (await newHold()).body.data;
    return post(`/api/admin/legal-holds/${id}/release`, { reason: 'Test' }, admin);
  },
  'start-purge 202': newPurge,
  'list-purges 200': () => get('/api/admin/purges', auditor),
  'get-purge 200': async () => get(`/api/admin/purges/${(await newPurge()).body.data.id}`, auditor),
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
    const { schema, text } = endpointNamed(endpoint).responses[Number(status)] ?? {};
    if (schema === undefined && text !== undefined) {
      expect(answered?.headers.get('content-type')).toMatch(/^text\/html/);
      return;
    }
    if (schema === undefined) {
      expect(answered?.text).toBe('');
      return;
    }
    // The schema drops undeclared members, so the comparison finds them.
    expect(schema.parse(answered?.body)).toEqual(answered?.body);
    expect(answered?.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

test('sends once for two submissions with one key', async () => {
  const { id } = await postClaim({ number: newNumber('SI') });
  const options = { ...biller, headers: { 'idempotency-key': randomUUID() } };
  const first = await post('/api/clearhouse/submit', { claim_ids: [id] }, options);
  const again = await post('/api/clearhouse/submit', { claim_ids: [id] }, options);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
});

test('signs once for two requests with one key', async () => {
  const options = { ...admin, headers: { 'idempotency-key': randomUUID() } };
  const first = await post('/api/admin/audit-log/checkpoints', undefined, options);
  const again = await post('/api/admin/audit-log/checkpoints', undefined, options);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect([again.status, again.body]).toEqual([first.status, first.body]);
});
