import { type Change, changeOf } from '#claims/change.ts';
import { billingProviderId, type Claim, hasOpenConflict, payerMayHave } from '#claims/claims/claim.ts';
import { type ChangeFacts, type ClaimChange, moveClaim, moveUnsent } from '#claims/claims/claim-change.ts';
import type { ClaimContent } from '#claims/claims/claim-content.ts';
import { type ClaimLane, isRefused } from '#claims/claims/lifecycle.ts';
import { duplicatesOf } from '#claims/claims/related-claims.ts';
import { laneBeforeSetAside, releaseFromReview, setAside, takeUpAgain } from '#claims/claims/release.ts';
import { knownPayers } from '#claims/configuration/known-payers.ts';
import { deterministicId } from '#claims/deterministic-id.ts';
import { applyEdit } from '#claims/edits/apply-edit.ts';
import { type EditPorts, isEditableInPlace, type StoredClaim } from '#claims/edits/edit-claim.ts';
import { patchedContent, valueAt } from '#claims/edits/edited-content.ts';
import { holdReplacement } from '#claims/edits/replacement.ts';
import { changeFollowUp, noteAdded } from '#claims/follow-up/rules.ts';
import { ApiError } from '#contract/errors.ts';
import { Conflict } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import type { BulkFilter, BulkOperation, RuleFields } from './contract.ts';
import type { BulkRun, SelectedPart } from './rules.ts';

/** What an operation does to a claim. */
export interface Decision {
  readonly change: Change;
  readonly to: ClaimLane;
  readonly errors: number;
  /** The correction of a claim that was sent. */
  readonly newClaimId?: string;
  readonly ruleChanges?: readonly RuleChange[];
}

/** Why an operation leaves a claim as it is. */
class ClaimSkipped extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'ClaimSkipped';
    this.reason = reason;
  }
}

/** Operations on the record of a claim alone. They share transactions; edits of content have one each. */
export const isRecordOperation = ({ kind }: BulkOperation): boolean => kind !== 'correct';

/**
 * Decides about one claim as it is now.
 *
 * @param run id of the run; ids of new claims derive from it
 * @throws ClaimSkipped, or an ApiError of the rules for single claims
 */
export async function decide(
  operation: BulkOperation,
  claim: Claim,
  run: string,
  ports: DecisionPorts,
): Promise<Decision> {
  const facts: ChangeFacts = { actor: ports.actor, now: ports.now };
  switch (operation.kind) {
    case 'release':
      return release(claim, operation.lane, facts, ports);
    case 'hold': {
      const patch = operation.reason === undefined ? {} : { lane_reason: operation.reason };
      const change = moved(moveClaim(claim, 'putOnHold', facts, patch), claim, 'ready');
      if (await ports.isBeingSent(claim)) throw new ClaimSkipped('being_sent', 'The claim is being sent');
      return decision(changeOf([change], { kind: 'not-being-sent', claim }), change);
    }
    case 'unhold': {
      if (claim.lane !== 'held') throw wrongLane(claim, 'held');
      const change = moveUnsent(claim, hasErrors(claim) ? 'draft' : 'ready', facts, {}, 'claim.unheld');
      return decision(changeOf([change]), change);
    }
    case 'dismiss': {
      if (isRefused(claim.lane)) {
        const change = setAside(claim, operation.reason, facts);
        return decision(changeOf([change]), change);
      }
      if (payerMayHave(claim) || hasOpenConflict(claim)) {
        throw new ClaimSkipped('was_sent', 'The payer may have the claim');
      }
      const patch = { lane_reason: operation.reason };
      const change = moved(moveClaim(claim, 'dismissed', facts, patch), claim, 'draft, held or review');
      return decision(changeOf([change]), change);
    }
    case 'restore':
      return restore(claim, facts, ports);
    case 'resend':
      return resend(claim, facts, ports);
    case 'correct':
      return correct(operation, claim, run, ports);
    case 'follow_up': {
      const { kind: _, ...patch } = operation;
      const change = changeFollowUp(claim, patch, facts);
      if (change === undefined) throw new ClaimSkipped('no_change', 'The claim has these values already');
      return decision(changeOf([change]), change);
    }
    case 'note': {
      const id = deterministicId('bulk-note', run, claim.id);
      const note = {
        id,
        claim_id: claim.id,
        at: ports.now.toISOString(),
        by: ports.actor,
        text: operation.text,
      };
      const { error, fatal } = claim.finding_counts;
      const change = { entries: [noteAdded(note)], writes: [{ kind: 'claim-note', note }] } as const;
      return { change, to: claim.lane, errors: error + fatal };
    }
  }
}

const decision = (change: Change, { after }: ClaimChange): Decision => ({
  change,
  to: after.lane,
  errors: after.finding_counts.error + after.finding_counts.fatal,
});

const hasErrors = ({ finding_counts: { error, fatal } }: Claim): boolean => error + fatal > 0;

