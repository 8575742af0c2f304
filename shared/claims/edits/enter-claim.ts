import type { ClaimDetailJson } from '#claims/claims/claim-fields.ts';
import { ApiError } from '#contract/errors.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { type Change, changeOf } from '../change.ts';
import type { Claim, ClaimOrigin } from '../claims/claim.ts';
import { amendClaim, type ChangeFacts, type ClaimChange, claimReceived } from '../claims/claim-change.ts';
import { claimContent } from '../claims/claim-content.ts';
import { amountsAsNumbers, claimJson } from '../claims/claim-json.ts';
import { claimId, type Doubt, factKey } from '../claims/facts.ts';
import { countFindings, type FindingRecord } from '../claims/finding.ts';
import { withOwnState } from '../claims/fold-chain.ts';
import { joinChain } from '../claims/join-chain.ts';
import { newClaim } from '../claims/new-claim.ts';
import { headOf } from '../claims/read-chains.ts';
import {
  countsForDuplicates,
  duplicatesOf,
  isCorrection,
  noRelatedClaims,
  originalOf,
  type RelatedClaims,
  relatedClaimsQuery,
} from '../claims/related-claims.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { holdingLane, knownPayers } from '../configuration/known-payers.ts';
import { shortId } from '../deterministic-id.ts';
import type { NewClaimStore } from '../files/incoming-claim.ts';
import { maxPackedContent, packJson } from '../packed-json.ts';
import { checkClaimAsFile } from './check-claim.ts';
import {
  changeOriginal,
  findNamedClaims,
  type NamedClaims,
  replaceClaim,
  requireSamePayer,
} from './correction.ts';
import { holdReplacement, type ReplacementStore, replacementTarget } from './replacement.ts';

export interface NewClaimRequest {
  readonly id: string;
  readonly claim: ProfessionalClaim;
  readonly corrects?: Claim | undefined;
  /** The adjudicated claim that this one continues at the next payer. It stays in review until a person releases it. */
  readonly secondaryTo?: {
    readonly primary: Claim;
    readonly remittanceId: string;
    readonly number: number;
    readonly doubts: readonly string[];
  };
}

export interface NewClaimPorts {
  readonly store: NewClaimStore;
  readonly replacements: ReplacementStore;
  findClaim(id: string): Promise<Claim | undefined>;
  isBeingSent(claim: ClaimOrigin): Promise<boolean>;
  readonly configuration: Configuration;
  readonly actor: string;
  readonly now: Date;
}

export interface PreparedClaim {
  readonly detail: ClaimDetailJson;
  readonly change: Change;
}

/**
 * Prepares a claim for one attempt to store it: writes it as an 837P and reads it back, so that it passes the same edits as a file, and
 * compares it with stored claims.
 *
 * @throws ApiError validation_failed, no_payer_claim_number, not_correctable, payload_too_large
 */
export async function prepareClaim(request: NewClaimRequest, ports: NewClaimPorts): Promise<PreparedClaim> {
  const { actor, now, store, configuration } = ports;
  const facts = { actor, now };
  const requested = await findNamedClaims(request, ports);
  const { corrects, withdrawn } = requested;
  const numbered = await withOriginalNumber(request.claim, requested, store);
  const { claim: typed, findings } = await checkClaimAsFile(numbered, configuration, now);
  const frequency = typed.frequency ?? '';
  const related = await relatedTo(typed, store);
  const original = withdrawn ? corrects : (corrects ?? originalOf(frequency, related));
  if (corrects && isCorrection(frequency)) requireSamePayer(corrects, typed);
  const { secondaryTo } = request;
  const own = [corrects?.id, withdrawn?.id, secondaryTo?.primary.id];
  const duplicates = duplicatesOf(frequency, related).filter(({ claim_id }) => !own.includes(claim_id));
  const heldIn = holdingLane(findings, knownPayers(configuration)) ?? (secondaryTo && 'review');
  const made = newClaim(typed, {
    id: request.id,
    now,
    source: { kind: 'api', subject: actor },
    findings: countFindings(findings),
    heldIn,
    duplicates,
    corrects: original?.id,
  });
  const claim =
    secondaryTo === undefined
      ? made
      : withOwnState({ ...made, ...linkTo(secondaryTo, made, now.toISOString()) });
  const earlier = [original?.corrected_by, original?.voided_by].filter((id) => id !== undefined);
  const replacement = await holdReplacement(claim, ports.replacements, {
    target: replacementTarget(claim) ?? original?.id,
    others: await Promise.all(earlier.map((id) => ports.findClaim(id))),
    withdrawn,
  });
  const content = claimContent(typed, findings);
  const packed = packJson(content);
  if (packed.length > maxPackedContent) throw new ApiError('payload_too_large');
  const payload = {
    total_charge: claim.total_charge / 100,
    duplicates: duplicates.map(({ claim_id }) => claim_id),
  };
  const prepared = [
    claimReceived(claim, { ...facts, payload }),
    ...(withdrawn === undefined ? [] : [replaceClaim(withdrawn, claim, facts)]),
    ...(original === undefined ? [] : [changeOriginal(original, claim, facts)]),
    ...(secondaryTo === undefined ? [] : [markSecondary(secondaryTo, claim, facts)]),
  ];
  const before = original ?? withdrawn ?? secondaryTo?.primary;
  const head = before && ((await ports.findClaim(headOf(before))) ?? before);
  const changes = head === undefined ? prepared : joinChain(claim, head, prepared, facts);
  const replaced = changes.flatMap(({ after }) => (after.lane === 'closed' ? after : []));
  for (const one of replaced) if (await ports.isBeingSent(one)) throw beingSent();
  const owner = related.sameContent;
  await store.recordMonth(claim.received_at);
  return {
    detail: detailOf(claim, content.claim, findings, actor),
    change: changeOf(
      changes,
      ...replaced.map((one) => ({ kind: 'not-being-sent', claim: one }) as const),
      {
        kind: 'new-claim',
        claim,
        content: packed,
        ordinal: related.nextOrdinal,
        ...(owner && { contentOwner: owner.id }),
        ownsContent: owner === undefined || !countsForDuplicates(owner) || owner.id === corrects?.id,
      },
      ...replacement,
    ),
  };
}

