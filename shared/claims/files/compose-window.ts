import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { Write } from '#claims/change.ts';
import { foldedNumber } from '#claims/claims/batch.ts';
import type { Claim, Duplicate } from '#claims/claims/claim.ts';
import {
  amendClaim,
  type ChangeFacts,
  type ClaimChange,
  claimReceived,
  type NewClaimWrite,
  type ReplacementWrite,
} from '#claims/claims/claim-change.ts';
import { hasRoom } from '#claims/claims/join-chain.ts';
import { markCorrected, newClaim } from '#claims/claims/new-claim.ts';
import {
  countsForDuplicates,
  duplicatesOf,
  noRelatedClaims,
  originalOf,
  type RelatedClaims,
  type RelatedClaimsQuery,
} from '#claims/claims/related-claims.ts';
import { blocksOtherCorrections, replacementTarget } from '#claims/edits/replacement.ts';
import type { FileRun, UnitsChange } from './file-run.ts';
import { hasStorableSetNumbers, type IncomingClaim } from './incoming-claim.ts';

export interface ComposedWindow {
  readonly change: UnitsChange;
  /** Ids of claims for which remittances hold unmatched payments. */
  readonly claimsWithPayments: readonly string[];
  readonly pending: PendingClaims;
}

export interface WindowFacts {
  readonly run: Pick<FileRun, 'actor'>;
  readonly now: Date;
  /** Windows that may have been stored after the related claims were read. */
  readonly recent: readonly PendingClaims[];
}

/**
 * Composes the change that stores a window: the claims in their lanes with their duplicates, corrections of earlier claims,
 * and the claims of each set. The claims are compared with each other as if they arrived one by one.
 */
export function composeWindow(
  incomingClaims: readonly IncomingClaim[],
  stored: readonly RelatedClaims[],
  { run, now, recent }: WindowFacts,
): ComposedWindow {
  const pending = new PendingClaims();
  const added: NewClaimWrite[] = [];
  const held: ReplacementWrite[] = [];
  const received = new Map<string, ClaimChange>();
  const corrected = new Map<string, ClaimChange>();
  const joined = new Map<string, { readonly head: Claim; readonly members: string[] }>();
  for (const [index, incoming] of incomingClaims.entries()) {
    if (incoming.content === undefined) continue;
    const related = [...recent, pending].reduce(
      (known, claims) => claims.extend(incoming.query, known),
      stored[index] ?? noRelatedClaims,
    );
    const frequency = incoming.claim.frequency ?? '';
    const duplicates = duplicatesOf(frequency, related);
    const original = originalOf(frequency, related);
    const facts = { ...incoming, now, corrects: original?.id };
    const target = replacementTarget(newClaim(incoming.claim, { ...facts, duplicates }));
    const holder = target === undefined ? undefined : holderOf(target, related, [pending, ...recent]);
    const open = holder !== undefined && blocksOtherCorrections(holder) ? holder : undefined;
    const made = newClaim(incoming.claim, {
      ...facts,
      duplicates: [...duplicates, ...openCorrection(open)],
    });
    const head = headAmong(original, related, received);
    const chain = head && joined.get(head.id);
    const members = chain?.members ?? [...(head?.members ?? [])];
    const isJoined = head !== undefined && hasRoom({ ...head, members });
    if (isJoined) joined.set(head.id, { head, members: [...members, made.id] });
    const claim = isJoined ? { ...made, chain: head.id } : made;
    const payload = payloadOf(claim, incoming);
    received.set(claim.id, claimReceived(claim, { actor: run.actor, now, payload }));
    if (original !== undefined && open === undefined && !corrected.has(original.id)) {
      corrected.set(original.id, markCorrected(original, claim, { actor: run.actor, now }));
    }
    const owner = related.sameContent;
    added.push({
      kind: 'new-claim',
      claim,
      content: incoming.content,
      ordinal: related.nextOrdinal,
      ...(owner && { contentOwner: owner.id }),
      ownsContent: owner === undefined || !countsForDuplicates(owner),
    });
    pending.add(incoming.query, claim, related.nextOrdinal);
    if (target !== undefined && open === undefined) {
      held.push({ kind: 'hold-replacement', target, claimId: claim.id, holder });
      pending.replacements.set(target, claim);
    }
  }
  joinChains(joined, received, corrected, { actor: run.actor, now });
  const changes = mergedChanges(received, corrected);
  return {
    change: {
      units: incomingClaims.length,
      entries: [...received.values(), ...corrected.values()].map(({ entry }) => entry),
      writes: [{ kind: 'claims', changes }, ...added, ...held, ...batchWrites(incomingClaims)],
      counts: {
        claims: added.length,
        charge: added.reduce((sum, { claim }) => sum + claim.total_charge, 0),
        drafts: added.filter(({ claim }) => claim.lane === 'draft').length,
        duplicates: added.filter(({ claim }) => claim.duplicates.length > 0).length,
      },
      bytes: incomingClaims.at(-1)?.source.offset ?? 0,
    },
    claimsWithPayments: incomingClaims.flatMap(({ id, content }, index) =>
      content !== undefined && stored[index]?.hasUnmatchedPayments ? [id] : [],
    ),
    pending,
  };
}

