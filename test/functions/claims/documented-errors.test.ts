import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { respondAsTestPayer } from '#claims/clearhouse/test-payer/respond.ts';
import { claimsDocument } from '#contract/claims/document.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { errorCatalog } from '#contract/errors.ts';
import { limiters } from '#contract/limiters.ts';
import { countRequest } from '#store/requests/rate-windows.ts';
import { changeClaim } from '../../claims/changing-claim.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { payStoredClaim } from '../../claims/move-stored-claim.ts';
import { alertRule, endpointNamed, unknownIds, validBody, validQuery } from '../../claims/valid-requests.ts';
import { type LocalWorkQueue, startWorkQueue } from '../../claims/work-queue.ts';
import { type ClaimWish, claimFile, claimInput, newNumber } from '../../fixtures/claims/claim-input.ts';
import { type TableCommand, watchCommands } from '../table-commands.ts';
import { x12 } from './responses/service.ts';
import { newRemittance, unmatchedErrors, unmatchedErrorsElsewhere } from './unmatched/unmatched-errors.ts';

const now = performance.now.bind(performance);

let stores: LocalStores;
let queue: LocalWorkQueue;
let invoke: ReturnType<typeof functionsOn>;

/** Calls a function with the address and every role of its endpoint. Each call has another client address. */
const call = (name: string, request: Request = {}): Promise<Answer> => {
  const { method, path } = endpointNamed(name);
  return invoke(name, {
    roles: ['biller', 'auditor', 'admin'],
    route: { method, path },
    ...request,
    headers: { 'X-Forwarded-For': randomUUID(), ...request.headers },
  });
};

const unknown = (endpoint: EndpointDeclaration) => ({ path: unknownIds(endpoint) });

/** Sends a valid request with unknown ids. */
const callValidly = (endpoint: EndpointDeclaration, request: Request = {}): Promise<Answer> =>
  call(endpoint.name, {
    ...unknown(endpoint),
    query: validQuery(endpoint),
    ...(endpoint.body && { body: validBody(endpoint) }),
    ...request,
  });

type Trigger = (endpoint: EndpointDeclaration) => Promise<Answer>;

const header = (name: string, value: string) => ({ headers: { [name]: value } });
const wrongCursor = { query: { cursor: 'x' } };

/** Errors that follow from the declaration: the pipeline gives them to every endpoint with such an input. */
const general: Readonly<Record<string, Trigger>> = {
  validation_failed: (endpoint) =>
    call(endpoint.name, {
      ...(endpoint.parameters && {
        path: Object.fromEntries(Object.keys(unknownIds(endpoint)).map((name) => [name, '!'])),
      }),
      ...(endpoint.query && { query: { unknown: '1' } }),
      ...(endpoint.body && { body: { unknown: 1 } }),
    }),
  body_required: (endpoint) => call(endpoint.name, unknown(endpoint)),
  payload_too_large: (endpoint) =>
    call(endpoint.name, {
      ...unknown(endpoint),
      text: `"${'x'.repeat(endpoint.takesX12 ? 4_200_000 : 270_000)}"`,
    }),
  unsupported_media_type: (endpoint) => callValidly(endpoint, header('Content-Type', 'application/xml')),
  not_acceptable: (endpoint) => callValidly(endpoint, header('Accept', 'text/html')),
  invalid_cursor: (endpoint) => call(endpoint.name, { ...unknown(endpoint), ...wrongCursor }),
  not_found: (endpoint) =>
    endpoint.takesX12
      ? call(endpoint.name, { body: { key: `inbox/${randomUUID()}.x12` } })
      : callValidly(endpoint),
  // The spec defines invalid JSON as an unexpected failure.
  internal: (endpoint) => call(endpoint.name, { ...unknown(endpoint), text: '{"claim_ids": ' }),
  invalid_idempotency_key: (endpoint) => callValidly(endpoint, header('Idempotency-Key', 'x'.repeat(256))),
  idempotency_mismatch: async (endpoint) => {
    const key = header('Idempotency-Key', randomUUID());
    await callValidly(endpointNamed(endpoint.name === 'create-file' ? 'create-api-key' : 'create-file'), key);
    return callValidly(endpoint, key);
  },
  idempotency_in_flight: (endpoint) => {
    const request = { ...unknown(endpoint), ...(endpoint.body && { body: validBody(endpoint) }) };
    return amongMany('idempotency_in_flight', () => {
      const key = header('Idempotency-Key', randomUUID());
      return Array.from({ length: 4 }, () => callValidly(endpoint, { ...request, ...key }));
    });
  },
  wrong_file_kind: (endpoint) => call(endpoint.name, x12(claimFile([{ number: newNumber() }]))),
  invalid_envelope: (endpoint) => call(endpoint.name, x12(responseWithoutTrailer(endpoint.name))),
  file_in_work: async (endpoint) => {
    // An announced file that never arrives. The function waits for it until API Gateway would give up.
    const { body } = await call('create-file', { body: { name: 'never comes.x12' } });
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() * 100);
    return call(endpoint.name, { body: { key: body.data.object_key } }).finally(() => clock.mockRestore());
  },
};

