import type { ClaimDetailJson } from '#contract/claims/claim-records.ts';
import { ApiError } from '#contract/errors.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import {
  type ArrivalKeys,
  duplicatesOf,
  isCorrection,
  originalOf,
  type Surroundings,
  stillCounts,
} from '../claim/arrival.ts';
import { type Claim, providerOf, wentOut } from '../claim/claim.ts';
import { claimJson, withNumbers } from '../claim/claim-json.ts';
import { type ClaimContent, contentOf, longestContent, packContent } from '../claim/content.ts';
import { contentHash } from '../claim/content-hash.ts';
import { countFindings } from '../claim/finding.ts';
import { laneAfter } from '../claim/lifecycle.ts';
import { type ClaimChange, move, received } from '../claim/move.ts';
import { correctionOf, newClaim, npiOf } from '../claim/new-claim.ts';
import { isInTheWay, type ReplacementBook, replacedOf, replacementOpen } from '../claim/replacement.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Change } from '../files/applier.ts';
import type { WindowStore } from '../intake/window.ts';
import { holdOf, knownPayers } from './known-payers.ts';
import { checkClaim } from './read-claim.ts';

/** A claim that is to be created. */
export interface NewClaimRequest {
  readonly id: string;
  readonly content: ProfessionalClaim;
  /** Claim whose place it takes, or that it corrects or voids. */
  readonly corrects?: Claim | undefined;
}

export interface ClaimDeskPorts {
  readonly store: Pick<WindowStore, 'findSurroundings' | 'changeActions' | 'newClaimActions' | 'opensMonth'>;
  readonly reservations: Reservations;
  readonly replacements: ReplacementBook;
  findClaim(id: string): Promise<Claim | undefined>;
  readonly configuration: Configuration;
  readonly actor: string;
  readonly now: Date;
}

/** Claims that submissions have: what is on its way cannot be taken back. */
export interface Reservations {
  isBeingSent(claimId: string): Promise<boolean>;
  /** Holds the write back when a submission takes the claim after all. */
  unlessBeingSent(claimId: string): TransactAction;
}

/** A claim with the write that stores it. */
export interface PreparedClaim {
  readonly claim: Claim;
  readonly detail: ClaimDetailJson;
  readonly change: Change;
  readonly isAwaited: boolean;
}

/**
 * Makes a claim that came by the API, checked and compared with those that are stored; the caller writes it, and
 * prepares it again when what is stored has changed in between.
 *
 * @throws ApiError validation_failed, no_payer_claim_number, not_correctable
 */
export async function prepareClaim(asking: NewClaimRequest, ports: ClaimDeskPorts): Promise<PreparedClaim> {
  const { actor, now, store, reservations, configuration } = ports;
  const request = await current(asking, ports);
  const asked = keysOf(request.content);
  const [before = nothing] = await store.findSurroundings([asked]);
  const content = withOriginalNumber(request, before);
  const { claim: read, findings } = await checkClaim(content, configuration, now);
  const frequency = read.frequency ?? '';
  const [around = nothing] = await store.findSurroundings([keysOf(read)]);
  const { withdrawn } = request;
  const original = withdrawn ? request.corrects : (request.corrects ?? originalOf(frequency, around));
  if (request.corrects && isCorrection(frequency)) requireSamePayer(request.corrects, read);
  const duplicates = duplicatesOf(frequency, around).filter(
    ({ claim_id }) => claim_id !== request.corrects?.id && claim_id !== withdrawn?.id,
  );
  const claim = newClaim(read, {
    id: request.id,
    now,
    source: { kind: 'api', subject: actor },
    findings: countFindings(findings),
    heldIn: holdOf(findings, knownPayers(configuration)),
    duplicates,
    corrects: original?.id,
  });
  const hold = await replacementHold(claim, original, withdrawn, ports);
  const packed = packContent(read, findings);
  if (packed.length > longestContent) throw new ApiError('payload_too_large');
  const payload = {
    total_charge: claim.total_charge / 100,
    duplicates: duplicates.map(({ claim_id }) => claim_id),
  };
  const changes = [
    received(claim, { actor, now, payload }),
    ...(withdrawn === undefined ? [] : [replacedBy(withdrawn, claim, { actor, now })]),
    ...(original === undefined ? [] : [changeOfOriginal(original, claim, { actor, now })]),
  ];
  const replaced = changes.filter(({ after }) => after.id !== claim.id && after.lane === 'closed');
  for (const { after } of replaced) {
    if (await reservations.isBeingSent(after.id)) throw beingSent();
  }
  const owner = around.sameContent;
  await store.opensMonth(claim.received_at);
  return {
    claim,
    detail: detailOf(claim, contentOf(read, findings), actor),
    isAwaited: around.isAwaited,
    change: {
      entries: changes.map(({ entry }) => entry),
      actions: [
        ...store.changeActions(changes),
        ...replaced.map(({ after }) => reservations.unlessBeingSent(after.id)),
        ...store.newClaimActions({
          claim,
          content: packed,
          place: around.nextPlace,
          ...(owner && { contentOwner: owner.id }),
          ownsContent: owner === undefined || !stillCounts(owner) || owner.id === request.corrects?.id,
          ...(hold && { replaces: hold }),
        }),
      ],
    },
  };
}