/** The first claim of the chain of the original, which may have arrived just before. */
function headAmong(
  original: Claim | undefined,
  { head }: RelatedClaims,
  received: ReadonlyMap<string, ClaimChange>,
): Claim | undefined {
  if (original?.chain === undefined) return original;
  return head?.id === original.chain ? head : received.get(original.chain)?.after;
}

/** Notes new claims on the first claim of their chain. */
function joinChains(
  joined: ReadonlyMap<string, { readonly head: Claim; readonly members: readonly string[] }>,
  received: Map<string, ClaimChange>,
  corrected: Map<string, ClaimChange>,
  facts: ChangeFacts,
): void {
  for (const [id, { head, members }] of joined) {
    const changes = corrected.has(id) || !received.has(id) ? corrected : received;
    const change = changes.get(id) ?? amendClaim(head, 'claim.chain_changed', facts, {});
    changes.set(id, { ...change, after: { ...change.after, members } });
  }
}

/** One change of each claim: a claim that arrives together with its correction is stored as the correction leaves it. */
function mergedChanges(
  received: ReadonlyMap<string, ClaimChange>,
  corrected: ReadonlyMap<string, ClaimChange>,
): readonly ClaimChange[] {
  const changes = new Map(corrected);
  for (const [id, change] of received)
    changes.set(id, { ...change, after: corrected.get(id)?.after ?? change.after });
  return [...changes.values()];
}

/** The correction or void with the right to be sent: a pending one, else the stored one. */
function holderOf(
  target: string,
  { replacement }: RelatedClaims,
  pending: readonly PendingClaims[],
): Claim | undefined {
  const [newest] = pending.flatMap(({ replacements }) => replacements.get(target) ?? []);
  return newest ?? (replacement?.target === target ? replacement.holder : undefined);
}

/** Keeps a claim in review while another correction of the same claim is open. */
const openCorrection = (other: Claim | undefined): readonly Duplicate[] =>
  other === undefined ? [] : [{ claim_id: other.id, by: 'correction' }];

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

/** The claims of each set in the window, and the functional groups that begin in it. */
function batchWrites(incomingClaims: readonly IncomingClaim[]): Write[] {
  const sets = Map.groupBy(incomingClaims.filter(hasStorableSetNumbers), ({ batch, set }) =>
    JSON.stringify([batch.id, set.number]),
  );
  return [
    ...incomingClaims.flatMap(({ opensBatch, batch }): Write[] =>
      opensBatch ? [{ kind: 'batch', batch }] : [],
    ),
    ...[...sets.values()].flatMap(setWrite),
  ];
}

function setWrite(incomingClaims: readonly IncomingClaim[]): Write[] {
  const [first] = incomingClaims;
  if (first === undefined) return [];
  const { batch, set } = first;
  const claims = incomingClaims.map(({ inSet }) => inSet);
  const part = { batch_id: batch.id, set: set.number, reference: set.reference, first: set.place, claims };
  return [{ kind: 'set-claims', part, at: batch.at }];
}

/** Claims that are about to be stored, for claims that come after them: a look-up may have missed them. */
export class PendingClaims {
  private readonly ordinals = new Map<string, number>();
  private readonly byNumber = new Map<string, Claim[]>();
  private readonly byContent = new Map<string, Claim>();
  /** Corrections and voids that may be sent, by target. */
  readonly replacements = new Map<string, Claim>();

  /** Adds these claims to the stored ones; a claim may be among both. */
  extend(query: RelatedClaimsQuery, related: RelatedClaims): RelatedClaims {
    const ordinal = this.ordinals.get(foldedKey(query)) ?? -1;
    const known = new Set(related.sameNumber.map(({ id }) => id));
    const more = (this.byNumber.get(exactKey(query)) ?? []).filter(({ id }) => !known.has(id));
    const { content_hash } = query;
    const stored = related.sameContent;
    // A pending claim takes the content over from a stored one that was rejected, replaced or dismissed.
    const isStored = stored !== undefined && countsForDuplicates(stored);
    const sameContent =
      isStored || content_hash === undefined ? stored : (this.byContent.get(content_hash) ?? stored);
    return {
      ...related,
      nextOrdinal: Math.max(related.nextOrdinal, ordinal + 1),
      sameNumber: more.length > 0 ? [...related.sameNumber, ...more] : related.sameNumber,
      ...(sameContent && { sameContent }),
    };
  }

  add(query: RelatedClaimsQuery, claim: Claim, ordinal: number): void {
    this.ordinals.set(foldedKey(query), ordinal);
    const same = this.byNumber.get(exactKey(query));
    if (same === undefined) this.byNumber.set(exactKey(query), [claim]);
    else same.push(claim);
    if (query.content_hash !== undefined) this.byContent.set(query.content_hash, claim);
  }
}

const foldedKey = ({ patient_control_number, provider }: RelatedClaimsQuery) =>
  `${foldedNumber(patient_control_number)}\n${provider}`;

const exactKey = ({ patient_control_number, provider }: RelatedClaimsQuery) =>
  `${patient_control_number}\n${provider}`;
