import type { EntryDraft } from '#audit/entries/chain.ts';
import { type Purge, purgedKinds, type Retention } from '#contract/claims/retention.ts';

type PurgedKind = (typeof purgedKinds)[number];

/** The result for one expired record. */
export type PurgeOutcome = 'purged' | 'held';

export interface PurgePhase {
  readonly kind: PurgedKind;
  /** Removes the expired records, or only counts them; yields the outcome of each. */
  run(): AsyncIterable<PurgeOutcome>;
}

export interface PurgePorts {
  /** The phases in their order. */
  readonly phases: readonly PurgePhase[];
  store(purge: Purge, entries: readonly EntryDraft[]): Promise<void>;
  isTimeUp(): boolean;
  now(): Date;
}

const none = Object.fromEntries(purgedKinds.map((kind) => [kind, 0])) as Record<PurgedKind, number>;

export function newPurge(
  { retention_days }: { readonly retention_days: NonNullable<Retention['retention_days']> },
  facts: { readonly id: string; readonly actor: string; readonly now: Date; readonly dryRun: boolean },
): Purge {
  const { id, actor, now, dryRun } = facts;
  return {
    ...{ id, state: 'running', dry_run: dryRun, retention_days },
    cutoff: new Date(now.getTime() - retention_days * 86_400_000).toISOString(),
    ...{ started_at: now.toISOString(), started_by: actor, finished_at: null },
    purged: { ...none },
    held: 0,
  };
}

/**
 * Runs a purge until it is done or the time is up. A purge has no position: each phase removes what it finds. A run that
 * continues a purge therefore finds the rest of the records, and adds to the counts. `held` counts the last run.
 *
 * @returns the purge as it is stored
 */
export async function runPurge(purge: Purge, ports: PurgePorts): Promise<Purge> {
  // A dry run removes nothing, so each run of it counts from the start.
  const purged = purge.dry_run ? { ...none } : { ...purge.purged };
  let held = 0;
  let hasProgress = purge.dry_run;
  for (const { kind, run } of ports.phases) {
    for await (const outcome of run()) {
      if (outcome === 'purged') {
        purged[kind] = (purged[kind] ?? 0) + 1;
        hasProgress = true;
      } else held++;
      // Every run must make progress: held records come again in the next one.
      if (hasProgress && ports.isTimeUp()) {
        const stopped: Purge = { ...purge, purged, held };
        await ports.store(stopped, []);
        return stopped;
      }
    }
  }
  const done: Purge = { ...purge, state: 'done', purged, held, finished_at: ports.now().toISOString() };
  await ports.store(done, purge.dry_run ? [] : [purgeEntry('purge.finished', done)]);
  return done;
}

/** Counts only. */
export const purgeEntry = (event_type: string, purge: Purge): EntryDraft => ({
  event_type,
  entity_type: 'purge',
  entity_id: purge.id,
  actor: purge.started_by,
  payload: {
    retention_days: purge.retention_days,
    cutoff: purge.cutoff,
    ...(event_type === 'purge.finished' && { purged: purge.purged, held: purge.held }),
  },
});

/** The entry of one record that a purge removes. */
export const purgedEntry = (purge: Purge, entity_type: string, entity_id: string): EntryDraft => ({
  event_type: `${entity_type}.purged`,
  entity_type,
  entity_id,
  actor: purge.started_by,
  payload: { purge_id: purge.id, cutoff: purge.cutoff },
});
