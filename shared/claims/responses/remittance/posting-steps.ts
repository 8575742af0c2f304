import type { ClaimPayment } from '#x12/835/types.ts';
import { billingProviderId, type Claim } from '../../claim/claim.ts';
import { unpackJson } from '../../claim/claim-content.ts';
import type { FileRun } from '../../files/file-run.ts';
import type { Effect, Steps } from '../engine/answer-run.ts';
import { isUsableNumber } from '../engine/narrow-claims.ts';
import { type AppliedPayment, applyPayment, mostAmbiguous } from './apply-payment.ts';
import { matchLines } from './match-lines.ts';
import { matchPayment, type PaymentMatch, payeeNumbers } from './match-payment.ts';
import type { RemittancePorts } from './store.ts';
import type { Posting, PostingCounts, StoredPayment, StoredRemittance } from './stored-remittance.ts';

/** Steps that look up the claims of many payments at once. */
export interface PostingSteps extends Steps<StoredRemittance, StoredPayment, Posting> {
  of(remittance: StoredRemittance): void;
  /**
   * Looks up what payments are about that are posted next.
   *
   * @returns the same payments in their order, cut into lists that fit into one transaction each
   */
  lookAhead(payments: readonly StoredPayment[]): Promise<readonly (readonly StoredPayment[])[]>;
}

/** How the stored claims of a remittance are posted, chunk by chunk. */
export function postingSteps(run: FileRun, ports: RemittancePorts): PostingSteps {
  let open: StoredRemittance | undefined;
  let ahead = new Map<number, PreparedPayment>();

  /** What was looked up ahead serves once: after a change of claims it is of the past. */
  async function takePrepared(
    remittance: StoredRemittance,
    payments: readonly StoredPayment[],
  ): Promise<ReadonlyMap<number, PreparedPayment>> {
    const isKnown = payments.every(({ number, content }) => ahead.has(number) || content === '');
    if (!isKnown) return preparePayments(ports, remittance, payments);
    const prepared = new Map<number, PreparedPayment>();
    for (const { number } of payments) {
      const known = ahead.get(number);
      if (known !== undefined) prepared.set(number, known);
      ahead.delete(number);
    }
    return prepared;
  }

  return {
    kind: '835',
    book: ports.remittances,
    claims: ports.claims,
    of(remittance) {
      open = remittance;
      ahead = new Map();
    },
    async lookAhead(payments) {
      if (open === undefined) throw new RangeError('No remittance is open');
      ahead = new Map(await preparePayments(ports, open, payments));
      return cut(payments, ({ number }) => weightOf(ahead.get(number)));
    },
    async prepare(payments) {
      if (open === undefined) throw new RangeError('No remittance is open');
      const remittance = open;
      const prepared = await takePrepared(remittance, payments);
      return (stored, current): Effect<Posting> => {
        const facts = { remittance, actor: run.actor, now: run.now(), at: remittance.received_at };
        const applied = prepared.get(stored.number)?.apply(facts, current) ?? notPosted;
        return effectOf(stored, applied, ports, remittance);
      };
    },
    tally: (remittance, postings) => ({
      ...remittance,
      counts: postings.reduce((counts, posting) => plus(counts, countsOf(posting), 1), remittance.counts),
    }),
  };
}

/** What {@link maxChangeSize} leaves beside the remittance and the figures of all lanes. */
const mostPosted = 84;

/**
 * Entry, claim, event, the payer's number and the posting; of one that fits several claims an entry and a claim for
 * each; of one without a claim what waits for it.
 */
function weightOf(prepared: PreparedPayment | undefined): number {
  switch (prepared?.match.result) {
    case 'matched':
      return 5;
    case 'ambiguous':
      return 1 + 2 * Math.min(prepared.match.claims.length, mostAmbiguous);
    default:
      return 3;
  }
}

/** In their order, as many in each list as weigh no more than {@link mostPosted}. */
function cut(
  payments: readonly StoredPayment[],
  weigh: (payment: StoredPayment) => number,
): readonly (readonly StoredPayment[])[] {
  const lists: StoredPayment[][] = [];
  let weight = mostPosted;
  for (const payment of payments) {
    weight += weigh(payment);
    if (weight > mostPosted) {
      lists.push([]);
      weight = weigh(payment);
    }
    lists.at(-1)?.push(payment);
  }
  return lists;
}