function moved(change: ClaimChange | undefined, claim: Claim, expected: string): ClaimChange {
  if (change === undefined) throw wrongLane(claim, expected);
  return change;
}

const wrongLane = ({ lane }: Claim, expected: string) =>
  new ClaimSkipped('wrong_lane', `The claim is in ${lane}, not in ${expected}`);

async function release(
  claim: Claim,
  lane: Parameters<typeof releaseFromReview>[1],
  facts: ChangeFacts,
  { configuration, replacements }: DecisionPorts,
): Promise<Decision> {
  if (claim.lane !== 'review') throw wrongLane(claim, 'review');
  if (!payerMayHave(claim) && !knownPayers(configuration).isConfigured(claim.payer_id)) {
    throw new ApiError('payer_not_configured');
  }
  const { claim: after, change } = await releaseFromReview(claim, lane, facts, replacements);
  return { change, to: after.lane, errors: after.finding_counts.error + after.finding_counts.fatal };
}

/**
 * Claims that were stored meanwhile and bill the same, so that the claim would be sent twice.
 *
 * @param since claims received up to this time were known when a person or a submission decided about the claim
 */
async function newDuplicates(claim: Claim, { store }: DecisionPorts, since = '') {
  const { patient_control_number, content_hash, frequency } = claim;
  const query = {
    patient_control_number,
    provider: billingProviderId(claim),
    ...(content_hash !== undefined && { content_hash }),
  };
  const [related] = await store.findRelatedClaims([query]);
  if (related === undefined) return [];
  const isNew = ({ id, received_at }: Claim) => id !== claim.id && received_at > since;
  const { sameContent } = related;
  return duplicatesOf(frequency, {
    sameNumber: related.sameNumber.filter(isNew),
    ...(sameContent && isNew(sameContent) && { sameContent }),
  });
}

/**
 * Takes a dismissed claim back: one that the payer refused to its lane, any other to the lane of a new claim with its findings and
 * duplicates.
 */
async function restore(claim: Claim, facts: ChangeFacts, ports: DecisionPorts): Promise<Decision> {
  if (claim.lane !== 'dismissed') throw wrongLane(claim, 'dismissed');
  const lane_before = laneBeforeSetAside(claim);
  if (lane_before !== undefined) {
    const change = takeUpAgain(claim, lane_before, facts);
    return decision(changeOf([change]), change);
  }
  const corrections = claim.duplicates.filter(({ by }) => by === 'correction');
  const duplicates = [...corrections, ...(await newDuplicates(claim, ports))];
  const free = duplicates.length > 0 ? 'review' : 'ready';
  const lane = hasErrors(claim) ? 'draft' : free;
  const change = moveUnsent(claim, lane, facts, { duplicates }, 'claim.restored');
  const right = lane === 'review' ? [] : await holdReplacement(claim, ports.replacements);
  return decision(changeOf([change], ...right), change);
}

/** Makes a claim ready again that was rejected with its set, although it had no error itself. */
async function resend(claim: Claim, facts: ChangeFacts, ports: DecisionPorts): Promise<Decision> {
  if (claim.lane !== 'rejected') throw wrongLane(claim, 'rejected');
  if (claim.rejected_as !== 'collateral') {
    throw new ClaimSkipped('not_collateral', 'The claim itself was rejected; correct it');
  }
  const [duplicate] = await newDuplicates(claim, ports, claim.submitted_at);
  if (duplicate !== undefined) {
    throw new ClaimSkipped('duplicate', `Claim ${duplicate.claim_id} bills the same`);
  }
  if (hasErrors(claim)) throw new ClaimSkipped('has_errors', 'The claim has errors; edit it');
  const change = moved(moveClaim(neverSent(claim), 'resent', facts), claim, 'rejected');
  const right = await holdReplacement(claim, ports.replacements);
  return decision(changeOf([{ ...change, before: claim }], ...right), change);
}

/** Removes the fields of the submission that was rejected as a whole: the payer has never had the claim. */
function neverSent(claim: Claim): Claim {
  const { submission_id, submitted_at, batch_id, ...some } = claim;
  const { rejected_at, rejected_reason, rejected_by_999_id, rejected_as, ...rest } = some;
  return rest;
}

async function correct(
  { set, sent = 'skip' }: Extract<BulkOperation, { kind: 'correct' }>,
  claim: Claim,
  run: string,
  ports: DecisionPorts,
): Promise<Decision> {
  if (!isEditableInPlace(claim) && claim.lane !== 'dismissed' && sent === 'skip') {
    throw new ClaimSkipped('was_sent', 'The claim was sent; create a correction');
  }
  const stored = await ports.findStored(claim.id);
  if (stored === undefined) throw new ClaimSkipped('not_found', 'The claim does not exist');
  const { patch, changes } = rulePatch(set, stored.content);
  if (changes.length === 0) throw new ClaimSkipped('no_change', 'The claim has these values already');
  const options = {
    newId: deterministicId('bulk-correction', run, claim.id),
    origin: { bulk_run_id: run },
  };
  const edited = await applyEdit(stored, patchedContent(stored.content, patch), options, ports);
  if (edited.change === undefined) throw new ClaimSkipped('no_change', 'The claim has these values already');
  const { lane, id, finding_counts: counts } = edited.detail;
  return {
    change: edited.change,
    to: lane,
    errors: counts.error + counts.fatal,
    ...(edited.isNew && { newClaimId: id }),
    ruleChanges: changes,
  };
}

