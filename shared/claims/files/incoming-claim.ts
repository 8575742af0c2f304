import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { Batch, SetClaim } from '../claims/batch.ts';
import type { ClaimSource, FindingCounts } from '../claims/claim.ts';
import { packContent } from '../claims/claim-content.ts';
import { countFindings, envelopeNames } from '../claims/finding.ts';
import {
  isCorrection,
  type RelatedClaims,
  type RelatedClaimsQuery,
  relatedClaimsQuery,
} from '../claims/related-claims.ts';
import { type HoldingLane, holdingLane, type KnownPayers } from '../configuration/known-payers.ts';
import { deterministicId } from '../deterministic-id.ts';
import { maxPackedContent, type PackedContent } from '../packed-json.ts';
import type { ReadClaim } from './claim-reader.ts';
import type { FileReason } from './file.ts';
import { type FileFacts, maxChangeSize } from './file-run.ts';

export interface IncomingClaim {
  readonly id: string;
  readonly claim: ProfessionalClaim;
  readonly query: RelatedClaimsQuery;
  /** Undefined if the claim is too long to be stored. */
  readonly content: PackedContent | undefined;
  readonly findings: FindingCounts;
  /** Lane in which its findings keep it. */
  readonly heldIn: HoldingLane | undefined;
  readonly source: ClaimSource & { readonly kind: 'file' };
  /** ST02, BHT03, and the place among the claims of the set, from 0. */
  readonly set: { readonly number: string; readonly reference: string; readonly place: number };
  readonly inSet: SetClaim;
  readonly batch: Batch;
  readonly opensBatch: boolean;
}

export function incomingClaim(
  read: ReadClaim,
  intake: { readonly file: FileFacts; readonly opensBatch: boolean; readonly payers: KnownPayers },
): IncomingClaim {
  const { file, opensBatch, payers } = intake;
  const { claim, context, findings, inSet, inFile } = read;
  const { interchange, group, set } = context;
  const position = [file.sha256, interchange.number, group.number];
  const id = deterministicId('claim', ...position, set.number, inSet);
  const packed = packContent(claim, findings);
  return {
    id,
    claim,
    query: relatedClaimsQuery(claim),
    content: isStorable(read, packed) ? packed : undefined,
    findings: countFindings(findings),
    heldIn: holdingLane(findings, payers),
    source: {
      kind: 'file',
      file_id: file.id,
      interchange: interchange.controlNumber,
      group: group.controlNumber,
      set: set.controlNumber,
      ordinal: inFile,
      segment: claim.position?.index ?? 0,
      offset: claim.position?.offset ?? 0,
    },
    set: { number: set.controlNumber, reference: claim.transaction.batchId, place: inSet - 1 },
    inSet: positionsOf(id, claim),
    batch: batchOf(deterministicId('batch', ...position), file, read),
    opensBatch: opensBatch && lengthOfEnvelopes(context) <= maxNameCharacters,
  };
}

/** Maximum of characters in the names and numbers of a claim, which several items repeat. */
const maxNameCharacters = 4000;

const isStorable = (read: ReadClaim, packed: PackedContent): boolean =>
  packed.length <= maxPackedContent && lengthOfNames(read) <= maxNameCharacters && !read.claim.isCut;

function lengthOfNames({ claim, context }: ReadClaim): number {
  const { billingProvider, subscriber, patient, references, transaction } = claim;
  const people = [billingProvider, subscriber, subscriber.payer, patient];
  return (
    lengthOfEnvelopes(context) +
    lengthOf([
      ...[context.set.controlNumber, transaction.batchId],
      ...[claim.patientControlNumber, claim.frequency, claim.placeOfService],
      ...people.flatMap((party) => [party?.id, party?.lastName, party?.firstName]),
      ...[billingProvider.taxId, references?.originalClaimNumber],
    ])
  );
}

const lengthOfEnvelopes = ({ interchange, group }: ReadClaim['context']): number =>
  lengthOf([
    ...[interchange.sender, interchange.receiver, interchange.controlNumber, interchange.usage],
    ...[group.sender, group.receiver, group.controlNumber, group.version],
  ]);

