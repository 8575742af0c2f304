import { eventOf } from '../claims/invoke.ts';
import type { LocalStores } from '../claims/local-stores.ts';
import { laneFigures } from '../claims/stored.ts';
import { invokeFunction, type MeasuredInvocation } from './function-process.ts';

/** One step of the way of claims: calls of functions, one after another. */
export interface BenchStep {
  readonly name: string;
  readonly calls: readonly MeasuredInvocation[];
}

/** Where claims go, and by which endpoint of DynamoDB. */
export type BenchStores = Pick<LocalStores, 'claims' | 'environment' | 'put' | 'keys'>;

/**
 * Takes a file of claims the whole way: through the inbox, to the clearinghouse, and back as the test payer's 999,
 * 277CA and 835. Each call of a function is a process of its own.
 *
 * @param told of each step when it is done
 */
export async function runClaims(
  stores: BenchStores,
  text: string,
  claims: number,
  told: (step: BenchStep) => Promise<void>,
): Promise<void> {
  await told({ name: '837P through the inbox', calls: [await ingest(stores, 'inbox/claims.837', text)] });
  await expectInLane(stores, 'ready', claims);

  await told({ name: 'submit', calls: await submitAll(stores) });
  await expectInLane(stores, 'submitted', claims);

  await invokeFunction('claims/answer-as-payer', s3Event(await stores.keys('staging/')), stores.environment);
  const answers = await stores.keys('inbox/test-payer/');
  for (const [name, part, lane] of answerKinds) {
    const calls: MeasuredInvocation[] = [];
    for (const key of answers.filter((one) => one.includes(part))) calls.push(await ingest(stores, key));
    await told({ name, calls });
    await expectInLane(stores, lane, claims);
  }
}

const answerKinds = [
  ['999', '_999', 'accepted'],
  ['277CA matching', '-277CA-', 'accepted'],
  ['835 posting', '-835-', 'paid'],
] as const;

/** Runs the ingest function on S3's word. */
export async function ingest(stores: BenchStores, key: string, text?: string): Promise<MeasuredInvocation> {
  if (text !== undefined) await stores.put(key, text);
  return invokeFunction('claims/ingest-file', s3Event([key]), stores.environment);
}

const s3Event = (keys: readonly string[]) => ({ Records: keys.map((key) => ({ s3: { object: { key } } })) });

/** The first call has API Gateway's time; what it leaves, the schedule carries on. */
async function submitAll(stores: BenchStores): Promise<readonly MeasuredInvocation[]> {
  const calls: MeasuredInvocation[] = [];
  for (let hasMore = true; hasMore; ) {
    const event = eventOf({ body: { payer_id: 'CO_TXIX' } });
    const call = await invokeFunction('claims/submit-claims', event, stores.environment);
    calls.push(call);
    const { statusCode, body } = call.result as { readonly statusCode: number; readonly body: string };
    if (statusCode !== 201) throw new Error(`submit answered ${statusCode}: ${body.slice(0, 300)}`);
    const { data } = JSON.parse(body);
    const isUnfinished = data.submissions.some((one: { state: string }) => one.state !== 'recorded');
    if (isUnfinished) calls.push(await invokeFunction('claims/exchange-files', {}, stores.environment));
    hasMore = data.has_more;
  }
  return calls;
}

async function expectInLane(stores: BenchStores, lane: string, claims: number): Promise<void> {
  const figures = await laneFigures(stores);
  if (figures[lane]?.count !== claims)
    throw new Error(`Expected ${claims} claims in lane ${lane}: ${JSON.stringify(figures)}`);
}
