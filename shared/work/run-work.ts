import { isBrandClosed } from '#commerce/brands/records.ts';
import type { OutgoingEvent, RecordedEvent } from '#contract/commerce/events.ts';
import {
  type KindOf,
  type Worker,
  type WorkKind,
  type WorkMessage,
  workKinds,
  workMessage,
} from '#contract/commerce/work.ts';
import { turnsEnvironment } from '#contract/environment.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import { type InvocationTime, lastTenth } from '#events/remaining-time.ts';
import { logger, metrics, publishMetrics } from '#observability/logger.ts';
import { currentTime } from '#persistence/current-time.ts';
import { leaseEnd, maxLostRuns, underLease } from '#persistence/lease.ts';
import { newId } from '#persistence/new-id.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { commerceTable, openCommerceTable } from '#store/commerce/commerce-table.ts';
import {
  outboxAction,
  outboxShardOf,
  recordEvents,
  wakeForOutbox,
  wakeForWork,
} from '#store/commerce/work/outbox.ts';
import {
  endTurn,
  findFreeWork,
  finishWork,
  type LeasedWork,
  leaseWork,
  postponeWork,
  renewWork,
  repeatWork,
  retryTime,
  takeTurn,
  turnOf,
} from '#store/commerce/work/work-items.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';

// While Lambda starts the function.
openCommerceTable();

/** Surroundings of a run. */
export interface WorkRun {
  /** The time, read again at each call. */
  now(): Date;
  newId(): string;
  /** False when another run may have taken over the work. The handler must not write then. */
  hasLease(): boolean;
  /** True when the handler must end and return `again`, so that another run continues. Also true without the lease. */
  isTimeUp(): boolean;
  /** Time until Lambda ends the function; none without the lease. */
  remainingMilliseconds(): number;
}

/** `done` removes the work; `again` runs it at that time, which may be now. */
export type WorkOutcome = 'done' | { readonly again: Date };

/**
 * Runs one item of work under a lease, so that no other run has the same item at the same time. The handler asks for the
 * time before each batch. A killed run is repeated, and a run that stalls may lose its lease during a write, so every write
 * must be idempotent or commit together with the progress. An error repeats the work with back-off.
 */
export type WorkHandler<Kind extends WorkKind> = (
  work: LeasedWork<Kind>,
  run: WorkRun,
) => Promise<WorkOutcome>;

/** A handler for each kind of a worker. */
export type WorkHandlers<W extends Worker> = { readonly [Kind in KindOf<W>]: WorkHandler<Kind> };

/**
 * Takes the events of one operation. It is called at least once, and again if another consumer fails or a run is killed, so
 * it must be idempotent: writes are conditional on ids that derive from the id of the event.
 */
export type EventConsumer = (events: readonly RecordedEvent[], run: WorkRun) => Promise<void>;

/** The surroundings of one invocation. */
export const runOf = (invocation: InvocationTime): WorkRun => ({
  now: currentTime,
  newId: () => newId(currentTime()),
  hasLease: () => true,
  isTimeUp: lastTenth(invocation),
  remainingMilliseconds: () => invocation.getRemainingTimeInMillis(),
});

/**
 * Ends work whose runs were all killed or timed out, with a reason that its author sees. Kinds without one have no author:
 * their work is repeated with back-off.
 */
export type GiveUp<Kind extends WorkKind> = (work: LeasedWork<Kind>, run: WorkRun) => Promise<WorkOutcome>;

export type GiveUps<W extends Worker> = { readonly [Kind in KindOf<W>]?: GiveUp<Kind> };

/** After this time a run of a brand lets others run. */
const turnMilliseconds = 3000;

/** Makes the handler of a worker's function. */
export function workFunction<W extends Worker>(
  worker: W,
  handlers: WorkHandlers<W>,
  giveUps: GiveUps<W> = {},
) {
  const { BRAND_TURNS: brandTurns } = turnsEnvironment.parse(process.env);
  const queue = ownWorkQueue();
  // The types of the registries give each kind handlers of its payload.
  const byKind = new Map<string, WorkHandler<WorkKind>>(Object.entries(handlers));
  const givingUp = new Map<string, GiveUp<WorkKind>>(Object.entries(giveUps));
  return async (event: unknown, invocation: InvocationTime): Promise<void> => {
    const surroundings = runOf(invocation);
    try {
      await forEachMessage(event, queue, async (body) => {
        const message = workMessage.parse(body);
        const handler = byKind.get(message.kind);
        if (handler === undefined || workKinds[message.kind].worker !== worker)
          throw new Error(`The worker ${worker} has no handler for ${message.kind}`);
        const giveUp = givingUp.get(message.kind);
        await inTurn(message, brandTurns, (run) => runWork(message, { handler, giveUp }, run), surroundings);
      });
    } finally {
      publishMetrics();
    }
  };
}

