import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimsExamples } from '#contract/claims/examples/index.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { claimFileText } from '../../claims/claim-text.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { everyAuditEntry } from '../../claims/stored.ts';
import { type LocalWorkQueue, startWorkQueue } from '../../claims/work-queue.ts';
import { claimInput } from '../../fixtures/claims/claim-input.ts';
import { personOf } from '../../fixtures/sensitive-values.ts';
import { leaksIn } from '../../http/stack/log-leaks.ts';

/** Data of a person, which every place of a request gets. */
const person = personOf(413_207);
const values = [
  person.lastName,
  `${person.lastName}, ${person.firstName}`,
  person.memberId,
  person.diagnosis,
];

/** Signing and runs of the audit log need other services; test/http covers them. */
const elsewhere = new Set<string>(['audit-runs', 'checkpoints', 'exports', 'signing']);
const endpoints = claimsEndpoints.filter(
  ({ access, uses = [] }) => access.kind === 'claims' && !uses.some((one) => elsewhere.has(one)),
);

let stores: LocalStores;
let queue: LocalWorkQueue;
let call: (name: string, request?: Request) => Promise<Answer>;
let log = '';
const failures: string[] = [];
const real = { out: process.stdout.write, error: process.stderr.write };

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  queue = await startWorkQueue();
  const runQueue = queue.environment['WORK_QUEUE'] ?? '';
  const environment = { ...stores.environment, ...queue.environment, BULK_RUN_QUEUE: runQueue };
  const invoke = functionsOn({ environment });
  Object.assign(process.env, { AWS_LAMBDA_LOG_LEVEL: 'DEBUG', POWERTOOLS_METRICS_DISABLED: 'false' });
  const capture = (chunk: unknown) => {
    log += String(chunk);
    return true;
  };
  process.stdout.write = capture as typeof process.stdout.write;
  process.stderr.write = capture as typeof process.stderr.write;
  call = async (name, request = {}) => {
    const roles = ['biller', 'auditor', 'admin'] as const;
    const reply = await invoke(name, { roles, ...request });
    if (reply.status >= 400) failures.push(`${name} ${reply.status} ${reply.text}`);
    return reply;
  };
});
afterAll(async () => {
  Object.assign(process.stdout, { write: real.out });
  Object.assign(process.stderr, { write: real.error });
  await queue.stop();
  await stores.stop();
});

const leaks = (file: string, text: string) => leaksIn([{ file, text }]);

/** Every text of a value replaced, at any depth. */
function replaced(value: unknown, by: string): unknown {
  if (typeof value === 'string') return by;
  if (Array.isArray(value)) return value.map((one) => replaced(one, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, by)]));
}

/** The example body with one text replaced, for each of its texts. */
function eachReplaced(value: unknown, by: string): readonly unknown[] {
  if (typeof value === 'string') return [by];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  return entries.flatMap(([name, one]) =>
    eachReplaced(one, by).map((other) =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other },
    ),
  );
}

const pathNames = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
const some = <T>(list: readonly T[], count: number) => list.slice(0, count);

describe('data of a person in every place of a request', () => {
  test.each(endpoints)('$name', async ({ name, path, query }) => {
    const before = failures.length;
    const example = claimsExamples[name]?.body;
    const queryNames = Object.keys((query as { readonly shape?: object } | undefined)?.shape ?? {});
    const ids = pathNames(path);
    const known = Object.fromEntries(ids.map((id) => [id, crypto.randomUUID()]));
    const send = (request: Request) => call(name, { path: known, ...request });
    for (const value of values) {
      const all = (names: readonly string[]) => Object.fromEntries(names.map((one) => [one, value]));
      if (ids.length > 0) await send({ path: all(ids), ...(example === undefined ? {} : { body: example }) });
      await send({ query: { [value]: value }, ...(example === undefined ? {} : { body: example }) });
      if (queryNames.length > 0) await send({ query: all(queryNames) });
      for (const one of queryNames) await send({ query: { [one]: value } });
      await send({ headers: { 'If-Match': value, 'Idempotency-Key': `${value}!`, Accept: value } });
      if (example === undefined) continue;
      await send({ text: `{"${value}": ${value}` });
      await send({ body: { [value]: { [value]: value } } });
      await send({ body: { ...Object(example), [value]: value } });
      await send({ body: replaced(example, value) });
    }
    for (const body of some(eachReplaced(example, person.lastName), 40)) await send({ body });
    const cursor = Buffer.from(JSON.stringify([person.memberId, { name: person.lastName }])).toString(
      'base64url',
    );
    if (queryNames.includes('cursor')) await send({ query: { cursor } });
    expect(leaks(name, failures.slice(before).join('\n'))).toEqual([]);
  });
});

