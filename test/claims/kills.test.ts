import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayProxyResult, S3Event } from 'aws-lambda';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { findClaimsByPcn } from '#claims/claims/records.ts';
import { claimFrom } from '#claims/claims/stored-claim-records.ts';
import { findUnfinishedSubmissions } from '#claims/clearhouse/records.ts';
import { configurationKey } from '#claims/configuration/configuration.ts';
import { defaultConfiguration } from '#claims/configuration/default-configuration.ts';
import { reservedBy } from '#claims/edits/reservation-records.ts';
import { ControlPlane } from '#lib/local/control-plane/server.ts';
import { listen } from '#lib/local/http/http-server.ts';
import { Secrets } from '#lib/local/secrets-manager/secrets.ts';
import { secretsManager } from '#lib/local/secrets-manager/secrets-manager.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { Random } from '#test/bench/x12/random.ts';
import { leaveOut, sized } from '../soak.ts';
import { claimFileText } from './claim-text.ts';
import { eventOf, functionsOn } from './invoke.ts';
import {
  adjustmentsIn,
  adjustmentsOf,
  figuresOf,
  prefixes,
  recently,
  scenarioOf,
  withKind,
} from './kills/expected.ts';
import { Gate } from './kills/gate.ts';
import { type Kill, Killable } from './kills/killable.ts';
import type { Work } from './kills/process/killed-process.ts';
import { addSearchKey, type LocalStores, startLocalStores } from './local-stores.ts';
import {
  claimEvents,
  contentsIn,
  everyAuditEntry,
  everyItem,
  laneFigures,
  type StoredItem,
} from './stored.ts';
import { missingServer, type SftpServer, startSftpServer } from './submissions/sftp-server.ts';

/** KILL_SEED repeats a run, as far as timing allows. */
const seed = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const kills = sized('kills of each kind of work', { short: 1, soak: 20, variable: 'KILLS' });

if (missingServer !== undefined) leaveOut('SFTP', missingServer);