interface Skip {
  readonly reason: string;
  readonly message: string;
}

/** The decision about a claim, or why the claim is skipped. */
export type Outcome = { readonly decision: Decision; readonly skip?: never } | { readonly skip: Skip };

/**
 * Turns a refusal into a skip. A failure that is no refusal skips the claim too, so that it does not stop the others.
 *
 * @param onFailure receives such a failure
 * @throws Conflict and StoreRejection, after which the decision can be repeated
 */
export async function outcomeOf(
  decide: () => Promise<Decision>,
  onFailure: (error: unknown) => void,
): Promise<Outcome> {
  try {
    return { decision: await decide() };
  } catch (error) {
    if (error instanceof Conflict || error instanceof StoreRejection) throw error;
    if (error instanceof ClaimSkipped) return { skip: { reason: error.reason, message: error.message } };
    if (error instanceof ApiError) {
      return { skip: { reason: error.code, message: error.details?.[0]?.message ?? error.message } };
    }
    onFailure(error);
    return { skip: { reason: 'internal', message: 'The claim could not be processed' } };
  }
}

export const unknownClaim: Outcome = {
  skip: { reason: 'not_found', message: 'The claim does not exist' },
};

/** A field of a rule, and its place in the content of a claim. */
const places: { readonly [Name in keyof Required<RuleFields>]: readonly string[] } = {
  billing_taxonomy: ['billing_provider', 'taxonomy'],
  payer_id: ['subscriber', 'payer', 'id'],
  payer_name: ['subscriber', 'payer', 'last_name'],
  claim_filing: ['subscriber', 'claim_filing'],
  place_of_service: ['place_of_service'],
  rendering_npi: ['rendering', 'id'],
};

export interface RuleChange {
  /** JSON pointer into the content. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/**
 * What a rule changes in a content, and the JSON merge patch for it.
 *
 * @throws ApiError not_editable for a claim without the party that the rule names
 */
export function rulePatch(set: RuleFields, { claim }: Pick<ClaimContent, 'claim'>) {
  const patch: Record<string, unknown> = {};
  const changes: RuleChange[] = [];
  for (const [name, place] of Object.entries(places)) {
    const after = set[name as keyof RuleFields];
    if (after === undefined) continue;
    requireParty(place, claim);
    const before = valueAt(claim, place);
    if (before === after) continue;
    changes.push({
      path: `/${place.join('/')}`,
      before: typeof before === 'string' ? before : null,
      after,
    });
    setAt(patch, place, after);
  }
  return { patch, changes };
}

function requireParty(place: readonly string[], claim: unknown): void {
  if (place[0] !== 'rendering' || valueAt(claim, ['rendering']) !== undefined) return;
  throw new ApiError('not_editable', { message: 'The claim has no rendering provider' });
}

function setAt(patch: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    patch[name] = value;
    return;
  }
  const inner = { ...(patch[name] as Record<string, unknown> | undefined) };
  setAt(inner, rest, value);
  patch[name] = inner;
}

/** What the decision about one claim needs. */
export interface DecisionPorts extends EditPorts {
  /** Returns existing claims that the caller may see; strongly consistent. */
  findClaims(ids: readonly string[]): Promise<readonly Claim[]>;
  findStored(id: string): Promise<StoredClaim | undefined>;
}

export interface SelectionPorts {
  /** Returns a page of the claims of a filter; may be empty and still have a next one. Eventually consistent. */
  select(
    filter: BulkFilter,
    cursor: string | undefined,
    limit: number,
    billingNpis?: readonly string[],
  ): Promise<SelectedPart>;
}

export interface BulkRunPorts extends SelectionPorts {
  /** Opens what decisions need, in the name of the person who started the run, and within that person's providers. */
  openDecisions(actor: string, billingNpis?: readonly string[]): Promise<DecisionPorts>;
  find(id: string): Promise<BulkRun | undefined>;
  /** Returns up to `count` selected claims from a position on. */
  selectedIds(id: string, position: number, count: number): Promise<readonly string[]>;
  /** Stores the change of some claims with the progress of the run. @throws ChangeConflict */
  write(change: Change): Promise<void>;
  now(): Date;
  /** Reports a claim that could not be processed because of an unexpected failure. */
  onFailure(error: unknown): void;
}
