import { eventOf } from '../claims/invoke.ts';
import type { LocalStores } from '../claims/local-stores.ts';
import { laneFigures } from '../claims/stored.ts';
import { invokeFunction, type MeasuredInvocation } from './function-process.ts';

/** One step of the processing of claims: sequential calls of functions. */
export interface BenchStep {
  readonly name: string;
  readonly calls: readonly MeasuredInvocation[];
}

/** The stores of the functions, with an endpoint of DynamoDB. */
export type BenchStores = Pick<LocalStores, 'claims' | 'environment' | 'put' | 'keys'>;

/**
 * Processes a file of claims from the inbox to the clearinghouse and back, as 999, 277CA and 835 of the test payer. Each
 * call of a function is a separate process.
 *
 * @param onStep called after each step
 */
export async function runClaims(
  stores: BenchStores,
  text: string,
  claims: number,
  onStep: (step: BenchStep) => Promise<void>,
): Promise<void> {
  await onStep({ name: '837P through the inbox', calls: [await ingest(stores, 'inbox/claims.837', text)] });
  await expectInLane(stores, 'ready', claims);

  await onStep({ name: 'submit', calls: await submitAll(stores) });
  await expectInLane(stores, 'submitted', claims);

  await invokeFunction('claims/answer-as-payer', s3Event(await stores.keys('staging/')), stores.environment);
  const responses = await stores.keys('inbox/test-payer/');
  for (const [name, part, lane] of responseKinds) {
    const calls: MeasuredInvocation[] = [];
    for (const key of responses.filter((one) => one.includes(part))) calls.push(await ingest(stores, key));
    await onStep({ name, calls });
    await expectInLane(stores, lane, claims);
  }
}

const responseKinds = [
  ['999', '_999', 'submitted'],
  ['277CA matching', '-277CA-', 'accepted'],
  ['835 posting', '-835-', 'paid'],
] as const;

/** Runs the ingest function with an event of S3. */
export async function ingest(stores: BenchStores, key: string, text?: string): Promise<MeasuredInvocation> {
  if (text !== undefined) await stores.put(key, text);
  return invokeFunction('claims/ingest-file', s3Event([key]), stores.environment);
}

const s3Event = (keys: readonly string[]) => ({ Records: keys.map((key) => ({ s3: { object: { key } } })) });

/** Submits all claims: the first call within the time-out of API Gateway, the rest by the schedule. */
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
