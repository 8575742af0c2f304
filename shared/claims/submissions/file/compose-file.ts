import { wallClock } from '#calendar/time-zone.ts';
import type { WrittenClaim } from '#x12/837p/write/claim-set-writer.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';
import { chunksOf } from '../../chunks.ts';
import type { Batch, SetClaims } from '../../claim/batch.ts';
import { groupClaims, type OutgoingClaim, type OutgoingFileContext } from './group-claims.ts';

/** The place of a claim in its set. Positions count segments; ST = 1. */
export interface PlacedClaim {
  readonly id: string;
  readonly set: string;
  readonly patientControlNumber: string;
  readonly first: number;
  readonly last: number;
  readonly billing: number;
  readonly subscriber: number;
  readonly patient: number | undefined;
}

export interface ComposedFile {
  readonly bytes: Buffer;
  /** In the order of the file. */
  readonly claims: readonly PlacedClaim[];
  readonly batch: Batch;
  readonly sets: readonly SetClaims[];
  /** BHT03 of the first set. */
  readonly reference: string;
}

/**
 * Writes claims as one 837P file. Envelopes, submitter and receiver come from the configuration, everything else from
 * the claims. Claims of the same billing provider, subscriber and patient are grouped.
 *
 * @param texts `to_send`: without the usual separators, because many payers accept no others. `as_given`: unchanged
 * @throws X12Error `not_writable` for a value that X12 cannot hold
 */
export function composeFile(
  claims: readonly OutgoingClaim[],
  context: OutgoingFileContext,
  texts: 'to_send' | 'as_given' = 'to_send',
): ComposedFile {
  const { clearinghouse, config, controlNumber, batchId, submissionId, now } = context;
  const { receiver } = config;
  const { trading_partner_id: sender, environment, file_name } = clearinghouse;
  const usage = environment === 'production' ? 'P' : 'T';
  const moment = wallClock(now, file_name.time_zone);
  const grouped = groupClaims(claims, context, moment);
  const ids = new Map(grouped.map(({ id, claim }) => [claim, id]));
  const placed: WrittenPlace[] = [];
  const bytes = writeClaims(
    grouped.map(({ claim }) => claim),
    {
      senderQualifier: 'ZZ',
      sender,
      receiverQualifier: receiver.qualifier,
      receiver: receiver.id,
      moment,
      interchangeNumber: controlNumber,
      groupNumber: controlNumber,
      usage,
    },
    { replacesSeparators: texts === 'to_send', onWritten: (written) => placed.push(placeOf(written, ids)) },
  );
  const batch: Batch = {
    id: batchId,
    direction: 'sent',
    submission_id: submissionId,
    interchange: {
      control_number: String(controlNumber).padStart(9, '0'),
      sender_qualifier: 'ZZ',
      sender,
      receiver_qualifier: receiver.qualifier,
      receiver: receiver.id,
      usage,
    },
    group: { control_number: String(controlNumber), sender, receiver: receiver.id, version: '005010X222A1' },
    at: now.toISOString(),
  };
  return {
    bytes,
    claims: placed.map(({ reference, ...claim }) => claim),
    batch,
    sets: setsOf(batchId, placed),
    reference: placed[0]?.reference ?? '',
  };
}

/** The place of a claim, with BHT03 of its set. */
type WrittenPlace = PlacedClaim & { readonly reference: string };

function placeOf(written: WrittenClaim, ids: ReadonlyMap<WritableClaim, string>): WrittenPlace {
  return {
    id: ids.get(written.claim) ?? '',
    set: String(written.set).padStart(4, '0'),
    reference: written.batchId,
    patientControlNumber: written.claim.patientControlNumber,
    first: written.first,
    last: written.last,
    billing: written.billingLevel,
    subscriber: written.subscriberLevel,
    patient: written.patientLevel,
  };
}

/** Maximum claims of one stored part, because DynamoDB limits items to 400 kB. */
const claimsPerPart = 1000;

function setsOf(batchId: string, placed: readonly WrittenPlace[]): SetClaims[] {
  return [...Map.groupBy(placed, ({ set }) => set)].flatMap(([set, claims]) =>
    chunksOf(claims, claimsPerPart).map((some, part) => ({
      batch_id: batchId,
      set,
      reference: claims[0]?.reference ?? '',
      first: part * claimsPerPart,
      claims: some.map((claim) => ({
        claim_id: claim.id,
        patient_control_number: claim.patientControlNumber,
        at: claim.first,
        billing: claim.billing,
        subscriber: claim.subscriber,
        ...(claim.patient !== undefined && { patient: claim.patient }),
      })),
    })),
  );
}
