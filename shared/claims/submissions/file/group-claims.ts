import type { Clearinghouse, PayerConfig } from '#contract/claims/configuration/records.ts';
import type { ProfessionalClaim, Transaction } from '#x12/837p/model/claim.ts';
import type { WritableClaim } from '#x12/837p/write/claims.ts';

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
export function groupClaims(
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