/** Repeats concurrent requests until one of them has the code. */
async function amongMany(code: string, requests: () => readonly Promise<Answer>[]): Promise<Answer> {
  for (;;) {
    const answers = await Promise.all(requests());
    const found = answers.find(({ body }) => body?.code === code);
    if (found) return found;
  }
}

const responseKinds: Readonly<Record<string, '999' | '277CA' | '835'>> = {
  'parse-implementation-acknowledgment': '999',
  'parse-claim-acknowledgment': '277CA',
  'parse-remittance': '835',
};

/** A response that the endpoint takes, without SE. */
function responseWithoutTrailer(endpoint: string): string {
  const responses = respondAsTestPayer(claimFile([{ number: newNumber() }]), 'answered.x12');
  const response = responses.find(({ kind }) => kind === responseKinds[endpoint]);
  return Buffer.from(response?.bytes ?? [])
    .toString()
    .replace(/\bSE\*[^~]*~\s*/, '');
}

async function create(wish: Partial<ClaimWish> = {}, more: object = {}): Promise<string> {
  const body = { ...claimInput({ number: newNumber(), ...wish }), ...more };
  const { status, body: made } = await call('create-claim', { body });
  expect([status, made.code]).toEqual([201, undefined]);
  return made.data.id;
}

/** A claim in review, because it looks like a duplicate. */
async function held(): Promise<string> {
  const number = newNumber();
  await create({ number });
  return create({ number, charge: 20 });
}

/** A submitted claim without a response of the payer. */
async function sent(): Promise<string> {
  const id = await create();
  expect((await call('submit-claims', { body: { claim_ids: [id] } })).status).toBe(201);
  return id;
}

const onClaim = async (name: string, id: string | Promise<string>, request: Request = {}): Promise<Answer> =>
  call(name, { ...request, path: { id: await id } });

const edit = (id: string | Promise<string>, content: object, resubmit = false): Promise<Answer> =>
  onClaim('edit-claim', id, { body: { content, resubmit } });

const correcting = (corrects: string, frequency?: string) =>
  call('create-claim', {
    body: { ...claimInput({ number: newNumber(), ...(frequency && { frequency }) }), corrects },
  });

const stale = header('If-Match', '"v99"');