const claimsInFile = 60;
const claimsInSubmission = 6;
const random = new Random(seed);
const folder = mkdtempSync(path.join(tmpdir(), 'granary-kills-'));
const gate = new Gate();
const controlPlane = new ControlPlane();
let stores: LocalStores;
let processes: Killable;
let call: ReturnType<typeof functionsOn>;
let sftp: SftpServer | undefined;
let secrets: Secrets;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
  secrets = new Secrets(DataFolder.take(path.join(folder, 'data')));
  addSearchKey(secrets);
  controlPlane.serve({ targets: { secretsmanager: secretsManager(secrets) }, routes: [] });
  const { AWS_ENDPOINT_URL_DYNAMODB = '', AWS_ENDPOINT_URL_S3 = '' } = stores.environment;
  processes = await Killable.open(gate, {
    ...stores.environment,
    AWS_ENDPOINT_URL_DYNAMODB: await gate.http(AWS_ENDPOINT_URL_DYNAMODB),
    AWS_ENDPOINT_URL_S3: await gate.http(AWS_ENDPOINT_URL_S3),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: await gate.http(await listen(controlPlane.server, 0)),
    STAGING_DIRECTORY: path.join(folder, 'staging'),
  });
});
afterAll(async () => {
  await processes?.close();
  await gate.close();
  await sftp?.stop();
  controlPlane.server.closeAllConnections();
  controlPlane.server.close();
  await stores.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Patient control numbers of claims that are ready, were sent, and have responses. */
const waiting: string[] = [];
const sent: string[] = [];
const answered: string[] = [];
const claimFiles: string[] = [];
let claimCount = 0;
/** Advance of the clocks of new processes, so that the lease of a killed process has ended. */
let ahead = 0;
const lease = 31_000;

/** Kills of one kind of work, and its contacts without a kill. */
class Tally {
  kills = 0;
  contacts = 0;

  get isDone(): boolean {
    return this.kills >= kills;
  }

  get next(): Kill | undefined {
    // The first run counts the contacts.
    if (this.isDone || this.contacts === 0) return undefined;
    return { at: random.int(1, this.contacts), isAfter: random.chance(0.5) };
  }
}

/** One run; undefined if it was killed. */
async function attempt(
  work: Work,
  tally: Tally,
): Promise<{ answer: APIGatewayProxyResult | undefined } | undefined> {
  const outcome = await processes.run(work, tally.next);
  if (outcome.kind === 'failed') throw new Error(outcome.error);
  if (outcome.kind === 'killed') {
    tally.kills++;
    return undefined;
  }
  tally.contacts = Math.max(tally.contacts, gate.contacts);
  return outcome;
}

/** Repeats the notification until the function ends. */
async function ingest(key: string, tally: Tally): Promise<void> {
  const object = { key: encodeURIComponent(key).replaceAll('%2F', '/') };
  const event = { Records: [{ s3: { object } }] } as unknown as S3Event;
  while (!(await attempt({ kind: 'ingest', event, ahead }, tally)));
}

/** Repeats the request until it gets a response: with its key, sometimes after the schedule, or without a key after the lease. */
async function submit(tally: Tally, { withKey = true } = {}): Promise<void> {
  const numbers = waiting.splice(0, claimsInSubmission);
  const found = await Promise.all(numbers.map((pcn) => findClaimsByPcn(stores.claims, pcn)));
  const claim_ids = found.flatMap((claims) => claims.map(({ id }) => id));
  const headers = withKey ? { 'Idempotency-Key': `request ${numbers[0]}` } : {};
  const event = eventOf({ body: { claim_ids }, headers });
  for (;;) {
    const done = await attempt({ kind: 'submit', event, ahead }, tally);
    if (done?.answer) {
      const { data, details } = JSON.parse(done.answer.body);
      // The killed run had recorded everything.
      if (!withKey && done.answer.statusCode === 409) {
        expect(details).toEqual(
          Array(claimsInSubmission).fill(expect.objectContaining({ code: 'submitted' })),
        );
      } else {
        expect([done.answer.statusCode, data?.submissions]).toEqual([201, [expect.anything()]]);
        expect(data.submissions[0].claim_count).toBe(claimsInSubmission);
      }
      sent.push(...numbers);
      return;
    }
    ahead += lease;
    if (withKey && random.chance(0.3)) await exchange(tally);
  }
}

async function exchange(tally: Tally): Promise<void> {
  do ahead += lease;
  while (!(await attempt({ kind: 'exchange', ahead }, tally)));
}

test(`stores claims while the function is killed (KILL_SEED=${seed})`, async () => {
  const tally = new Tally();
  while (!tally.isDone || claimCount < 24 * kills) {
    const claims = Array.from({ length: claimsInFile }, () => {
      const n = claimCount++;
      return { pcn: `${prefixes[n % prefixes.length]}-${n}`, charge: 100 + n, date: recently };
    });
    const key = `inbox/claims-${claimFiles.length}.837`;
    claimFiles.push(key);
    await stores.put(key, claimFileText({ number: claimFiles.length, claims, claimsPerSet: 25 }));
    await ingest(key, tally);
    waiting.push(...claims.map(({ pcn }) => pcn));
  }
}, 300_000);

test(`submits claims through the stub while functions are killed (KILL_SEED=${seed})`, async () => {
  const tally = new Tally();
  while (!tally.isDone) await submit(tally);
  await exchange(tally);
}, 300_000);

test(`finishes a call without a key in the next call (KILL_SEED=${seed})`, async () => {
  const tally = new Tally();
  while (!tally.isDone) await submit(tally, { withKey: false });
  await exchange(tally);
}, 300_000);

test(`applies a 999, a 277CA and an 835 while the function is killed (KILL_SEED=${seed})`, async () => {
  const kinds = { _999: new Tally(), '-277CA-': new Tally(), '-835-': new Tally() };
  const none = new Tally();
  none.kills = kills;
  const { handler: answerAsPayer } = await import('../../functions/claims/work/answer-as-payer.ts');
  while (Object.values(kinds).some(({ isDone }) => !isDone)) {
    if (answered.length === sent.length) await submit(none);
    // The test payer responds once to each staged file, even after several notifications.
    const Records = (await stores.keys('staging/')).map((key) => ({ s3: { object: { key } } }));
    await answerAsPayer({ Records } as unknown as S3Event);
    for (const [part, tally] of Object.entries(kinds)) {
      const answers = (await stores.keys('inbox/test-payer/')).filter((key) => key.includes(part));
      expect(answers).not.toEqual([]);
      for (const key of answers) await ingest(key, tally);
    }
    answered.push(...sent.slice(answered.length));
  }
}, 300_000);

(missingServer === undefined ? test : test.skip)(
  `submits claims through SFTP while functions are killed (KILL_SEED=${seed})`,
  async () => {
    sftp = await startSftpServer();
    const { privateKey: secretString, settings } = sftp;
    const arn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:';
    secrets.create(
      { arn: `${arn}key`, name: stores.environment['CLEARINGHOUSE_KEY_SECRET'] ?? '' },
      { secretString },
    );
    const block = { ...settings, port: await gate.tcp(settings.port) };
    const text = defaultConfiguration.replace(
      'transport: stub',
      `transport: sftp\n  sftp: ${JSON.stringify(block)}`,
    );
    await stores.put(configurationKey, text);
    expect(await call('reload-config', { roles: ['admin'], body: {} })).toMatchObject({ status: 200 });
    const tally = new Tally();
    while (!tally.isDone) await submit(tally);
    await exchange(tally);
  },
  300_000,
);

test(`stored everything exactly once (KILL_SEED=${seed})`, async () => {
  const items = await everyItem(stores, 'claims');
  const entries = await everyAuditEntry(stores);
  const verification = await verifyChain(chainSource(stores.auditTable, 'main'), { witness: new Map() });
  expect(verification).toMatchObject({ ok: true, complete: true, checked: entries.length });

  const claims = withKind<StoredItem>(items, 'CLAIM').map(claimFrom);
  expect(claims.map(({ patient_control_number }) => patient_control_number).toSorted()).toEqual(
    [...waiting, ...sent].toSorted(),
  );
  expect(await laneFigures(stores)).toEqual(figuresOf(claims));
  const acceptances = entries
    .filter(({ event_type }) => event_type === 'batch.acknowledged')
    .map(({ entity_id }) => entity_id);
  expect(acceptances).toEqual([...new Set(acceptances)]);
  const eventTypes = Map.groupBy(entries, ({ entity_id }) => entity_id);
  for (const claim of claims) {
    const pcn = claim.patient_control_number;
    const types = (eventTypes.get(claim.id) ?? []).map(({ event_type }) => event_type);
    const wasSent = sent.includes(pcn);
    const wasAnswered = answered.includes(pcn);
    const [lane, percent] = scenarioOf(pcn);
    expect([pcn, ...types]).toEqual([
      pcn,
      'claim.received',
      ...(wasSent ? ['clearhouse.submitted'] : []),
      ...(wasAnswered ? ['claim.accepted', `claim.${lane}`] : []),
    ]);
    expect(claim.lane).toBe(wasAnswered ? lane : wasSent ? 'submitted' : 'ready');
    if (wasAnswered) expect([pcn, claim.paid]).toEqual([pcn, (claim.total_charge * percent) / 100]);
    const events = await claimEvents(stores, claim.id);
    const sendings = types.filter((type) => type === 'clearhouse.submitted').length;
    expect([pcn, sendings]).toEqual([pcn, wasSent ? 1 : 0]);
    const payments = events.map(({ detail }) => adjustmentsIn(detail));
    expect([pcn, payments]).toEqual([pcn, wasAnswered ? [adjustmentsOf(claim)] : []]);
  }

  const files = withKind<StoredItem>(items, 'FILE');
  expect(files.every(({ state }) => state === 'applied')).toBe(true);
  expect(entries.filter(({ event_type }) => event_type === 'file.applied')).toHaveLength(files.length);
  expect(await stores.keys('inbox/')).toEqual([]);
  expect(await stores.keys('quarantine/')).toEqual([]);
  expect(await stores.keys('archive/')).toHaveLength(files.length);
  // A 999 and a 277CA for each.
  expect(await stores.keys('outbound/')).toHaveLength(2 * claimFiles.length);
  expect(contentsIn(items)).toHaveLength(claims.length);

  await expectSentOnce(items, claims);
});

/** Each sent claim is in one submission and one file, and nothing is left unfinished. */
async function expectSentOnce(items: readonly StoredItem[], claims: readonly Claim[]): Promise<void> {
  expect(await findUnfinishedSubmissions(stores.claims)).toEqual([]);
  expect(await reservedBy(stores.claims, claims)).toEqual(new Map());
  const submissions = withKind<StoredItem>(items, 'SUBMISSION').filter(({ state }) => state !== 'abandoned');
  expect(
    submissions.every(({ state, claim_count, recorded_count }) => {
      return state === 'recorded' && claim_count === recorded_count;
    }),
  ).toBe(true);
  expect(submissions).toHaveLength(sent.length / claimsInSubmission);
  const staged = await stores.keys('staging/');
  const texts = await Promise.all(staged.map((key) => stores.read(key)));
  const uploaded = sftp === undefined ? [] : readdirSync(sftp.uploads);
  texts.push(...uploaded.map((name) => readFileSync(path.join(sftp?.uploads ?? '', name), 'utf8')));
  const names = [...staged.map((key) => path.basename(key)), ...uploaded];
  expect(names.toSorted()).toEqual(submissions.map(({ file_name }) => String(file_name)).toSorted());
  const inFiles = texts.flatMap((text) => [...text.matchAll(/CLM\*([^*]+)\*/g)].map(([, pcn]) => pcn));
  expect(inFiles.toSorted()).toEqual(sent.toSorted());
  const copied = readdirSync(path.join(folder, 'staging'), { recursive: true }).map(String);
  expect(copied.filter((name) => name.endsWith('.x12'))).toHaveLength(staged.length);
}
