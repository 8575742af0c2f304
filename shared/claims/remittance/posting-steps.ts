import type { ClaimPayment } from '#x12/835/types.ts';
import type { Effect, Steps } from '../answers/answer-run.ts';
import { isNumber } from '../answers/choose-claim.ts';
import type { FileRun } from '../applier.ts';
import { type Claim, providerOf } from '../claim.ts';
import { unpackJson } from '../content.ts';
import { type AppliedPayment, applyPayment } from './apply-payment.ts';
import { matchLines } from './match-lines.ts';
import { matchPayment, type PaymentMatch, payeeNumbers } from './match-payment.ts';
import type { Posting, PostingCounts, RemittanceRecord, StoredPayment } from './record.ts';
import type { RemittancePorts } from './store.ts';

/** How the stored claims of a remittance are posted, chunk by chunk. */
export function postingSteps(
  run: FileRun,
  ports: RemittancePorts,
): Steps<RemittanceRecord, StoredPayment, Posting> & { of(remittance: RemittanceRecord): void } {
  let open: RemittanceRecord | undefined;
  return {
    kind: '835',
    book: ports.remittances,
    claims: ports.claims,
    of(remittance) {
      open = remittance;
    },
    async prepare(payments) {
      if (open === undefined) throw new RangeError('No remittance is open');
      const remittance = open;
      const prepared = await preparePayments(ports, remittance, payments);
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

/** What could not be stored in full. */
const notPosted: AppliedPayment = { posting: { match: { result: 'unmatched' }, lines: [] } };

function effectOf(
  stored: StoredPayment,
  { posting, claim, change, further, event }: AppliedPayment,
  { remittances }: RemittancePorts,
  remittance: RemittanceRecord,
): Effect<Posting> {
  const { patient_control_number, remittance_id, number } = stored;
  const isKnown = posting.match.result !== 'unmatched' || stored.content === '';
  const waits = !isKnown && isNumber(patient_control_number);
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
  remittance: RemittanceRecord,
  stored: readonly StoredPayment[],
): Promise<ReadonlyMap<number, PreparedPayment>> {
  const payments = stored.filter(({ content }) => content !== '').map(paymentOf);
  const provider = payeeProvider(remittance);
  const known = await ports.claims.findByNumbers(
    payments.map(({ patientControlNumber: number }) => ({
      numbers: isNumber(number) ? [number] : [],
      ...(provider !== '' && { provider }),
    })),
  );
  const matches = await Promise.all(
    payments.map(async (payment, n) => {
      const byNumber = known[n]?.get(payment.patientControlNumber) ?? [];
      const isKnown = byNumber.length > 0 || !isNumber(payment.payerControlNumber);
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

function payeeProvider({ payee }: RemittanceRecord): string {
  const { npi, taxId } = payeeNumbers(payee);
  return providerOf({ billing_npi: npi ?? '', ...(taxId !== undefined && { tax_id: taxId }) });
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
