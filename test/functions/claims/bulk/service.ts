import { afterAll, beforeAll } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { findClaims } from '#claims/claims/records.ts';
import { type Answer, functionsOn, type Request } from '../../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../../claims/local-stores.ts';
import { type LocalWorkQueue, startWorkQueue } from '../../../claims/work-queue.ts';
import { claimBody } from '../claim-body.ts';

export let stores: LocalStores;
export let call: (name: string, request?: Request) => Promise<Answer>;
let queue: LocalWorkQueue;

/** Starts the stores and the queue for the tests of one file. */
export function useStores(): void {
  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
    queue = await startWorkQueue();
    const environment = {
      ...stores.environment,
      ...queue.environment,
      BULK_RUN_QUEUE: queue.environment['WORK_QUEUE'] ?? '',
    };
    call = functionsOn({ environment });
  });
  afterAll(async () => {
    await queue.stop();
    await stores.stop();
  });
}

let number = 0;

/** Creates claims that are ready. */
export async function ready(count: number, more: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { body } = await call('create-claim', { body: claimBody(`BULK${++number}`, more) });
    ids.push(body.data.id);
  }
  return ids;
}

export const start = (operation: object, selection: object, headers: Record<string, string> = {}) =>
  call('start-bulk-run', { body: { operation, selection }, headers });

export const preview = async (operation: object, claim_ids: readonly string[]) =>
  (await call('preview-bulk-run', { body: { operation, selection: { claim_ids } } })).body.data;

export const resultsOf = async (id: string, query: Record<string, string> = {}) =>
  (await call('list-bulk-results', { path: { id }, query })).body;

export const lanesOf = async (ids: readonly string[]) =>
  (await findClaims(stores.claims, ids)).map(({ lane }) => lane);

/** Delivers the waiting messages to the background function, until none is left. */
export async function work(): Promise<void> {
  const { handler } = await import('../../../../functions/claims/work/carry-on-bulk-run.ts');
  for (let taken = queue.take(); taken !== undefined; taken = queue.take()) await handler(taken.event);
}

/** Delivers one message of a run to the background function, which has no time after its beginning if `isTimeUp`. */
export async function deliver(run_id: string, isTimeUp = false): Promise<void> {
  const { handler } = await import('../../../../functions/claims/work/carry-on-bulk-run.ts');
  let asked = 0;
  const getRemainingTimeInMillis = () => (isTimeUp && asked++ > 0 ? 0 : 270_000);
  await handler({ kind: 'bulk-run', run_id }, { getRemainingTimeInMillis } as Context);
}

/** Starts a run and waits for its end; a slow machine continues it in the background. */
export async function run(operation: object, selection: object): Promise<Answer> {
  const begun = await start(operation, selection);
  if (begun.status !== 202) return begun;
  await work();
  return call('get-bulk-run', { path: { id: begun.body.data.id } });
}