/** Errors of single endpoints. */
const own: Readonly<Record<string, Trigger>> = {
  'create-api-key rate_limited': (endpoint) => beyondLimit(endpoint),
  'create-claim unknown_claim': () => correcting(randomUUID()),
  'create-claim no_payer_claim_number': async () => correcting(await create(), '7'),
  'create-claim not_correctable': async () => correcting(await sent()),
  'create-claim conflict': async () => {
    const body = claimInput({ number: newNumber() });
    const { claimsTable } = await import('#store/claims/claims-table.ts');
    let isOther = false;
    // In every attempt another claim with this number is created after the search for such claims.
    const createOther = async ({ name }: TableCommand) => {
      if (isOther || !/^(BatchGet|Query)/.test(name)) return;
      isOther = true;
      await call('create-claim', { body });
      isOther = false;
    };
    const unwatch = watchCommands(claimsTable, () => {}, createOther);
    return call('create-claim', { body }).finally(unwatch);
  },
  'void-claim no_payer_claim_number': () => onClaim('void-claim', create()),
  'void-claim not_correctable': async () => {
    const id = await create();
    await payStoredClaim(stores, id, `ICN${id}`);
    const { body } = await onClaim('void-claim', id);
    return onClaim('void-claim', body.data.id);
  },
  'release-claim not_in_review': () => onClaim('release-claim', create()),
  'release-claim precondition_failed': () => onClaim('release-claim', held(), stale),
  'release-claim conflict': async () => {
    const id = await held();
    const { claimsTable } = await import('#store/claims/claims-table.ts');
    // In every attempt the claim changes after it was read.
    const change = ({ name }: TableCommand) => (/^Get/.test(name) ? changeClaim(stores, id) : undefined);
    const unwatch = watchCommands(claimsTable, () => {}, change);
    return onClaim('release-claim', id).finally(unwatch);
  },
  'get-eob not_acceptable': (endpoint) => callValidly(endpoint, header('Accept', 'text/csv')),
  'set-retention precondition_failed': (endpoint) => callValidly(endpoint, stale),
  'update-alert-rule precondition_failed': async () => {
    const { id } = (await call('create-alert-rule', { body: alertRule })).body.data;
    return call('update-alert-rule', { path: { id }, body: alertRule, ...stale });
  },
  'release-legal-hold already_released': async () => {
    const body = { claim_ids: [randomUUID()], reason: 'Test' };
    const { id } = (await call('create-legal-hold', { body })).body.data;
    const release = () => call('release-legal-hold', { path: { id }, body: { reason: 'Test' } });
    await release();
    return release();
  },
  'create-secondary-claim not_adjudicated': () => onClaim('create-secondary-claim', create(), { body: {} }),
  'edit-claim precondition_failed': () =>
    onClaim('edit-claim', create(), { ...stale, body: { content: {} } }),
  'edit-claim not_editable': () => edit(create(), { frequency: '7' }),
  'edit-claim not_correctable': async () => {
    const id = await create();
    await create({}, { corrects: id });
    return edit(id, { place_of_service: '12' });
  },
  'edit-claim no_payer_claim_number': () => edit(sent(), { place_of_service: '12' }),
  'edit-claim submission_blocked': () => edit(create(), { diagnoses: null }, true),
  'edit-claim claims_not_ready': () => edit(held(), { accept_assignment: 'C' }, true),
  'search-claims invalid_cursor': (endpoint) =>
    call(endpoint.name, { body: { last_name: 'Specimen', cursor: 'x' } }),
  'list-notes invalid_cursor': (endpoint) => onClaim(endpoint.name, create(), wrongCursor),
  'list-claim-versions invalid_cursor': (endpoint) => onClaim(endpoint.name, create(), wrongCursor),
  'list-bulk-results invalid_cursor': async (endpoint) => {
    const body = { operation: { kind: 'unhold' }, selection: { claim_ids: [randomUUID()] } };
    const { id } = (await call('start-bulk-run', { body })).body.data;
    return call(endpoint.name, { path: { id }, ...wrongCursor });
  },
  'get-remittance invalid_cursor': async (endpoint) =>
    call(endpoint.name, { path: { id: await newRemittance(call) }, ...wrongCursor }),
  'get-eob invalid_cursor': async (endpoint) =>
    call(endpoint.name, { path: { id: await newRemittance(call) }, ...wrongCursor }),
  'list-ledger invalid_cursor': (endpoint) =>
    call(endpoint.name, { query: { ...validQuery(endpoint), cursor: 'x' } }),
  'preview-bulk-run invalid_cursor': (endpoint) => callValidly(endpoint, wrongCursor),
  'post-remittance invalid_cursor': async (endpoint) =>
    callValidly(endpoint, { path: { id: await newRemittance(call) }, ...wrongCursor }),
  'take-back-remittance invalid_cursor': async (endpoint) =>
    callValidly(endpoint, { path: { id: await newRemittance(call) }, ...wrongCursor }),
  'submit-claims claims_not_ready': (endpoint) => callValidly(endpoint),
  'submit-claims payer_not_configured': () => call('submit-claims', { body: { payer_id: 'NOBODY' } }),
  ...unmatchedErrors(call),
};