/** What could not be stored in full. */
const notPosted: AppliedPayment = { posting: { match: { result: 'unmatched' }, lines: [] } };

function effectOf(
  stored: StoredPayment,
  { posting, claim, change, further, event }: AppliedPayment,
  { remittances }: RemittancePorts,
  remittance: StoredRemittance,
): Effect<Posting> {
  const { patient_control_number, remittance_id, number } = stored;
  const isKnown = posting.match.result !== 'unmatched' || stored.content === '';
  const waits = !isKnown && isUsableNumber(patient_control_number);
  const provider = payeeProvider(remittance);
  const awaited = { patient_control_number, remittance_id, number, ...(provider !== '' && { provider }) };
  return {
    ...(claim && { claim }),
    change,
    ...(further && { further }),
    ...(event && { event }),
    actions: [
      remittances.putPosting(stored, posting),
      ...(waits ? remittances.awaitClaim(awaited, remittance.received_at) : []),
    ],
    result: posting,
    isMatched: posting.match.result === 'matched',
  };
}

/** A claim of a remittance whose match is known. */
export interface PreparedPayment {
  readonly match: PaymentMatch;
  apply(facts: Parameters<typeof applyPayment>[3], current: (claim: Claim) => Claim): AppliedPayment;
}

/** Looks up the claims, and their lines, that payments are about; by number of the payment. */
export async function preparePayments(
  ports: RemittancePorts,
  remittance: StoredRemittance,
  stored: readonly StoredPayment[],
): Promise<ReadonlyMap<number, PreparedPayment>> {
  const payments = stored.filter(({ content }) => content !== '').map(paymentOf);
  const provider = payeeProvider(remittance);
  const known = await ports.claims.findByNumbers(
    payments.map(({ patientControlNumber: number }) => ({
      numbers: isUsableNumber(number) ? [number] : [],
      ...(provider !== '' && { provider }),
    })),
  );
  const matches = await Promise.all(
    payments.map(async (payment, n) => {
      const byNumber = known[n]?.get(payment.patientControlNumber) ?? [];
      const isKnown = byNumber.length > 0 || !isUsableNumber(payment.payerControlNumber);
      const byPayerControl = isKnown ? [] : await ports.claims.findByPayerControl(payment.payerControlNumber);
      return matchPayment(payment, remittance, { byNumber, byPayerControl });
    }),
  );
  const ids = matches.flatMap((match) => (match.result === 'matched' ? [match.claim.id] : []));
  const billed = await ports.findLines([...new Set(ids)]);
  return new Map(
    payments.map((payment, n) => {
      const match = matches[n] ?? { result: 'unmatched' };
      const own = match.result === 'matched' ? billed.get(match.claim.id) : undefined;
      const lines = own === undefined ? [] : matchLines(payment.lines, own);
      return [
        payment.number,
        { match, apply: (facts, current) => applyPayment(payment, match, lines, facts, current) },
      ];
    }),
  );
}

function payeeProvider({ payee }: StoredRemittance): string {
  const { npi, taxId } = payeeNumbers(payee);
  return billingProviderId({ billing_npi: npi ?? '', ...(taxId !== undefined && { tax_id: taxId }) });
}

const paymentOf = ({ content }: StoredPayment): ClaimPayment => unpackJson<ClaimPayment>(content);

/** What a posting counts as. */
export function countsOf({ match, outcome, held }: Posting): Partial<PostingCounts> {
  if (match.result !== 'matched') return { [match.result]: 1 };
  if (held !== undefined) return { matched: 1, held: 1 };
  const isOther = outcome === undefined || outcome === 'estimate' || outcome === 'forwarded';
  return { matched: 1, [isOther ? 'other' : outcome]: 1 };
}

function plus(counts: PostingCounts, more: Partial<PostingCounts>, sign: 1 | -1): PostingCounts {
  const of = (name: keyof PostingCounts) => counts[name] + sign * (more[name] ?? 0);
  return {
    matched: of('matched'),
    unmatched: of('unmatched'),
    ambiguous: of('ambiguous'),
    held: of('held'),
    paid: of('paid'),
    denied: of('denied'),
    underpaid: of('underpaid'),
    reversed: of('reversed'),
    other: of('other'),
  };
}
