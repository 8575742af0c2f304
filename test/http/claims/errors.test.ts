import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { respondAsTestPayer } from '#claims/test-payer/respond.ts';
import { claimsDocument } from '#contract/claims/document.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { errorCatalog } from '#contract/errors.ts';
import { limiters } from '#contract/limiters.ts';
import { openTable, type Table } from '#store/dynamodb/table.ts';
import { countRequest } from '#store/requests/rate-windows.ts';
import { claimFile, claimInput, newNumber } from '../../fixtures/claims/claim-input.ts';
import { type ApiResponse, call, get, post, stack } from '../stack/api-client.ts';
import { admin, biller, claimInLane, postClaim, postSubmission, until } from './claims-api.ts';
import { alertRule, callValidly, endpointNamed, pathOf, validBody } from './claims-requests.ts';
import { unmatchedErrors, unmatchedErrorsElsewhere } from './unmatched-errors.ts';

let claimsTable: Table;

type Trigger = (endpoint: EndpointDeclaration) => Promise<ApiResponse>;

const header = (name: string, value: string) => ({ headers: { [name]: value } });

/** Errors of every endpoint with such an input. */
const general: Readonly<Record<string, Trigger>> = {
  validation_failed: (endpoint) => {
    const path = endpoint.parameters ? endpoint.path.replace(/\{\w+\}/g, '!') : endpoint.path;
    return call(endpoint.method, endpoint.query ? `${path}?unknown=1` : path, {
      ...admin,
      ...(endpoint.body && { body: { unknown: 1 } }),
    });
  },
  body_required: (endpoint) =>
    call(endpoint.method, pathOf(endpoint), { ...admin, ...header('content-type', 'application/json') }),
  payload_too_large: (endpoint) =>
    call(endpoint.method, pathOf(endpoint), {
      ...admin,
      text: `"${'x'.repeat(endpoint.takesX12 ? 4_200_000 : 270_000)}"`,
    }),
  unsupported_media_type: (endpoint) =>
    callValidly(endpoint, { ...admin, ...header('content-type', 'application/xml') }),
  not_acceptable: (endpoint) => callValidly(endpoint, { ...admin, ...header('accept', 'text/html') }),
  invalid_cursor: (endpoint) => call(endpoint.method, `${pathOf(endpoint)}?cursor=x`, admin),
  not_found: (endpoint) =>
    endpoint.takesX12
      ? call(endpoint.method, endpoint.path, { ...admin, body: { key: `inbox/${randomUUID()}.x12` } })
      : callValidly(endpoint, admin),
  // The spec defines invalid JSON as an unexpected failure.
  internal: (endpoint) => call(endpoint.method, pathOf(endpoint), { ...admin, text: '{"claim_ids": ' }),
  invalid_idempotency_key: (endpoint) =>
    callValidly(endpoint, { ...admin, ...header('idempotency-key', 'x'.repeat(256)) }),
  idempotency_mismatch: async (endpoint) => {
    const options = { ...admin, ...header('idempotency-key', randomUUID()) };
    await callValidly(
      endpointNamed(endpoint.name === 'create-file' ? 'create-api-key' : 'create-file'),
      options,
    );
    return callValidly(endpoint, options);
  },
  idempotency_in_flight: (endpoint) => {
    const [path, body] = [pathOf(endpoint), validBody(endpoint)];
    return until('a request that meets another with its key', async () => {
      const options = { ...admin, ...(body && { body }), ...header('idempotency-key', randomUUID()) };
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => call(endpoint.method, path, options)),
      );
      return answers.find(({ body: { code } }) => code === 'idempotency_in_flight');
    });
  },
  rate_limited: (endpoint) =>
    // Repeated, because the window of the limiter may end meanwhile.
    until('a window that is used up', async () => {
      const caller = randomUUID();
      const { limiter = 'api' } = endpoint;
      // Counted directly, because the throttle of the method is too low for so many requests. The gateway adds the
      // address of its client to the header.
      for (let n = 0; n < limiters[limiter].limit; n++)
        await countRequest(claimsTable, limiter, `${caller}, 127.0.0.1`, new Date());
      const options = { ...admin, ...header('x-forwarded-for', caller) };
      const answer = await call(endpoint.method, `${endpoint.path}?unknown=1`, options);
      return answer.status === 429 && answer;
    }),
  wrong_file_kind: (endpoint) =>
    call(endpoint.method, endpoint.path, {
      ...admin,
      text: claimFile([{ number: newNumber() }]).toString(),
      ...header('content-type', 'text/plain'),
    }),
  invalid_envelope: (endpoint) =>
    call(endpoint.method, endpoint.path, {
      ...admin,
      text: responseWithWrongCount(endpoint.name),
      ...header('content-type', 'text/plain'),
    }),
  file_in_work: (endpoint) => inWork[endpoint.name] ?? Promise.reject(new Error('Not begun')),
};

