import { createHash } from 'node:crypto';
import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import { type LegalHold, type Purge, purgedKinds, type Retention } from './contract.ts';

/** What the open legal holds name. */
export interface HeldNames {
  readonly everything: boolean;
  readonly claims: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  readonly remittances: ReadonlySet<string>;
}

export function heldNames(holds: readonly LegalHold[]): HeldNames {
  const open = holds.filter(({ released_at }) => released_at === undefined);
  const all = (read: (hold: LegalHold) => readonly string[]) => new Set(open.flatMap(read));
  return {
    everything: open.some(({ everything }) => everything),
    claims: all(({ claim_ids }) => claim_ids),
    members: all(({ member_ids }) => member_ids.map(foldedMember)),
    files: all(({ file_ids }) => file_ids),
    remittances: all(({ remittance_ids }) => remittance_ids),
  };
}

/** Member ids are compared without regard to letter case and blanks. */
const foldedMember = (id: string): string => id.replaceAll(/\s/g, '').toUpperCase();

export const isHeldClaim = (
  held: HeldNames,
  { id, member_id, facts = [] }: Pick<Claim, 'id' | 'member_id' | 'facts'>,
): boolean =>
  held.everything ||
  held.claims.has(id) ||
  (member_id !== undefined && held.members.has(foldedMember(member_id))) ||
  facts.some((fact) => 'remittance' in fact && held.remittances.has(fact.remittance));

/** Ids of the records that a claim belongs to, which are held with it. */
export const recordsOfClaim = (claim: Claim): readonly string[] =>
  [
    claim.source.kind === 'file' ? claim.source.file_id : undefined,
    claim.submission_id,
    claim.batch_id,
    claim.remittance_id,
    claim.rejected_by_999_id,
    claim.payer_status_by_277ca_id,
    claim.payer_rejected_by_277ca_id,
    ...(claim.facts ?? []).map((fact) =>
      fact.fact === 'answer' ? fact.response : 'remittance' in fact ? fact.remittance : undefined,
    ),
    ...claim.conflicts.map(({ source_id }) => source_id),
  ].flatMap((id) => id ?? []);

/** Ids and counts: the names of members and the reason are not in the audit log. */
export const holdEntry = (
  event_type: string,
  hold: LegalHold,
  actor: string,
  reason: string,
): EntryDraft => ({
  event_type,
  entity_type: 'legal_hold',
  entity_id: hold.id,
  actor,
  payload: {
    claims: hold.claim_ids.length,
    members: hold.member_ids.length,
    files: hold.file_ids.length,
    remittances: hold.remittance_ids.length,
    everything: hold.everything,
    reason_sha256: createHash('sha256').update(reason).digest('hex'),
  },
});

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

export const legalHoldsCsv: CsvColumns<LegalHold> = {
  name: 'legal-holds',
  columns: [
    ...membersOf<LegalHold>('id', 'everything', 'reason', 'created_at', 'created_by'),
    ['claim_ids', ({ claim_ids }) => claim_ids.join(' ')],
    ['member_ids', ({ member_ids }) => member_ids.join(' ')],
    ['file_ids', ({ file_ids }) => file_ids.join(' ')],
    ['remittance_ids', ({ remittance_ids }) => remittance_ids.join(' ')],
    ...membersOf<LegalHold>('released_at', 'released_by', 'release_reason'),
  ],
};

export const purgesCsv: CsvColumns<Purge> = {
  name: 'purges',
  columns: [
    ...membersOf<Purge>(
      'id',
      'state',
      'dry_run',
      'retention_days',
      'cutoff',
      'started_at',
      'started_by',
      'finished_at',
      'held',
    ),
    ['purged', ({ purged }) => Object.values(purged).reduce((sum, count) => sum + count, 0)],
  ],
};
