import type * as z from 'zod';
import { foldedNumber } from '#claims/claims/batch.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { isUsableNumber } from '#claims/files/claim-lookup.ts';
import type { failedCriterion } from '#claims/files/response-fields.ts';
import type { ClaimPayment } from '#x12/835/model.ts';
import type { StoredRemittance } from './stored-remittance.ts';

/** Whether two sides agree; `unknown` where one has no value. */
export type Agreement = 'agrees' | 'differs' | 'unknown';

export type Criterion = z.output<typeof failedCriterion>;

export type Evidence = Readonly<Record<Criterion, Agreement>>;

type Payment = Omit<ClaimPayment, 'position'>;

export type PayerAndPayee = Pick<StoredRemittance, 'payer' | 'payee'> & {
  readonly payment: Pick<StoredRemittance['payment'], 'originator'>;
};

/** NPIs and tax ids of the billing providers of the office. */
export interface OfficeProviders {
  readonly npis: ReadonlySet<string>;
  readonly taxIds: ReadonlySet<string>;
}

export function evidenceOf(
  payment: Payment,
  { payer, payee, payment: transfer }: PayerAndPayee,
  claim: Claim,
  office: OfficeProviders,
): Evidence {
  return {
    payee: payeeAgreement(payment, payee, claim, office),
    patient: patientAgreement(payment, claim),
    amount: amountAgreement(payment, claim),
    dates: daysAgreement(serviceDates(payment), claim),
    payer: payerAgreement([payer.id, transfer.originator], claim),
  };
}

/** The payer by N104 or REF*2U, and by TRN03: the payer of the claim, or one that has given it a number or decided about it. */
function payerAgreement(
  ids: readonly (string | undefined)[],
  { payer_id, facts = [] }: Pick<Claim, 'payer_id' | 'facts'>,
): Agreement {
  const answered = facts.flatMap((fact) => {
    if (fact.fact === 'adjudication') return [fact.payer.id, fact.payer.originator];
    // The sender of a 277CA is its entity and id.
    return fact.fact === 'answer' && fact.payer_number ? [fact.sender.replace(/^[^:]*:/, '')] : [];
  });
  return any([payer_id, ...answered].flatMap((own) => ids.map((id) => compared(id, own, isSameNumber))));
}

/**
 * The criteria for which a payment is not for a claim with its number; empty if it is. Another payee never is. Of patient, amount
 * and dates one must agree, unless nothing is known of any. Many patients have one day or one charge, so for another patient neither
 * may differ. A number of the payer alone is weaker evidence, so the payer must agree too.
 */
export function failedCriteria(
  evidence: Evidence,
  by: 'patient_control_number' | 'payer_control_number',
): readonly Criterion[] {
  if (evidence.payee === 'differs') return ['payee'];
  const facts = ['patient', 'amount', 'dates'] as const;
  const differing = facts.filter((name) => evidence[name] === 'differs');
  const isOther = evidence.patient === 'differs' && differing.length > 1;
  const isShown = !isOther && facts.some((name) => evidence[name] === 'agrees');
  const unshown = isShown ? [] : differing;
  const isOtherPayer = by === 'payer_control_number' && evidence.payer !== 'agrees';
  return isOtherPayer ? [...unshown, 'payer'] : unshown;
}

/** Compares the values of both sides. */
export const compared = (
  one: string | undefined,
  other: string | undefined,
  agree: (one: string, other: string) => boolean,
): Agreement => {
  if (!one || !other) return 'unknown';
  return agree(one, other) ? 'agrees' : 'differs';
};

/** Without regard to letter case, blanks and leading zeros. */
export const isSameNumber = (one: string, other: string): boolean =>
  foldedNumber(one) === foldedNumber(other);

