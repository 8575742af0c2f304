import type { Clearinghouse, PayerConfig } from '#contract/claims/configuration/records.ts';
import type { ProfessionalClaim, Transaction } from '#x12/837p/model/claim.ts';
import type { WrittenClaim } from '#x12/837p/write/claim-set-writer.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';
import type { Batch, SetClaims } from '../../claim/batch.ts';
import { localTimeAsUtc } from './file-name.ts';

/** A claim to be sent: its record's id and what it says. */
export interface OutgoingClaim {
  readonly id: string;
  readonly content: ProfessionalClaim;
}

export interface OutgoingFileContext {
  readonly submissionId: string;
  readonly batchId: string;
  readonly controlNumber: number;
  readonly clearhouse: Clearinghouse;
  readonly config: Extract<PayerConfig, { transaction: '837P' }>;
  readonly now: Date;
}

/** Where a claim stands in its set; positions count segments, ST = 1. */
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
 * Writes claims as one 837P file of our own: envelopes, submitter and receiver are the configuration's, everything
 * else is what the claims say. Claims of one billing provider, subscriber and patient come to stand together.
 * Throws X12Error (`not_writable`) for a value that X12 cannot hold.
 */
export function composeFile(claims: readonly OutgoingClaim[], facts: OutgoingFileContext): ComposedFile {
  const { clearhouse, config, controlNumber } = facts;
  const { receiver } = config;
  const { trading_partner_id: sender, environment, file_name } = clearhouse;
  const moment = localTimeAsUtc(facts.now, file_name.time_zone);
  const drafts = arrange(claims, facts, moment);
  const ids = new Map(drafts.map(({ id, draft }) => [draft, id]));
  const placed: (PlacedClaim & { readonly reference: string })[] = [];
  const bytes = writeClaims(
    drafts.map(({ draft }) => draft),
    {
      senderQualifier: 'ZZ',
      sender,
      receiverQualifier: receiver.qualifier,
      receiver: receiver.id,
      moment,
      interchangeNumber: controlNumber,
      groupNumber: controlNumber,
      usage: environment === 'production' ? 'P' : 'T',
    },
    { onWritten: (written) => placed.push({ ...placeOf(written, ids), reference: written.batchId }) },
  );
  const batch: Batch = {
    id: facts.batchId,
    direction: 'sent',
    submission_id: facts.submissionId,
    interchange: {
      control_number: String(controlNumber).padStart(9, '0'),
      sender_qualifier: 'ZZ',
      sender,
      receiver_qualifier: receiver.qualifier,
      receiver: receiver.id,
      usage: environment === 'production' ? 'P' : 'T',
    },
    group: { control_number: String(controlNumber), sender, receiver: receiver.id, version: '005010X222A1' },
    at: facts.now.toISOString(),
  };
  return {
    bytes,
    claims: placed.map(({ reference, ...claim }) => claim),
    batch,
    sets: setsOf(facts.batchId, placed),
    reference: placed[0]?.reference ?? '',
  };
}

function placeOf(written: WrittenClaim, ids: ReadonlyMap<WritableClaim, string>): PlacedClaim {
  return {
    id: ids.get(written.claim) ?? '',
    set: String(written.set).padStart(4, '0'),
    patientControlNumber: written.claim.patientControlNumber,
    first: written.first,
    last: written.last,
    billing: written.billingLevel,
    subscriber: written.subscriberLevel,
    patient: written.patientLevel,
  };
}

/** Parties that say the same become one object, which is how the writer knows that claims share them. */
function arrange(claims: readonly OutgoingClaim[], facts: OutgoingFileContext, moment: Date) {
  const transactions = new Shared<WritableClaim['transaction']>();
  const providers = new Shared<WritableClaim['billingProvider']>();
  const subscribers = new Shared<WritableClaim['subscriber']>();
  const patients = new Shared<NonNullable<WritableClaim['patient']>>();
  const arranged = claims.map(({ id, content }) => {
    const transaction = transactions.same(transactionOf(content.transaction, facts, moment));
    const billingProvider = providers.same(content.billingProvider);
    const subscriber = subscribers.same(content.subscriber);
    const patient = content.patient && patients.same(content.patient);
    const draft: WritableClaim = {
      ...content,
      transaction: transaction.value,
      billingProvider: billingProvider.value,
      subscriber: subscriber.value,
      patient: patient?.value,
    };
    const order = [transaction.place, billingProvider.place, subscriber.place, patient?.place ?? -1];
    return { id, draft, order };
  });
  return arranged.toSorted((a, b) => {
    const differing = a.order.findIndex((place, level) => place !== b.order[level]);
    return differing < 0 ? 0 : (a.order[differing] ?? 0) - (b.order[differing] ?? 0);
  });
}

/** Equal values as one object, with the place at which it came first. */
class Shared<T extends object> {
  private readonly known = new Map<string, { readonly value: T; readonly place: number }>();

  same(value: T): { readonly value: T; readonly place: number } {
    // Where a party stood in the file that it came in makes no difference.
    const key = JSON.stringify(value, (name, part) => (name.endsWith('osition') ? undefined : part));
    const known = this.known.get(key) ?? { value, place: this.known.size };
    this.known.set(key, known);
    return known;
  }
}

/** BHT03 is unique (TR3): the control number, and a letter for each kind of transaction in the file. */
function transactionOf(
  { kind }: Transaction,
  { clearhouse, config, controlNumber }: OutgoingFileContext,
  moment: Date,
): WritableClaim['transaction'] {
  const { submitter, trading_partner_id } = clearhouse;
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

/** Claims in one item of a set's record: well below DynamoDB's 400 kB. */
const claimsInPart = 1000;

function setsOf(
  batchId: string,
  placed: readonly (PlacedClaim & { readonly reference: string })[],
): SetClaims[] {
  return [...Map.groupBy(placed, ({ set }) => set)].flatMap(([set, claims]) =>
    Array.from({ length: Math.ceil(claims.length / claimsInPart) }, (_, part): SetClaims => {
      const first = part * claimsInPart;
      return {
        batch_id: batchId,
        set,
        reference: claims[0]?.reference ?? '',
        first,
        claims: claims.slice(first, first + claimsInPart).map((claim) => ({
          claim_id: claim.id,
          patient_control_number: claim.patientControlNumber,
          at: claim.first,
          billing: claim.billing,
          subscriber: claim.subscriber,
          ...(claim.patient !== undefined && { patient: claim.patient }),
        })),
      };
    }),
  );
}