describe('work with a real claim of the person', () => {
  test('leaves nothing of the person in replies of failures', async () => {
    const input = claimInput({ number: 'LEAK1', person: 413_207, payer: '60054' });
    const made = await call('create-claim', { body: input });
    expect(made.status).toBe(201);
    const path = { id: made.body.data.id };
    const text = `${person.firstName} ${person.lastName} has ${person.diagnosis}`;
    const steps: readonly (readonly [string, Request])[] = [
      ['search-claims', { body: { last_name: person.lastName, first_name: person.firstName } }],
      ['search-claims', { body: { member_id: person.memberId } }],
      ['add-note', { path, body: { text } }],
      ['set-follow-up', { path, body: { follow_up_on: '2026-12-01', assignee: 'me' } }],
      ['edit-claim', { path, body: { content: { subscriber: { first_name: person.lastName } } } }],
      [
        'edit-claim',
        { path, body: { content: { diagnoses: [{ qualifier: 'ABK', code: person.diagnosis }] } } },
      ],
      ['edit-claim', { path, body: { content: { subscriber: { birth_date: person.lastName } } } }],
      [
        'start-bulk-run',
        { body: { operation: { kind: 'hold', reason: text }, selection: { claim_ids: [path.id] } } },
      ],
      [
        'start-bulk-run',
        {
          body: {
            operation: { kind: 'unhold' },
            selection: { filter: { patient_control_number: person.lastName } },
          },
        },
      ],
      [
        'preview-bulk-run',
        { body: { operation: { kind: 'dismiss', reason: text }, selection: { claim_ids: [path.id] } } },
      ],
      ['create-secondary-claim', { path, body: { patient_control_number: person.lastName } }],
      ['create-legal-hold', { body: { member_ids: [person.memberId], reason: text } }],
      ['set-retention', { body: { retention_days: 3000 } }],
      ['start-purge', { body: { dry_run: true } }],
      [
        'import-bank-file',
        {
          text: `Date,Amount,Description\n2026-03-20,5.00,${text}\n${text},${text},${text}\n`,
          headers: { 'Content-Type': 'text/csv' },
        },
      ],
      [
        'import-bank-file',
        { text: `${person.lastName},${person.memberId}\n1,2\n`, headers: { 'Content-Type': 'text/csv' } },
      ],
      ['create-file', { body: { name: `${person.lastName}.837` } }],
    ];
    for (const [name, request] of steps) await call(name, request);
    const [line] = (await call('list-bank-lines')).body.data;
    const lines = { path: { id: line.id }, body: { remittance_ids: [crypto.randomUUID()], reason: text } };
    await call('match-bank-line', lines);
    await call('unmatch-bank-line', { path: { id: line.id }, body: { reason: text } });
    expect(leaks('replies', failures.join('\n'))).toEqual([]);
  });

  test('nor do files with unknown payments and their decisions', async () => {
    const file = claimFileText({
      claims: [{ pcn: 'LEAK2', lastName: person.lastName, member: person.memberId }],
    });
    await stores.put('inbox/leak.837', file);
    const { handler } = await import('../../../functions/claims/work/ingest-file.ts');
    await handler({ Records: [{ s3: { object: { key: 'inbox/leak.837' } } }] } as never);
    for (const kind of [
      'parse-remittance',
      'parse-claim-acknowledgment',
      'parse-implementation-acknowledgment',
    ]) {
      await call(kind, { text: file, headers: { 'Content-Type': 'text/plain' } });
      await call(kind, {
        text: `${person.lastName}*${person.memberId}~`,
        headers: { 'Content-Type': 'text/plain' },
      });
    }
    const { handler: sweep } = await import('../../../functions/claims/work/mark-overdue.ts');
    await sweep();
    const { handler: bulk } = await import('../../../functions/claims/work/carry-on-bulk-run.ts');
    for (let taken = queue.take(); taken !== undefined; taken = queue.take()) await bulk(taken.event);
    expect(leaks('replies', failures.join('\n'))).toEqual([]);
  });
});

test('log, metrics and audit entries have nothing of the person', async () => {
  expect(log).toContain('Checked for overdue responses');
  expect(leaks('log', log)).toEqual([]);
  const entries = await everyAuditEntry(stores);
  expect([...new Set(entries.map(({ event_type }) => event_type))]).toEqual(
    expect.arrayContaining(['claim.edited', 'claim.note_added', 'claim.held']),
  );
  expect(leaks('audit', entries.map((entry) => JSON.stringify(entry)).join('\n'))).toEqual([]);
});
