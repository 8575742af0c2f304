import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { claimFrom } from '#claims/claims/stored-claim-records.ts';
import { paymentEvents } from '#claims/claims/timeline.ts';
import { findUnfinishedSubmissions } from '#claims/clearhouse/records.ts';
import { reservedBy } from '#claims/edits/reservation-records.ts';
import type { LocalRuntime } from '#lib/local/runtime/runtime.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { Random } from '#test/bench/x12/random.ts';
import { figureText } from '#test/dynamodb-limits/figure-text.ts';
import { sized } from '../soak.ts';
import { adjustmentsIn, adjustmentsOf, figuresOf, scenarioOf, withKind } from './kills/expected.ts';
import { claimFiles, type Journey, runJourney } from './limited-journey/journey.ts';
import { type LimitedStack, startLimitedStack } from './limited-journey/limited-stack.ts';
import { everyAuditEntry, everyItem, laneFigures, type StoredItem } from './stored.ts';

type Stores = LimitedStack['stores'];

/** Expects that every claim with these numbers was received, sent and answered exactly once. */
async function expectStoredOnce(stores: Stores, numbers: readonly string[]): Promise<void> {
  const items = await everyItem(stores, 'claims');
  const claims = withKind<StoredItem>(items, 'CLAIM').map(claimFrom);
  expect(claims.map(({ patient_control_number }) => patient_control_number).toSorted()).toEqual(
    numbers.toSorted(),
  );
  expect(await laneFigures(stores)).toEqual(figuresOf(claims));
  await expectEntriesOnce(stores, claims);
  expectPaymentsOnce(claims);
  await expectSentOnce(stores, items, claims);
  await expectSumsOfFiles(stores, claims);
  await expectFilesApplied(stores, items);
}

/** One audit entry for each event of a claim, and a whole chain. */
async function expectEntriesOnce(stores: Stores, claims: readonly Claim[]): Promise<void> {
  const entries = await everyAuditEntry(stores);
  const verification = await verifyChain(chainSource(stores.auditTable, 'main'), { witness: new Map() });
  expect(verification).toMatchObject({ ok: true, complete: true, checked: entries.length });
  const byEntity = Map.groupBy(entries, ({ entity_id }) => entity_id);
  for (const { id, patient_control_number: pcn, lane } of claims) {
    const types = (byEntity.get(id) ?? []).map(({ event_type }) => event_type);
    expect([pcn, types.length]).toEqual([pcn, new Set(types).size]);
    expect([pcn, lane]).toEqual([pcn, scenarioOf(pcn)[0]]);
    expect([pcn, ...types.filter((type) => type !== 'claim.accepted')]).toEqual([
      pcn,
      'claim.received',
      'clearhouse.submitted',
      `claim.${lane}`,
    ]);
  }
}

/** One payment in the timeline of each claim. Its submission is the audit entry. */
function expectPaymentsOnce(claims: readonly Claim[]): void {
  for (const claim of claims) {
    const { patient_control_number: pcn, paid, total_charge } = claim;
    const payments = paymentEvents(claim).map(({ detail }) => adjustmentsIn(detail));
    expect([pcn, payments]).toEqual([pcn, [adjustmentsOf(claim)]]);
    expect([pcn, paid]).toEqual([pcn, (total_charge * scenarioOf(pcn)[1]) / 100]);
  }
}

/** Each claim is in one submission and in one staged file. */
async function expectSentOnce(
  stores: Stores,
  items: readonly StoredItem[],
  claims: readonly Claim[],
): Promise<void> {
  const numbers = claims.map((claim) => claim.patient_control_number);
  expect(await findUnfinishedSubmissions(stores.claims)).toEqual([]);
  expect(await reservedBy(stores.claims, claims)).toEqual(new Map());
  const submissions = withKind<StoredItem>(items, 'SUBMISSION').filter(({ state }) => state !== 'abandoned');
  expect(new Set(submissions.map(({ state }) => state))).toEqual(new Set(['recorded']));
  const count = submissions.reduce((sum, { claim_count }) => sum + Number(claim_count), 0);
  expect(count).toBe(numbers.length);
  const staged = await textsOf(stores, 'staging/');
  const sent = staged.flatMap((text) => [...text.matchAll(/CLM\*([^*]+)\*/g)].map(([, pcn = '']) => pcn));
  expect(sent.toSorted()).toEqual(numbers.toSorted());
}

/** Charges are those of the claim files, payments those of the 835s. */
async function expectSumsOfFiles(stores: Stores, claims: readonly Claim[]): Promise<void> {
  const archived = await textsOf(stores, 'archive/');
  const charged = archived
    .filter((text) => text.includes('*837*'))
    .flatMap((text) => [...text.matchAll(/CLM\*[^*]+\*([\d.]+)\*/g)].map(([, charge]) => cents(charge)));
  expect(sum(claims.map(({ total_charge }) => total_charge))).toBe(sum(charged));
  const paid = archived.flatMap((text) =>
    [...text.matchAll(/BPR\*[^*]*\*([\d.]+)\*C/g)].map(([, payment]) => cents(payment)),
  );
  expect(sum(claims.map((claim) => claim.paid ?? 0))).toBe(sum(paid));
}