/** The payee is the provider of the claim, or one of the office: by NPI (N104, TS301) or tax id (N104, REF*TJ). */
function payeeAgreement(
  { header }: Payment,
  { id_qualifier, id, tax_id }: StoredRemittance['payee'],
  { billing_npi, tax_id: ownTaxId }: Claim,
  { npis, taxIds }: OfficeProviders,
): Agreement {
  const stated = [id_qualifier === 'XX' ? id : undefined, header?.summary?.provider].filter(isUsableNumber);
  const knownNpis = new Set([...npis, ...(billing_npi === '' ? [] : [billing_npi])]);
  const knownTaxIds = new Set([...taxIds, ...(ownTaxId === undefined ? [] : [ownTaxId])].map(digits));
  const isOurs =
    stated.some((npi) => knownNpis.has(npi)) || (tax_id !== undefined && knownTaxIds.has(digits(tax_id)));
  if (isOurs) return 'agrees';
  const isComparable =
    (stated.length > 0 && knownNpis.size > 0) || (isUsableNumber(tax_id) && knownTaxIds.size > 0);
  return isComparable ? 'differs' : 'unknown';
}

const digits = (id: string): string => id.replaceAll(/[^0-9A-Z]/gi, '');

function patientAgreement(
  { patient, insured, correctedInsured }: Payment,
  { member_id, patient_name, member_name }: Claim,
): Agreement {
  const parties = [patient, insured, correctedInsured].flatMap((party) => party ?? []);
  const ids = parties.map(({ id }) => compared(isUsableNumber(id) ? id : undefined, member_id, isSameNumber));
  const names = parties.map(({ lastName, firstName }) => {
    const name = [lastName, firstName].filter((part) => part).join(', ');
    const known = [patient_name, member_name].map((one) => compared(name, one, isLikeName));
    return any(known);
  });
  return any([...ids, ...names]);
}

/** Agrees if one does, differs if at least one could be compared. */
function any(all: readonly Agreement[]): Agreement {
  if (all.includes('agrees')) return 'agrees';
  return all.includes('differs') ? 'differs' : 'unknown';
}

export const isSameName = (one: string, other: string): boolean => letters(one) === letters(other);

/** Payers cut names off, and add the middle name to the first. */
function isLikeName(one: string, other: string): boolean {
  const [parts, others] = [letters(one).split(','), letters(other).split(',')];
  const isLike = (a: string, b: string): boolean => {
    const [short = '', long = ''] = [a, b].toSorted((x, y) => x.length - y.length);
    return short === long || (short.length >= shortestCut && long.startsWith(short));
  };
  return parts.length === others.length && parts.every((part, n) => isLike(part, others[n] ?? ''));
}

const shortestCut = 4;

const letters = (name: string): string => name.toUpperCase().replace(/[^\p{L},]/gu, '');

/** The whole charge, or a part of it whose procedures the claim has: payers split claims. */
function amountAgreement({ charge, lines }: Payment, { total_charge, procedures = [] }: Claim): Agreement {
  const size = Math.abs(charge);
  if (size === total_charge) return 'agrees';
  const isPart =
    size < total_charge &&
    lines.length > 0 &&
    lines.every(({ procedure, billedProcedure }) => procedures.includes((billedProcedure ?? procedure).code));
  return isPart ? 'agrees' : 'differs';
}

/** Whether days of service overlap. */
export function daysAgreement(
  { from, to = from }: { readonly from: string | undefined; readonly to: string | undefined },
  { service_from, service_to = service_from }: Pick<Claim, 'service_from' | 'service_to'>,
): Agreement {
  if (!from || !to || !service_from || !service_to) return 'unknown';
  return from <= service_to && to >= service_from ? 'agrees' : 'differs';
}

/** Dates of the lines, else of the statement. */
export function serviceDates({ lines, statementFrom, statementTo }: Payment) {
  const days = lines.flatMap(({ serviceDate, serviceDateEnd }) => [serviceDate, serviceDateEnd]);
  const known = days.filter((day) => day !== undefined).toSorted();
  return { from: known[0] ?? statementFrom, to: known.at(-1) ?? statementTo };
}