/** The claim that voids another: the same, with frequency 8 and the number by which the payer knows it. */
export const voidOf = (original: Claim, content: ProfessionalClaim): ProfessionalClaim => ({
  ...content,
  frequency: '8',
  references: {
    ...content.references,
    originalClaimNumber: original.payer_control_number ?? content.references?.originalClaimNumber,
  },
});

/** The request with the claims as they are now. */
interface CurrentRequest extends NewClaimRequest {
  /** Correction or void that the payer does not have and that this one replaces; `corrects` is then its original. */
  readonly withdrawn?: Claim;
}

/** @throws ApiError not_correctable for a correction that the payer may have */
async function current(request: NewClaimRequest, { findClaim }: ClaimDeskPorts): Promise<CurrentRequest> {
  const { corrects: known, ...rest } = request;
  if (known === undefined) return rest;
  const corrects = (await findClaim(known.id)) ?? known;
  if (!isCorrection(request.content.frequency ?? '') || !isCorrection(corrects.frequency)) {
    return { ...rest, corrects };
  }
  if (!isWithdrawable(corrects)) {
    if (isInTheWay(corrects) && corrects.frequency !== '8') throw replacementOpen(corrects);
    return { ...rest, corrects };
  }
  const original = corrects.corrects === undefined ? undefined : await findClaim(corrects.corrects);
  return { ...rest, withdrawn: corrects, corrects: original };
}

/** Whether the payer does not have a correction, or has refused it; a void only while it cannot go out. */
function isWithdrawable(correction: Claim): boolean {
  const { lane, frequency } = correction;
  if (frequency === '8') return lane === 'draft';
  const isRefused = lane === 'rejected' || lane === 'payer_rejected';
  return (isRefused || !wentOut(correction)) && laneAfter('replaced', lane) !== undefined;
}

/**
 * What a correction or void takes the place of, for itself.
 *
 * @throws ApiError not_correctable with the id of another correction or void that is in its way
 */
async function replacementHold(
  claim: Claim,
  original: Claim | undefined,
  withdrawn: Claim | undefined,
  { replacements, findClaim }: ClaimDeskPorts,
): Promise<{ readonly replaced: string; readonly holder: Claim | undefined } | undefined> {
  const replaced = replacedOf(claim) ?? original?.id;
  if (replaced === undefined) return undefined;
  const holder = (await replacements.findHolders([replaced])).get(replaced);
  const earlier = [original?.corrected_by, original?.voided_by].filter((id) => id !== undefined);
  const others = [holder, ...(await Promise.all(earlier.map(findClaim)))];
  const other = others.find((one) => one !== undefined && one.id !== withdrawn?.id && isInTheWay(one));
  if (other !== undefined) throw replacementOpen(other);
  return isCorrection(claim.frequency) ? { replaced, holder } : undefined;
}

