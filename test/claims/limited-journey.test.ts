import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Random } from '#test/bench/x12/random.ts';
import { figureText } from '#test/dynamodb-limits/figure-text.ts';
import { sized } from '../soak.ts';
import { expectStoredOnce } from './limited-journey/expect-stored-once.ts';
import { FunctionKills } from './limited-journey/function-kills.ts';
import { claimFiles, type Journey, runJourney } from './limited-journey/journey.ts';
import { type LimitedStack, startLimitedStack } from './limited-journey/limited-stack.ts';

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
