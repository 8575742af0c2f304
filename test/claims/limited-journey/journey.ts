import { setTimeout as delay } from 'node:timers/promises';
import { findUnfinishedSubmissions } from '#claims/clearhouse/records.ts';
import type { Random } from '#test/bench/x12/random.ts';
import { call } from '../../http/stack/api-client.ts';
import { claimFileText } from '../claim-text.ts';
import { prefixes, recently } from '../kills/expected.ts';
import { laneFigures } from '../stored.ts';
import type { LimitedStack } from './limited-stack.ts';

/** A file of claims of which each has a number that no other file has. */
export interface ClaimFile {
  readonly key: string;
  readonly text: string;
  readonly numbers: readonly string[];
}

/** Returns files of equal size with claims for all scenarios of the test payer. */
export function claimFiles(files: number, claims: number): readonly ClaimFile[] {
  const perFile = claims / files;
  return Array.from({ length: files }, (_, file) => {
    const inFile = Array.from({ length: perFile }, (_, n) => {
      const number = file * perFile + n;
      const prefix = prefixes[number % prefixes.length];
      return { pcn: `${prefix}-${number}`, charge: 100 + (number % 900), date: recently };
    });
    return {
      key: `inbox/claims-${file}.837`,
      text: claimFileText({ number: file + 1, claims: inFile, claimsPerSet: 100 }),
      numbers: inFile.map(({ pcn }) => pcn),
    };
  });
}

interface Step {
  readonly seconds: number;
  readonly transactions: number;
  /** Transactions that stored nothing. */
  readonly retries: number;
}

export type Journey = Readonly<Record<'inbox' | 'submission' | 'responses', Step>>;

/**
 * Takes files through the inbox at once, submits their claims and waits for all responses of the test payer. S3 announces
 * each object once when it is stored, and again later, in any order.
 *
 * @throws Error if nothing happens any more
 */
export async function runJourney(
  stack: LimitedStack,
  files: readonly ClaimFile[],
  random: Random,
): Promise<Journey> {
  const repetition = announceAgain(stack, random);
  const [steps] = await Promise.allSettled([takeSteps(stack, files)]);
  // Also after a failure, because the repetition must not outlive the stack.
  const announced = await repetition.end();
  if (steps.status === 'rejected') throw steps.reason;
  // S3 may announce an object long after it was processed.
  await Promise.all(announced.toReversed().map((key) => stack.announce(key)));
  await allProcessed(stack);
  return steps.value;
}

async function takeSteps(stack: LimitedStack, files: readonly ClaimFile[]): Promise<Journey> {
  const claims = files.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const inbox = await step(stack, async () => {
    await Promise.all(files.map(({ key, text }) => stack.put(key, text)));
    await inLanes(stack, claims, ['ready']);
    await allProcessed(stack);
  });
  const submission = await step(stack, async () => {
    while (((await laneFigures(stack.stores))['ready']?.count ?? 0) > 0) await submit(stack);
    await untilSubmissionsEnd(stack);
  });
  const responses = await step(stack, async () => {
    await inLanes(stack, claims, ['paid', 'underpaid', 'denied']);
    await allProcessed(stack);
  });
  return { inbox, submission, responses };
}

/** Announces each object of the inbox and the staging folder a second time: half of them at once, the others later. */
function announceAgain({ stores, announce }: LimitedStack, random: Random) {
  const seen = new Set<string>();
  const later: Promise<void>[] = [];
  let isEnded = false;
  const repeating = (async () => {
    while (!isEnded) {
      const keys = await Promise.all([stores.keys('inbox/'), stores.keys('staging/')]);
      const found = keys.flat().filter((key) => !seen.has(key));
      for (const key of found) {
        seen.add(key);
        const wait = random.chance(0.5) ? 0 : random.int(0, 5000);
        later.push(delay(wait).then(() => announce(key)));
      }
      await delay(100);
    }
  })();
  return {
    /** Returns the keys. */
    async end(): Promise<readonly string[]> {
      isEnded = true;
      await repeating;
      await Promise.all(later);
      return [...seen];
    },
  };
}

/** One request of a client, which repeats it after a failure. A killed function leaves a lease, which the clock ends. */
async function submit({ runtime, token }: LimitedStack): Promise<void> {
  const { status, body, text } = await call('POST', '/api/clearhouse/submit', {
    baseUrl: runtime.baseUrl,
    key: null,
    headers: { authorization: `Bearer ${await token('biller')}` },
    body: { payer_id: 'CO_TXIX' },
  });
  if (![201, 409, 429, 500, 502, 503, 504].includes(status)) throw new Error(`submit: ${status} ${text}`);
  const isWaiting =
    status !== 201 ||
    body.data.submissions.some(({ state }: { readonly state: string }) => state !== 'recorded');
  if (isWaiting) await advance(runtime.controlPlane, 36);
}

/**
 * Lets the schedule resume submissions that a kill has interrupted when all their claims were marked. The test payer waits for their
 * end.
 */
async function untilSubmissionsEnd({ stores, runtime }: LimitedStack): Promise<void> {
  const isUnfinished = async () => (await findUnfinishedSubmissions(stores.claims)).length > 0;
  for (let run = 0; await isUnfinished(); run++) {
    if (run === 20) throw new Error('A submission does not end');
    await advance(runtime.controlPlane, 300);
    for (let wait = 0; wait < 60 && (await isUnfinished()); wait++) await delay(500);
  }
}

async function advance(controlPlane: string, seconds: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ advance_seconds: seconds });
  await fetch(`${controlPlane}/local/clock`, { method: 'POST', headers, body });
  await delay(500);
}

/** Waits until the lanes hold all claims. */
async function inLanes(stack: LimitedStack, claims: number, lanes: readonly string[]): Promise<void> {
  const { stores } = stack;
  await progressing(stack, async () => {
    const figures = await laneFigures(stores);
    const count = lanes.reduce((sum, lane) => sum + (figures[lane]?.count ?? 0), 0);
    return { isDone: count === claims, state: JSON.stringify(figures) };
  });
}

/** Waits until no object and no message is left. */
async function allProcessed(stack: LimitedStack): Promise<void> {
  const { stores, runtime } = stack;
  await progressing(stack, async () => {
    const left = await stores.keys('inbox/');
    const { pending } = await (await fetch(`${runtime.controlPlane}/local/clock`)).json();
    return { isDone: left.length === 0 && pending === 0, state: `${left.length} objects, ${pending} events` };
  });
}

/** Milliseconds without a change after which a journey counts as stuck. */
const maxStandstill = 180_000;

async function progressing(
  { lines, failures }: LimitedStack,
  ask: () => Promise<{ readonly isDone: boolean; readonly state: string }>,
): Promise<void> {
  let [last, changedAt] = ['', Date.now()];
  for (;;) {
    const { isDone, state } = await ask();
    if (isDone) return;
    if (state !== last) [last, changedAt] = [state, Date.now()];
    if (Date.now() - changedAt > maxStandstill) {
      const causes = [...failures].map(([failure, count]) => `${count} times ${failure}`);
      throw new Error(['Nothing changes any more:', state, ...lines.slice(-20), ...causes].join('\n'));
    }
    await delay(250);
  }
}

async function step({ proxy }: LimitedStack, work: () => Promise<void>): Promise<Step> {
  const [start, before] = [performance.now(), proxy.report().transactions];
  await work();
  const after = proxy.report().transactions;
  const transactions = after.stored - before.stored;
  return {
    seconds: (performance.now() - start) / 1000,
    transactions,
    retries: after.sent - before.sent - transactions,
  };
}