/** The number in a correction or void is the one of the payer that has the claim; it means nothing to another payer. */
function requireSamePayer({ id, payer_id }: Claim, { subscriber }: ProfessionalClaim): void {
  if ((subscriber.payer?.id ?? '') === payer_id) return;
  const message = `Claim ${id} is for payer ${payer_id}; its correction or void goes to the same payer`;
  const detail = { path: ['body', 'subscriber', 'payer', 'id'], message, code: 'other_payer' };
  throw new ApiError('not_correctable', { message, details: [detail] });
}

function takenPlace(id: string, by: string | undefined): ApiError {
  if (by === undefined) return new ApiError('not_correctable');
  const message = `Claim ${by} has taken the place of claim ${id}; correct that one`;
  return new ApiError('not_correctable', {
    message,
    details: [{ path: ['claims', by], message: 'This claim is the current one', code: 'corrected_by' }],
  });
}

const beingSent = () =>
  new ApiError('not_correctable', {
    message: 'The claim is being sent; correct it when the payer has answered',
  });

const nothing: Surroundings = { nextPlace: 0, sameNumber: [], originals: [], isAwaited: false };

function keysOf(claim: ProfessionalClaim): ArrivalKeys {
  const hash = contentHash(claim);
  const { billingProvider, references } = claim;
  const number = references?.originalClaimNumber;
  return {
    patient_control_number: claim.patientControlNumber,
    provider: providerOf({
      billing_npi: npiOf(billingProvider),
      ...(billingProvider.taxId && { tax_id: billingProvider.taxId }),
    }),
    ...(hash !== undefined && { content_hash: hash }),
    ...(isCorrection(claim.frequency ?? '') && {
      ...(number && { original_claim_number: number }),
      correction_for_payer: claim.subscriber.payer?.id ?? '',
    }),
  };
}

/** The payer's number of the claim that is corrected or voided, which the last remittance told (REF*F8). */
function withOriginalNumber(
  { content, corrects, withdrawn }: CurrentRequest,
  around: Surroundings,
): ProfessionalClaim {
  const frequency = content.frequency ?? '';
  if (!isCorrection(frequency) || content.references?.originalClaimNumber) return content;
  const original = corrects ?? originalOf(frequency, around);
  const originalClaimNumber = original?.payer_control_number ?? withdrawn?.original_claim_number;
  if (originalClaimNumber === undefined) throw new ApiError('no_payer_claim_number');
  return { ...content, references: { ...content.references, originalClaimNumber } };
}

/** A correction or void is known at the claim that it is about; a new claim takes the place of one that never was paid. */
function changeOfOriginal(
  original: Claim,
  claim: Claim,
  facts: { readonly actor: string; readonly now: Date },
): ClaimChange {
  if (isCorrection(claim.frequency)) {
    // A void ends a claim, and one that was replaced before it was sent is nothing that the payer has.
    if (original.frequency === '8') throw new ApiError('not_correctable');
    if (original.lane === 'closed') throw takenPlace(original.id, original.corrected_by);
    return correctionOf(original, claim, facts);
  }
  // In review for its responses, and paid, or about money that is not posted.
  const hasMoney = original.conflicts.some(({ open, response }) => open && response === '835');
  if (original.lane === 'review' && (hasMoney || original.remittance_id !== undefined)) {
    throw new ApiError('not_correctable');
  }
  return replacedBy(original, claim, facts);
}

function replacedBy(
  earlier: Claim,
  claim: Claim,
  facts: { readonly actor: string; readonly now: Date },
): ClaimChange {
  const patch = { corrected_by: claim.id };
  const replaced = move(earlier, 'replaced', { ...facts, payload: { by: claim.id } }, patch);
  if (replaced !== undefined) return replaced;
  throw earlier.corrected_by === undefined || earlier.lane !== 'closed'
    ? new ApiError('not_correctable')
    : takenPlace(earlier.id, earlier.corrected_by);
}

function detailOf(claim: Claim, { claim: content, findings }: ClaimContent, actor: string): ClaimDetailJson {
  return {
    ...claimJson(claim),
    content: asObject(withNumbers(content)),
    findings: [...findings],
    timeline: [{ at: claim.received_at, event: 'claim.received', actor, to: claim.lane }],
  };
}

/** The content of a claim is an object by its codec. */
export const asObject = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {};