/** Uses up the window of the endpoint's limiter, again if the window ends meanwhile. */
async function beyondLimit(endpoint: EndpointDeclaration): Promise<Answer> {
  for (;;) {
    const caller = randomUUID();
    const { limiter = 'api' } = endpoint;
    for (let n = 0; n < limiters[limiter].limit; n++)
      await countRequest(stores.claims, limiter, caller, new Date());
    const answer = await callValidly(endpoint, header('X-Forwarded-For', caller));
    if (answer.status === 429) return answer;
  }
}

/** Errors that {@link general} triggers only for some endpoints. */
const isGeneral = (endpoint: EndpointDeclaration, code: string): boolean =>
  (code !== 'internal' || endpoint.body !== undefined) &&
  (code !== 'file_in_work' || endpoint.takesX12 === true);

/** Errors that another test file triggers; it contains their code. */
const elsewhere: Readonly<Record<string, string>> = {
  unauthorized: '../../http/claims/access.test.ts',
  forbidden: '../../http/claims/access.test.ts',
  no_claims_role: '../../http/claims/access.test.ts',
  // By the gateway. One endpoint with a limiter shows the pipeline's.
  rate_limited: '../../lib/constructs/api/api.test.ts',
  // For endpoints without a body, by the failing store below.
  internal: './documented-errors.test.ts',
  audit_log_empty: '../../http/faults/claims-faults.test.ts',
  audit_log_damaged: '../../http/audit/audit-log.test.ts',
  // Need lines of a bank and remittances.
  'match-bank-line already_reconciled': './money.test.ts',
  'match-bank-line unknown_remittance': './money.test.ts',
  'match-bank-line precondition_failed': './money.test.ts',
  'match-bank-line conflict': './money.test.ts',
  'unmatch-bank-line not_reconciled': './money.test.ts',
  'unmatch-bank-line precondition_failed': './money.test.ts',
  'unmatch-bank-line conflict': './money.test.ts',
  'import-bank-file conflict': './money.test.ts',
  figures_too_large: './reports.test.ts',
  // Need a short retention time, which the shared stack must not have.
  'start-purge no_retention_time': './retention.test.ts',
  'start-purge purge_running': './retention.test.ts',
  'set-retention conflict': './retention.test.ts',
  'release-legal-hold conflict': './retention.test.ts',
  // Need as many rules as are allowed, and a rule that changes meanwhile.
  'create-alert-rule alert_rule_limit_reached': './alerts.test.ts',
  'update-alert-rule conflict': './alerts.test.ts',
  'delete-alert-rule conflict': './alerts.test.ts',
  'submit-claims submission_blocked': '../../http/claims/configuration.test.ts',
  // Needs interrupted runs.
  'submit-claims conflict': '../../claims/submissions/interruptions.test.ts',
  // Need a claim or run that changes all the time.
  'edit-claim conflict': './edits/in-place.test.ts',
  'cancel-bulk-run conflict': './bulk/runs.test.ts',
  // Needs a claim that changes all the time, and two corrections by file.
  'void-claim conflict': './open-corrections.test.ts',
  // Need a payment of a claim.
  'move-payment unknown_claim': './payment-moves.test.ts',
  'move-payment precondition_failed': './payment-moves.test.ts',
  'move-payment conflict': './payment-moves.test.ts',
  ...unmatchedErrorsElsewhere,
  // Needs a caller who is limited to providers.
  provider_scope: './scope/provider-scope.test.ts',
  'set-follow-up conflict': './follow-up.test.ts',
  'set-follow-up precondition_failed': './follow-up.test.ts',
  'release-claim not_correctable': './corrections.test.ts',
  'reload-config invalid_configuration': '../../http/claims/configuration.test.ts',
  'reload-config conflict': '../../http/claims/configuration.test.ts',
  // Needs a configuration that keeps claims of unknown payers in review.
  'release-claim payer_not_configured': '../../claims/intake/unknown-payer.test.ts',
};

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is walked as the JSON it is
const { paths, components }: any = claimsDocument();