/** Runs work when it is the turn of its brand, and wakes the work that waits for the turn. */
async function inTurn(
  message: WorkMessage,
  brandTurns: number,
  work: (run: WorkRun) => Promise<void>,
  run: WorkRun,
): Promise<void> {
  logger.resetKeys();
  logger.appendKeys({ work: message.kind, key: message.key });
  const now = run.now();
  const payload = await findFreeWork(commerceTable, message, now);
  if (payload === undefined) return;
  const turn = turnOf(message, payload, brandTurns);
  if (turn === undefined) return work(run);
  if (!(await takeTurn(commerceTable, turn, message, { now, until: leaseEnd(now) }))) return;
  const end = performance.now() + turnMilliseconds;
  try {
    await work({ ...run, isTimeUp: () => run.isTimeUp() || performance.now() > end });
  } finally {
    const next = await endTurn(commerceTable, turn);
    if (next !== undefined) await wakeForWork(next, run.now(), run.now());
  }
}

interface Runs {
  readonly handler: WorkHandler<WorkKind>;
  readonly giveUp: GiveUp<WorkKind> | undefined;
}

async function runWork(message: WorkMessage, runs: Runs, run: WorkRun): Promise<void> {
  const now = run.now();
  const until = leaseEnd(now);
  const work = await leaseWork(commerceTable, message, { now, until });
  if (work === undefined) return;
  const renew = (next: Date) => renewWork(commerceTable, work, next);
  const ended = await underLease<Ended>({ until, renew, now: run.now }, async (lease) => {
    const isLeft = message.kind !== 'delete-brand' && (await isOfClosedBrand(work));
    if (isLeft) return 'done';
    return attempt(work, runs, {
      ...run,
      hasLease: () => lease.isHeld,
      isTimeUp: () => !lease.isHeld || run.isTimeUp(),
      remainingMilliseconds: () => (lease.isHeld ? run.remainingMilliseconds() : 0),
    });
  });
  const next = await repeatOrFinish(work, ended);
  if (next !== undefined) await wakeForWork(message, next, run.now());
}

/** Work of a brand whose records are being removed would write new ones. */
async function isOfClosedBrand({ payload }: LeasedWork): Promise<boolean> {
  const brandId = 'brand_id' in payload ? payload.brand_id : undefined;
  return brandId !== undefined && isBrandClosed(commerceTable, brandId);
}

type Ended = WorkOutcome | { readonly failed: Date };

async function attempt(work: LeasedWork, { handler, giveUp }: Runs, run: WorkRun): Promise<Ended> {
  try {
    const { lost = 0 } = work;
    if (lost < maxLostRuns) return await handler(work, run);
    logger.error('Runs of work ended without an answer', { lost });
    metrics.addMetric('work_failures', 'Count', 1);
    if (giveUp !== undefined) return await giveUp(work, run);
    await postponeWork(commerceTable, work, retryTime(lost, run.now()));
    return await handler(work, run);
  } catch (error) {
    const failed = retryTime(work.attempt, run.now());
    logger.error('Work failed and runs again', { attempt: work.attempt, error });
    metrics.addMetric('work_failures', 'Count', 1);
    return { failed };
  }
}

function repeatOrFinish(work: LeasedWork, ended: Ended): Promise<Date | undefined> {
  if (ended === 'done') return finishWork(commerceTable, work);
  return 'again' in ended
    ? repeatWork(commerceTable, work, { at: ended.again, failed: false })
    : repeatWork(commerceTable, work, { at: ended.failed, failed: true });
}

/** Records outgoing events in the transactions of a run. */
export function recorderOf(run: WorkRun) {
  const shards = new Set<number>();
  return {
    /** The action that records these events, for their transaction. */
    record(brandId: string, events: readonly OutgoingEvent[]): readonly TransactAction[] {
      if (events.length === 0) return [];
      const id = run.newId();
      shards.add(outboxShardOf(id));
      const surroundings = { now: run.now(), newId: run.newId };
      return [outboxAction({ id, events: recordEvents(brandId, events, surroundings) })];
    },
    /** Has the recorded events passed on. Call it after the transaction. */
    async wake(): Promise<void> {
      for (const shard of shards) await wakeForOutbox(shard);
    },
  };
}