const lengthOf = (names: readonly (string | undefined)[]): number =>
  names.reduce((sum, name) => sum + (name?.length ?? 0), 0);

/** Claims of a set with longer numbers are not stored, so responses cannot refer to it. */
export const hasStorableSetNumbers = ({ set: { number, reference } }: IncomingClaim): boolean =>
  lengthOf([number, reference]) <= maxNameCharacters;

/** Whether a claim is so short that its packed content certainly fits. */
export const isSurelyStorable = (read: ReadClaim): boolean =>
  !read.claim.isCut &&
  read.claim.lines.length < 20 &&
  lengthOfNames(read) <= maxNameCharacters &&
  JSON.stringify(read.claim).length < maxPackedContent / 6;

function positionsOf(claim_id: string, claim: ProfessionalClaim): SetClaim {
  const { billingProvider, subscriber, patient } = claim;
  return {
    claim_id,
    patient_control_number: claim.patientControlNumber.slice(0, maxNameCharacters),
    at: claim.position?.index ?? 0,
    billing: billingProvider.levelPosition?.index ?? 0,
    subscriber: subscriber.levelPosition?.index ?? 0,
    ...(patient && { patient: patient.levelPosition?.index ?? 0 }),
  };
}

function batchOf(id: string, file: FileFacts, { context: { interchange, group } }: ReadClaim): Batch {
  return {
    id,
    direction: 'received',
    file_id: file.id,
    interchange: {
      control_number: interchange.controlNumber,
      sender_qualifier: interchange.senderQualifier,
      sender: interchange.sender,
      receiver_qualifier: interchange.receiverQualifier,
      receiver: interchange.receiver,
      usage: interchange.usage,
    },
    group: {
      control_number: group.controlNumber,
      sender: group.sender,
      receiver: group.receiver,
      version: group.version,
    },
    at: file.received_at,
  };
}

export function claimTooLong({ source }: IncomingClaim): FileReason {
  return {
    code: 'claim_too_long',
    message: 'The claim is too long to be stored; split it',
    ...envelopeNames({ ...source, transaction: source.set, segment: 'CLM' }),
    segment_index: source.segment,
    byte_offset: source.offset,
  };
}

export interface NewClaimStore {
  /** Records that claims were received in a month. Call it before the first of them is stored. */
  recordMonth(receivedAt: string): Promise<void>;
  /** In the order of the queries; strongly consistent. */
  findRelatedClaims(queries: readonly RelatedClaimsQuery[]): Promise<readonly RelatedClaims[]>;
}

/**
 * Updates of lane figures, because a new claim is a draft, ready or in review, and of the figures for reports; and items with audit
 * entries.
 */
const sharedActions = 8;
/** Sizes are estimates, so this is well below the 3.5 MB that one append to the audit chain takes. */
const maxCharacters = 2_500_000;

/** The number of claims, from the first one, that one transaction can store. */
export function windowLength(incomingClaims: readonly IncomingClaim[]): { count: number; isFull: boolean } {
  let weight = sharedActions;
  let characters = 0;
  let set: IncomingClaim['set'] | undefined;
  for (const [index, incoming] of incomingClaims.entries()) {
    const isOtherSet = set?.number !== incoming.set.number || incoming.set.place === 0;
    weight += weightOf(incoming, isOtherSet);
    characters += (incoming.content?.length ?? 0) + 4000;
    if (index > 0 && (weight > maxChangeSize || characters > maxCharacters))
      return { count: index, isFull: true };
    set = incoming.set;
  }
  return { count: incomingClaims.length, isFull: false };
}

function weightOf(incoming: IncomingClaim, isOtherSet: boolean): number {
  const { query, claim, opensBatch, set } = incoming;
  return (
    // Claim, content (alone or with its hash), number and an entry of the search index; another subscriber than the patient adds an
    // entry of the index, a correction its right to be sent, and the original with its audit entry.
    4 +
    (claim.patient === undefined ? 0 : 1) +
    (query.patient_control_number.length > 20 ? 1 : 0) +
    (isCorrection(claim.frequency ?? '') ? 3 : 0) +
    (opensBatch ? 3 : 0) +
    (isOtherSet ? 1 + (set.place === 0 ? 1 : 0) : 0)
  );
}