const responseKinds: Readonly<Record<string, '999' | '277CA' | '835'>> = {
  'parse-implementation-acknowledgment': '999',
  'parse-claim-acknowledgment': '277CA',
  'parse-remittance': '835',
};

/** A response that the endpoint takes, with a wrong SE01. */
function responseWithWrongCount(endpoint: string): string {
  const responses = respondAsTestPayer(claimFile([{ number: newNumber() }]), 'answered.x12');
  const response = responses.find(({ kind }) => kind === responseKinds[endpoint]);
  return Buffer.from(response?.bytes ?? [])
    .toString()
    .replace(/SE\*\d+/, 'SE*99');
}

/** An announced file that never arrives: a request for its content times out with a retry. */
const inWork: Record<string, Promise<ApiResponse>> = {};

async function held(): Promise<string> {
  const { patient_control_number: number } = await postClaim({ number: newNumber() });
  return (await postClaim({ number, charge: 20 })).id;
}

/** A submitted claim without a response of the payer. */
async function sent(): Promise<string> {
  const { id } = await postClaim({ number: newNumber('SI') });
  expect((await postSubmission([id])).status).toBe(201);
  return id;
}

const edit = (id: string, content: object, resubmit = false): Promise<ApiResponse> =>
  call('PATCH', `/api/claims/${id}`, { ...biller, body: { content, resubmit } });

/** Sends concurrent equal requests until one of them gets a conflict. */
const amongMany = (request: () => Promise<ApiResponse>): Promise<ApiResponse> =>
  until('a conflict', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, request));
    return answers.find(({ body }) => body.code === 'conflict');
  });

/** Errors of single endpoints. */
const own: Readonly<Record<string, Trigger>> = {
  'create-claim unknown_claim': () =>
    post('/api/claims', { ...claimInput({ number: newNumber() }), corrects: randomUUID() }, biller),
  'create-claim no_payer_claim_number': async () => {
    const { id } = await postClaim({ number: newNumber() });
    const body = { ...claimInput({ number: newNumber(), frequency: '7' }), corrects: id };
    return post('/api/claims', body, biller);
  },
  'create-claim not_correctable': async () =>
    post('/api/claims', { ...claimInput({ number: newNumber() }), corrects: await sent() }, biller),
  'create-claim conflict': () => {
    const number = newNumber();
    return amongMany(() => post('/api/claims', claimInput({ number }), biller));
  },
  'void-claim no_payer_claim_number': async () =>
    post(`/api/claims/${(await postClaim({ number: newNumber() })).id}/void`, undefined, biller),
  'void-claim not_correctable': async () => {
    const { id } = await postClaim({ number: newNumber() });
    await postSubmission([id]);
    await claimInLane(id, 'paid');
    const { body } = await post(`/api/claims/${id}/void`, undefined, biller);
    return post(`/api/claims/${body.data.id}/void`, undefined, biller);
  },
  'release-claim not_in_review': async () =>
    post(`/api/claims/${(await postClaim({ number: newNumber() })).id}/release`, undefined, biller),
  'release-claim precondition_failed': async () =>
    post(`/api/claims/${await held()}/release`, undefined, { ...biller, ...header('if-match', '"v99"') }),
  'release-claim conflict': () =>
    until('a release that loses', async () => {
      const id = await held();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => post(`/api/claims/${id}/release`, undefined, biller)),
      );
      return answers.find(({ body }) => body.code === 'conflict');
    }),
  'get-eob not_acceptable': (endpoint) =>
    callValidly(endpoint, { ...admin, ...header('accept', 'text/csv') }),
  'set-retention precondition_failed': () =>
    call('PUT', '/api/admin/retention', {
      ...admin,
      ...header('if-match', '"v99"'),
      body: { retention_days: 36_500 },
    }),
  'update-alert-rule precondition_failed': async () => {
    const { id } = (await post('/api/admin/alert-rules', alertRule, admin)).body.data;
    const stale = { ...admin, ...header('if-match', '"v99"'), body: alertRule };
    return call('PUT', `/api/admin/alert-rules/${id}`, stale);
  },
  'release-legal-hold already_released': async () => {
    const body = { claim_ids: [randomUUID()], reason: 'Test' };
    const { id } = (await post('/api/admin/legal-holds', body, admin)).body.data;
    const release = () => post(`/api/admin/legal-holds/${id}/release`, { reason: 'Test' }, admin);
    await release();
    return release();
  },
  ...unmatchedErrors,
  'edit-claim precondition_failed': async () =>
    call('PATCH', `/api/claims/${(await postClaim({ number: newNumber() })).id}`, {
      ...biller,
      ...header('if-match', '"v99"'),
      body: { content: {} },
    }),
  'edit-claim not_editable': async () =>
    edit((await postClaim({ number: newNumber() })).id, { frequency: '7' }),
  'edit-claim not_correctable': async () => {
    const { id } = await postClaim({ number: newNumber() });
    await postClaim({ number: newNumber() }, { corrects: id });
    return edit(id, { place_of_service: '12' });
  },
  'edit-claim no_payer_claim_number': async () => edit(await sent(), { place_of_service: '12' }),
  'edit-claim submission_blocked': async () =>
    edit((await postClaim({ number: newNumber() })).id, { diagnoses: null }, true),
  'edit-claim claims_not_ready': async () => edit(await held(), { accept_assignment: 'C' }, true),
  'search-claims invalid_cursor': () =>
    post('/api/claims/search', { last_name: 'Specimen', cursor: 'x' }, biller),
  'list-notes invalid_cursor': async () =>
    get(`/api/claims/${(await postClaim({ number: newNumber() })).id}/notes?cursor=x`, biller),
  'list-ledger invalid_cursor': () =>
    get('/api/ledger?payer_id=CO_TXIX&provider=1245319599&cursor=x', biller),
  'preview-bulk-run invalid_cursor': () =>
    post('/api/bulk-runs/preview?cursor=x', validBody(endpointNamed('preview-bulk-run')), biller),
  'submit-claims claims_not_ready': () => postSubmission([randomUUID()]),
  'submit-claims payer_not_configured': () => post('/api/clearhouse/submit', { payer_id: 'NOBODY' }, biller),
};