/** Returns the codes of all errors of the endpoint in the OpenAPI document. */
function documented({ path, method }: EndpointDeclaration): string[] {
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
  trigger(): Promise<Answer>;
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
  stores = await startLocalStores({ migrated: true });
  queue = await startWorkQueue();
  const { WORK_QUEUE = '' } = queue.environment;
  // Signing and runs of the audit log need services that no request here reaches.
  const queues = { ...queue.environment, BULK_RUN_QUEUE: WORK_QUEUE, AUDIT_RUN_QUEUE: WORK_QUEUE };
  invoke = functionsOn({ environment: { ...stores.environment, ...queues } });
});
afterAll(async () => {
  await queue.stop();
  await stores.stop();
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
        request_id: headers['X-Request-Id'],
        ...(body.details && { details: expect.any(Array) }),
      });
      for (const detail of body.details ?? [])
        expect(detail).toEqual({
          path: expect.any(Array),
          message: expect.any(String),
          code: expect.any(String),
        });
      if (['rate_limited', 'file_in_work', 'idempotency_in_flight'].includes(code))
        expect(headers['Retry-After']).toMatch(/^\d+$/);
    },
    120_000,
  );

  test.each(others)('$name has its test in $file', async ({ code, file }) => {
    expect(file).toBeDefined();
    expect(readFileSync(new URL(file ?? '', import.meta.url), 'utf8')).toContain(code);
  });
});

describe('every POST honours Idempotency-Key', () => {
  // Signing needs other services; test/http/claims/endpoints.test.ts shows it.
  const idempotent = claimsEndpoints.filter(
    ({ method, safe, uses = [] }) => method === 'POST' && !safe && !uses.some((use) => use === 'signing'),
  );

  /** Ids of claims for operations that succeed only on one. */
  const idOf: Readonly<Record<string, () => Promise<string>>> = {
    'add-note': create,
    'release-claim': held,
    'void-claim': async () => {
      const id = await create();
      await payStoredClaim(stores, id, `ICN${id}`);
      return id;
    },
  };

  test.each(idempotent)('$name repeats the first response, unless it was a refusal', async (endpoint) => {
    const id = await idOf[endpoint.name]?.();
    const keyed = header('Idempotency-Key', randomUUID());
    const body = validBody(endpoint);
    const request = {
      path: { ...unknownIds(endpoint), ...(id && { id }) },
      ...(body && { body }),
      ...keyed,
    };
    const [first, again] = [await call(endpoint.name, request), await call(endpoint.name, request)];
    expect(first.headers['Idempotent-Replayed']).toBeUndefined();
    const isRefusal = first.status >= 400;
    expect([again.status, again.headers['Idempotent-Replayed']]).toEqual([
      first.status,
      isRefusal ? undefined : 'true',
    ]);
    if (isRefusal) {
      // A refusal stores nothing, so the second request is processed and has its own id.
      expect(again.body).toEqual({ ...first.body, request_id: again.headers['X-Request-Id'] });
      return;
    }
    const { secret, ...shown } = first.body.data ?? {};
    const isResource = first.body.data !== undefined && !Array.isArray(first.body.data);
    expect(again.body).toEqual(isResource ? { ...first.body, data: shown } : first.body);
  });
});

/** It removes the tables, so it comes last. */
describe('a failing store', () => {
  beforeAll(async () => {
    for (const { client, name } of [stores.claims, stores.auditTable])
      await client.send(new DeleteTableCommand({ TableName: name }));
  });

  test('gives every endpoint an error without a reason', async () => {
    // Without those that begin with an entry of the audit log, whose attempts are repeated for ten seconds.
    const appending = ['create-alert-rule', 'create-legal-hold', 'create-api-key'];
    const reaching = claimsEndpoints.filter(
      ({ data, takesX12, name }) => data !== 'none' && !takesX12 && !appending.includes(name),
    );
    const answers = await Promise.all(
      reaching.map(async (endpoint) => ({ endpoint, answer: await callValidly(endpoint) })),
    );
    for (const { endpoint, answer } of answers) {
      const { status, body, text } = answer;
      expect([endpoint.name, status, body.code]).toEqual([endpoint.name, 500, 'internal']);
      expect(text).not.toMatch(/table|dynamo|resource|aws/i);
    }
  });
});

function statusOf(code: string): number {
  const [, entry] = Object.entries(errorCatalog).find(([name]) => name === code) ?? [];
  return entry?.status ?? 0;
}