type SecondaryTo = NonNullable<NewClaimRequest['secondaryTo']>;

function linkTo({ primary, remittanceId, number, doubts }: SecondaryTo, { id }: Claim, at: string) {
  const facts = doubts.map(
    (text, n): Doubt => ({
      ...{ fact: 'doubt', key: factKey(shortId('doubt', id, n)), claim: claimId(id), at },
      ...{ about: 'secondary', source_id: remittanceId, text },
    }),
  );
  return {
    primary_claim_id: primary.id,
    primary_remittance_id: remittanceId,
    primary_payment_number: number,
    facts,
  };
}

const markSecondary = (
  { primary, remittanceId: remittance_id, number }: SecondaryTo,
  { id: by }: Claim,
  facts: ChangeFacts,
): ClaimChange =>
  amendClaim(
    primary,
    'claim.secondary_created',
    { ...facts, payload: { by, remittance_id, number } },
    { secondary_claim_id: by },
  );

const beingSent = () =>
  new ApiError('not_correctable', {
    message: 'The claim is being sent; correct it after the payer has responded',
  });

/** The claim that voids another one: its content with frequency 8 and the payer claim control number. */
export const voidingClaim = (original: Claim, claim: ProfessionalClaim): ProfessionalClaim => ({
  ...claim,
  frequency: '8',
  references: {
    ...claim.references,
    originalClaimNumber: original.payer_control_number ?? claim.references?.originalClaimNumber,
  },
});

const relatedTo = async (claim: ProfessionalClaim, store: NewClaimStore): Promise<RelatedClaims> =>
  (await store.findRelatedClaims([relatedClaimsQuery(claim)]))[0] ?? noRelatedClaims;

/** Adds the payer claim control number (REF*F8) that the last remittance gave, to a correction or void without one. */
async function withOriginalNumber(
  claim: ProfessionalClaim,
  { corrects, withdrawn }: NamedClaims,
  store: NewClaimStore,
): Promise<ProfessionalClaim> {
  const frequency = claim.frequency ?? '';
  if (!isCorrection(frequency) || claim.references?.originalClaimNumber) return claim;
  const original = corrects ?? originalOf(frequency, await relatedTo(claim, store));
  const originalClaimNumber = original?.payer_control_number ?? withdrawn?.original_claim_number;
  if (originalClaimNumber === undefined) throw new ApiError('no_payer_claim_number');
  return { ...claim, references: { ...claim.references, originalClaimNumber } };
}

/** Findings in the reply, which is stored in an item of 400 kB with content of up to 256 kB. */
export const maxFindingsShown = 100;

const detailOf = (
  claim: Claim,
  content: unknown,
  findings: readonly FindingRecord[],
  actor: string,
): ClaimDetailJson => ({
  ...claimJson(claim),
  content: amountsAsNumbers(content),
  findings: findings.slice(0, maxFindingsShown),
  timeline: [{ at: claim.received_at, event: 'claim.received', actor, to: claim.lane }],
});