/** Errors that {@link general} triggers only for some endpoints. */
const isGeneral = (endpoint: EndpointDeclaration, code: string): boolean =>
  (code !== 'rate_limited' || endpoint.limiter !== undefined) &&
  (code !== 'internal' || endpoint.body !== undefined) &&
  (code !== 'file_in_work' || endpoint.takesX12 === true);

/** Errors that another test file triggers; it contains their code. */
const elsewhere: Readonly<Record<string, string>> = {
  unauthorized: 'access.test.ts',
  forbidden: 'access.test.ts',
  no_claims_role: 'access.test.ts',
  // By the gateway, for endpoints without a limiter.
  rate_limited: '../../lib/constructs/api/gateway-responses.test.ts',
  // For endpoints without a body, by a failing store.
  internal: '../faults/claims-faults.test.ts',
  audit_log_empty: '../faults/claims-faults.test.ts',
  audit_log_damaged: '../audit/audit-log.test.ts',
  // Need lines of a bank and remittances.
  'match-bank-line already_reconciled': '../../functions/claims/money.test.ts',
  'match-bank-line unknown_remittance': '../../functions/claims/money.test.ts',
  'match-bank-line precondition_failed': '../../functions/claims/money.test.ts',
  'match-bank-line conflict': '../../functions/claims/money.test.ts',
  'unmatch-bank-line not_reconciled': '../../functions/claims/money.test.ts',
  'unmatch-bank-line precondition_failed': '../../functions/claims/money.test.ts',
  'unmatch-bank-line conflict': '../../functions/claims/money.test.ts',
  'import-bank-file conflict': '../../functions/claims/money.test.ts',
  figures_too_large: '../../functions/claims/reports.test.ts',
  // Need a short retention time, which the shared stack must not have.
  'start-purge no_retention_time': '../../functions/claims/retention.test.ts',
  'start-purge purge_running': '../../functions/claims/retention.test.ts',
  'set-retention conflict': '../../functions/claims/retention.test.ts',
  'release-legal-hold conflict': '../../functions/claims/retention.test.ts',
  // Need as many rules as are allowed, and a rule that changes meanwhile.
  'create-alert-rule alert_rule_limit_reached': '../../functions/claims/alerts.test.ts',
  'update-alert-rule conflict': '../../functions/claims/alerts.test.ts',
  'delete-alert-rule conflict': '../../functions/claims/alerts.test.ts',
  'submit-claims submission_blocked': 'configuration.test.ts',
  // Needs interrupted runs.
  'submit-claims conflict': '../../claims/submissions/interrupted-runs.test.ts',
  // Need a claim or run that changes all the time.
  'edit-claim conflict': '../../functions/claims/edits/in-place.test.ts',
  'cancel-bulk-run conflict': '../../functions/claims/bulk/runs.test.ts',
  // Needs a claim that changes all the time, and two corrections by file.
  'void-claim conflict': '../../functions/claims/open-corrections.test.ts',
  ...unmatchedErrorsElsewhere,
  // Needs a caller who is limited to providers.
  provider_scope: '../../functions/claims/scope/provider-scope.test.ts',
  'set-follow-up conflict': '../../functions/claims/follow-up.test.ts',
  'set-follow-up precondition_failed': '../../functions/claims/follow-up.test.ts',
  'release-claim not_correctable': '../../functions/claims/corrections.test.ts',
  'reload-config invalid_configuration': 'configuration.test.ts',
  'reload-config conflict': 'configuration.test.ts',
  // Needs a configuration that keeps claims of unknown payers in review.
  'release-claim payer_not_configured': '../../claims/intake/unknown-payer.test.ts',
};

