import { wallClock } from '#calendar/time-zone.ts';
import { chunksOf } from '#claims/chunks.ts';
import type { Batch, SetClaims } from '#claims/claims/batch.ts';
import type { Clearinghouse, PayerConfig } from '#claims/configuration/contract.ts';
import type { ProfessionalClaim, Transaction } from '#x12/837p/model/claim.ts';
import type { WrittenClaim } from '#x12/837p/write/claim-set-writer.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';

/** A claim to be sent: the id of its record, and its typed content. */
export interface OutgoingClaim {
  readonly id: string;
  readonly content: ProfessionalClaim;
}

export interface OutgoingFileContext {
  readonly submissionId: string;
  readonly batchId: string;
  readonly controlNumber: number;
  readonly clearinghouse: Clearinghouse;
  readonly config: Extract<PayerConfig, { transaction: '837P' }>;
  readonly now: Date;
}

export interface GroupedClaim {
  readonly id: string;
  readonly claim: WritableClaim;
}

/**
 * Orders claims by transaction, billing provider, subscriber and patient, in the order in which each first occurs. Equal
 * parties become one object, which shows the writer that claims share them.
 */
function groupClaims(
  claims: readonly OutgoingClaim[],
  context: OutgoingFileContext,
  moment: Date,
): readonly GroupedClaim[] {
  const transactions = new DistinctValues<WritableClaim['transaction']>();
  const providers = new DistinctValues<WritableClaim['billingProvider']>();
  const subscribers = new DistinctValues<WritableClaim['subscriber']>();
  const patients = new DistinctValues<NonNullable<WritableClaim['patient']>>();
  const grouped = claims.map(({ id, content }) => {
    const transaction = transactions.add(transactionOf(content.transaction, context, moment));
    const billingProvider = providers.add(content.billingProvider);
    const subscriber = subscribers.add(content.subscriber);
    const patient = content.patient && patients.add(content.patient);
    const claim: WritableClaim = {
      ...content,
      transaction: transaction.value,
      billingProvider: billingProvider.value,
      subscriber: subscriber.value,
      patient: patient?.value,
    };
    const order = [transaction.place, billingProvider.place, subscriber.place, patient?.place ?? -1];
    return { id, claim, order };
  });
  return grouped.toSorted((a, b) => {
    const differing = a.order.findIndex((place, level) => place !== b.order[level]);
    return differing < 0 ? 0 : (a.order[differing] ?? 0) - (b.order[differing] ?? 0);
  });
}

/** Replaces equal values with one object, and numbers them by first occurrence. */
class DistinctValues<T extends object> {
  private readonly known = new Map<string, { readonly value: T; readonly place: number }>();

  add(value: T): { readonly value: T; readonly place: number } {
    // The position of a party in its original file makes no difference.
    const key = JSON.stringify(value, (name, part) => (name.endsWith('osition') ? undefined : part));
    const known = this.known.get(key) ?? { value, place: this.known.size };
    this.known.set(key, known);
    return known;
  }
}

/** BHT03 is unique (TR3): the control number, and a letter for each kind of transaction in the file. */
function transactionOf(
  { kind }: Transaction,
  { clearinghouse, config, controlNumber }: OutgoingFileContext,
  moment: Date,
): WritableClaim['transaction'] {
  const { submitter, trading_partner_id } = clearinghouse;
  const at = moment.toISOString();
  return {
    purpose: '00',
    batchId: `${kind}${String(controlNumber).padStart(9, '0')}`,
    date: at.slice(0, 10),
    time: at.slice(11, 16).replace(':', ''),
    kind,
    submitter: {
      role: '41',
      entityType: '2',
      lastName: submitter.name,
      idQualifier: '46',
      id: trading_partner_id,
      contacts: [
        { name: submitter.contact.name, numbers: [{ qualifier: 'TE', number: submitter.contact.phone }] },
      ],
    },
    receiver: {
      role: '40',
      entityType: '2',
      lastName: config.receiver.name,
      idQualifier: '46',
      id: config.receiver.id,
    },
  };
}

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
