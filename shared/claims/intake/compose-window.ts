import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { Write } from '../change.ts';
import type { SetClaims } from '../claim/batch.ts';
import type { Claim, Duplicate } from '../claim/claim.ts';
import { type ClaimChange, claimReceived } from '../claim/claim-change.ts';
import type { NewClaimWrite, ReplacementWrite } from '../claim/claim-write.ts';
import { markCorrected, newClaim } from '../claim/new-claim.ts';
import {
  countsForDuplicates,
  duplicatesOf,
  originalOf,
  type RelatedClaims,
} from '../claim/related-claims.ts';
import { blocksOtherCorrections, replacementTarget } from '../claim/replacement.ts';
import type { FileRun, UnitsChange } from '../files/file-run.ts';
import { hasStorableSetNumbers, type IncomingClaim } from './incoming-claim.ts';
import { PendingClaims } from './pending-claims.ts';

/** The one write that stores a window of claims, and what is to be told of it. */
export interface ComposedWindow {
  readonly change: UnitsChange;
  /** Claims that remittances wait for. */
  readonly claimsWithPayments: readonly string[];
  /** Its claims, for the windows that come after it. */
  readonly pending: PendingClaims;
}

export interface WindowFacts {
  readonly run: Pick<FileRun, 'actor'>;
  /** When its claims are received. */
  readonly now: Date;
  /** Windows that may have been stored since the surroundings were read. */
  readonly recent: readonly PendingClaims[];
}

/**
 * Makes the write of a window: the claims in their lanes, what they may repeat, the corrections of earlier claims
 * and the record of their sets. Claims of one window see each other as if they had come one by one.
 */
export function composeWindow(
  arrivals: readonly IncomingClaim[],
  surroundings: readonly RelatedClaims[],
  { run, now, recent }: WindowFacts,
): ComposedWindow {
  const seen = new PendingClaims();
  const stored: NewClaimWrite[] = [];
  const held: ReplacementWrite[] = [];
  const arrived = new Map<string, ClaimChange>();
  const amended = new Map<string, ClaimChange>();
  for (const [index, arrival] of arrivals.entries()) {
    const known = recent.reduce(
      (around, earlier) => earlier.extend(arrival.keys, around),
      surroundings[index] ?? nothingAround,
    );
    const around = seen.extend(arrival.keys, known);
    if (arrival.content === undefined) continue;
    const frequency = arrival.claim.frequency ?? '';
    const duplicates = duplicatesOf(frequency, around);
    const original = originalOf(frequency, around);
    const facts = { ...arrival, now, corrects: original?.id };
    const replaced = replacementTarget(newClaim(arrival.claim, { ...facts, duplicates }));
    const holder = replaced === undefined ? undefined : holderOf(replaced, around, [seen, ...recent]);
    const other = holder !== undefined && blocksOtherCorrections(holder) ? holder : undefined;
    const claim = newClaim(arrival.claim, { ...facts, duplicates: [...duplicates, ...besides(other)] });
    arrived.set(
      claim.id,
      claimReceived(claim, { actor: run.actor, now, payload: payloadOf(claim, arrival) }),
    );
    if (original !== undefined && other === undefined && !amended.has(original.id)) {
      amended.set(original.id, markCorrected(original, claim, { actor: run.actor, now }));
    }
    const owner = around.sameContent;
    stored.push({
      kind: 'new-claim',
      claim,
      content: arrival.content,
      ordinal: around.nextOrdinal,
      ...(owner && { contentOwner: owner.id }),
      ownsContent: owner === undefined || !countsForDuplicates(owner),
    });
    seen.add(arrival.keys, claim, around.nextOrdinal);
    if (replaced !== undefined && other === undefined) {
      held.push({ kind: 'hold-replacement', target: replaced, claimId: claim.id, holder });
      seen.replacements.set(replaced, claim);
    }
  }
  // A claim is written once, as its correction leaves it when that came with it.
  const written = new Map(amended);
  for (const [id, change] of arrived)
    written.set(id, { ...change, after: amended.get(id)?.after ?? change.after });
  return {
    change: {
      units: arrivals.length,
      entries: [...arrived.values(), ...amended.values()].map(({ entry }) => entry),
      writes: [
        { kind: 'claims', changes: [...written.values()] },
        ...stored,
        ...held,
        ...batchWrites(arrivals),
      ],
      counts: {
        claims: stored.length,
        charge: stored.reduce((sum, { claim }) => sum + claim.total_charge, 0),
        drafts: stored.filter(({ claim }) => claim.lane === 'draft').length,
        duplicates: stored.filter(({ claim }) => claim.duplicates.length > 0).length,
      },
      bytes: arrivals.at(-1)?.source.offset ?? 0,
    },
    claimsWithPayments: arrivals.flatMap(({ id, content }, index) =>
      content !== undefined && surroundings[index]?.hasUnmatchedPayments ? [id] : [],
    ),
    pending: seen,
  };
}

/** The correction or void that holds a claim: one that has just arrived, else the one that is stored. */
function holderOf(
  replaced: string,
  { replacement }: RelatedClaims,
  arrived: readonly PendingClaims[],
): Claim | undefined {
  const [newest] = arrived.flatMap(({ replacements }) => replacements.get(replaced) ?? []);
  return newest ?? (replacement?.replaced === replaced ? replacement.holder : undefined);
}

/** Another correction of the same claim is open: this one waits in review. */
const besides = (other: Claim | undefined): readonly Duplicate[] =>
  other === undefined ? [] : [{ claim_id: other.id, by: 'correction' }];

const nothingAround: RelatedClaims = {
  nextOrdinal: 0,
  sameNumber: [],
  originals: [],
  hasUnmatchedPayments: false,
};

/** The claim itself tells where in the file it stands. */
function payloadOf(claim: Claim, { source, findings }: IncomingClaim): Record<string, JsonValue> {
  const duplicates = claim.duplicates.map(({ claim_id }) => claim_id);
  return {
    file_id: source.file_id,
    ordinal: source.ordinal,
    total_charge: claim.total_charge / 100,
    errors: findings.fatal + findings.error,
    ...(duplicates.length > 0 && { duplicates }),
  };
}

/** The sets that the window has claims of, and the functional groups that begin in it. */
function batchWrites(arrivals: readonly IncomingClaim[]): Write[] {
  const parts = Map.groupBy(arrivals.filter(hasStorableSetNumbers), ({ batch, set }) =>
    JSON.stringify([batch.id, set.number]),
  );
  return [
    ...arrivals.flatMap(({ opensBatch, batch }): Write[] => (opensBatch ? [{ kind: 'batch', batch }] : [])),
    ...[...parts.values()].flatMap(setWrite),
  ];
}

function setWrite(arrivals: readonly IncomingClaim[]): Write[] {
  const [first] = arrivals;
  if (first === undefined) return [];
  const part: SetClaims = {
    batch_id: first.batch.id,
    set: first.set.number,
    reference: first.set.reference,
    first: first.set.place,
    claims: arrivals.map(({ inSet }) => inSet),
  };
  return [{ kind: 'set-claims', part, at: first.batch.at }];
}