/** Returns the codes of all errors of the endpoint in the OpenAPI document. */
function documented({ path, method }: EndpointDeclaration): string[] {
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is walked as the JSON it is
  const { paths, components }: any = claimsDocument();
  const { responses } = paths[path][method.toLowerCase()];
  // 405, 414, 503 and 504 name no code here: claims-faults, preflight and gateway tests.
  return Object.keys(responses)
    .filter((status) => Number(status) >= 400)
    .map((status) => components.responses[responses[status].$ref?.split('/').at(-1)] ?? responses[status])
    .flatMap(({ description }) => [...description.matchAll(/`(\w+)`:/g)].map(([, code]) => code));
}

interface Case {
  readonly name: string;
  readonly code: string;
  trigger(): Promise<ApiResponse>;
}

const all = claimsEndpoints.flatMap((endpoint) =>
  documented(endpoint).map((code) => ({ endpoint, code, name: `${endpoint.name} ${code}` })),
);
const cases: Case[] = [];
const others: { readonly name: string; readonly code: string; readonly file: string | undefined }[] = [];
for (const { endpoint, code, name } of all) {
  const trigger = own[name] ?? (isGeneral(endpoint, code) ? general[code] : undefined);
  if (trigger) cases.push({ name, code, trigger: () => trigger(endpoint) });
  else others.push({ name, code, file: elsewhere[name] ?? elsewhere[code] });
}

beforeAll(async () => {
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = stack.endpoints.dynamodb;
  process.env['AWS_REGION'] ??= 'us-east-1';
  process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
  claimsTable = openTable(stack.tables['claims'] ?? '');
  for (const endpoint of claimsEndpoints.filter(({ takesX12 }) => takesX12)) {
    const { body } = await post('/api/files', { name: 'never comes.x12' }, biller);
    inWork[endpoint.name] = post(endpoint.path, { key: body.data.object_key }, biller);
  }
});

describe('every error in the OpenAPI document', () => {
  test.each(cases)(
    '$name',
    async ({ code, trigger }) => {
      const { status, body, headers } = await trigger();
      expect([status, body.code]).toEqual([statusOf(code), code]);
      expect(body).toEqual({
        error: expect.any(String),
        code,
        request_id: headers.get('x-request-id'),
        ...(body.details && { details: expect.any(Array) }),
      });
      for (const detail of body.details ?? [])
        expect(detail).toEqual({
          path: expect.any(Array),
          message: expect.any(String),
          code: expect.any(String),
        });
      if (['rate_limited', 'file_in_work', 'idempotency_in_flight'].includes(code))
        expect(headers.get('retry-after')).toMatch(/^\d+$/);
    },
    120_000,
  );

  test.each(others)('$name has its test in $file', async ({ code, file }) => {
    expect(file).toBeDefined();
    expect(readFileSync(new URL(file ?? '', import.meta.url), 'utf8')).toContain(code);
  });

  test('spec: invalid JSON is 500 Internal server error', async () => {
    const { status, body } = await call('POST', '/api/claims', {
      ...biller,
      text: '{"patient": "QUILLFEATHER',
    });
    expect([status, body.error]).toEqual([500, 'Internal server error']);
  });
});

function statusOf(code: string): number {
  const [, entry] = Object.entries(errorCatalog).find(([name]) => name === code) ?? [];
  return entry?.status ?? 0;
}