/** Every file was applied once and is in the archive. */
async function expectFilesApplied(stores: Stores, items: readonly StoredItem[]): Promise<void> {
  const files = withKind<StoredItem>(items, 'FILE');
  expect(files.filter(({ state }) => state !== 'applied')).toEqual([]);
  expect(await stores.keys('inbox/')).toEqual([]);
  expect(await stores.keys('quarantine/')).toEqual([]);
  expect(await stores.keys('archive/')).toHaveLength(files.length);
}

const textsOf = async (stores: Stores, prefix: string): Promise<readonly string[]> =>
  Promise.all((await stores.keys(prefix)).map((key) => stores.read(key)));

const cents = (amount: string | undefined): number => Math.round(Number(amount) * 100);
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Kills of functions at random requests to DynamoDB, as a time-out or the end of a machine does. */
class FunctionKills {
  readonly #wanted: number;
  readonly #maxCalls: number;
  readonly #random: Random;
  #runtime: LocalRuntime | undefined;
  #left = 0;
  count = 0;

  /** @param maxCalls requests between two kills, at most */
  constructor(wanted: number, maxCalls: number, random: Random) {
    this.#wanted = wanted;
    this.#maxCalls = maxCalls;
    this.#random = random;
    this.#left = random.int(1, maxCalls);
  }

  /** Begins with the kills. */
  begin(runtime: LocalRuntime): void {
    this.#runtime = runtime;
  }

  /** Counts a request. */
  onCall(): void {
    if (this.#runtime === undefined || this.count === this.#wanted || --this.#left > 0) return;
    const busy = this.#runtime.functions
      .all()
      .flatMap(({ instances }) =>
        instances.flatMap(({ pid, busy }) => (busy && pid !== undefined ? [pid] : [])),
      );
    const [first, ...others] = busy;
    if (first === undefined) return;
    process.kill(this.#random.pick([first, ...others]), 'SIGKILL');
    this.count++;
    this.#left = this.#random.int(1, this.#maxCalls);
  }
}

/** LIMITS_SEED repeats faults, kills and the order of events, as far as timing allows. */
const seed = Number(process.env['LIMITS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const count = sized('claims within the limits of AWS', {
  short: 80,
  soak: 20_000,
  variable: 'LIMITS_CLAIMS',
});
const files = sized('files of claims at once', { short: 4, soak: 50, variable: 'LIMITS_FILES' });
const kills = sized('kills within the limits of AWS', { short: 2, soak: 20, variable: 'LIMITS_KILLS' });
const executions = sized('concurrent executions', { short: 10, soak: 20, variable: 'LIMITS_EXECUTIONS' });

const random = new Random(seed);
// A claim takes two or three requests.
const functionKills = new FunctionKills(kills, Math.ceil((2 * count) / Math.max(1, kills)), random);
const sent = claimFiles(files, count);
let stack: LimitedStack;

beforeAll(async () => {
  stack = await startLimitedStack({
    executions,
    faults: { seed },
    onCall: () => functionKills.onCall(),
  });
  // A busy machine takes minutes to synthesize the templates.
}, 600_000);
afterAll(() => stack?.stop());

test(`${count} claims get through AWS's limits over ${kills} kills (LIMITS_SEED=${seed})`, async () => {
  functionKills.begin(stack.runtime);
  const journey = await runJourney(stack, sent, random);
  print(journey);
  expect(functionKills.count).toBe(kills);
  // A run of the schedule is not repeated after a kill: the next one follows within five minutes.
  const givenUp = stack.lines.filter(
    (line) => line.includes('gave up') && !/ExchangeFiles|FindWork/.test(line),
  );
  expect(givenUp).toEqual([]);
  expect(stack.proxy.report().differences).toEqual([]);
}, 3_600_000);

test(`stored everything exactly once (LIMITS_SEED=${seed})`, async () => {
  await expectStoredOnce(
    stack.stores,
    sent.flatMap(({ numbers }) => numbers),
  );
}, 600_000);

function print(journey: Journey): void {
  const lines = Object.entries(journey).map(
    ([step, { seconds, transactions, retries }]) =>
      `${step}: ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} claims/s, ` +
      `${transactions} transactions, ${(retries / transactions).toFixed(2)} retries each`,
  );
  const head = `${count} claims in ${files} files, ${executions} executions, ${functionKills.count} kills`;
  const failures = [...stack.failures].map(([failure, number]) => `failed ${number} times: ${failure}`);
  process.stdout.write(
    `${[head, ...lines, ...failures, figureText(stack.proxy.report(), count)].join('\n')}\n`,
  );
}
