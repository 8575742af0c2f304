import { type Claim, payerMayHave } from '../claims/claim.ts';
import { shareOfClaim, totalOf } from '../claims/patient-share.ts';

/** Claims with the same first day of service (else day of receipt), payer and billing provider. */
export interface Cohort {
  readonly day: string;
  readonly payer_id: string;
  readonly billing_npi: string;
}

/** Figures by name, without zeros; amounts are integer cents. Sums may exceed a double. */
export type Figures = ReadonlyMap<string, bigint>;

export const cohortOf = (
  claim: Pick<Claim, 'service_from' | 'received_at' | 'payer_id' | 'billing_npi'>,
): Cohort => ({
  day: claim.service_from ?? claim.received_at.slice(0, 10),
  payer_id: claim.payer_id,
  billing_npi: claim.billing_npi,
});

export const nameOfCohort = ({ day, payer_id, billing_npi }: Cohort): string =>
  JSON.stringify([day, payer_id, billing_npi]);

/** Upper ends of the classes of days to pay; a last class has the rest. */
export const daysToPayClasses = [7, 14, 30, 45, 60, 90] as const;

/**
 * What a claim counts for in reports: a function of its record. A change of a claim adds the difference to its cohort in its own
 * transaction, so the cohorts equal the sum over all claims at any time.
 *
 * - `n_<lane>`, `c_<lane>`: number and charge in its lane.
 * - `sent`, `clean`: an original claim that was sent; one that no 999, TA1 or 277CA rejected.
 * - `paid`, `paid_days`, `paid_<class>`: a first payment, and the days to it.
 * - `dn_<group>_<reason>`, `dc_…`, `do_…`: a claim that was denied for this reason, its amount, and what of it is open.
 * - `pr`, `pr_<reason>`: a claim with patient responsibility, and its amounts.
 */
export function figuresOf(claim: Claim): Figures {
  const figures = new Map<string, bigint>();
  const add = (name: string, value: number | bigint = 1) => {
    const sum = (figures.get(name) ?? 0n) + BigInt(value);
    if (sum === 0n) figures.delete(name);
    else figures.set(name, sum);
  };
  add(`n_${claim.lane}`);
  add(`c_${claim.lane}`, claim.total_charge);
  if (isFirstSubmission(claim)) {
    add('sent');
    if (claim.rejected_at === undefined && claim.payer_rejected_at === undefined) add('clean');
  }
  const days = daysToPay(claim);
  if (days !== undefined) {
    add('paid');
    add('paid_days', days);
    add(`paid_${daysToPayClasses.find((end) => days <= end) ?? 'more'}`);
  }
  for (const { group, reason, amount, open } of claim.denials ?? []) {
    add(`dn_${group}_${reason}`);
    add(`dc_${group}_${reason}`, amount);
    add(`do_${group}_${reason}`, open);
  }
  const share = shareOfClaim(claim);
  if (totalOf(share) !== 0) add('pr');
  for (const [reason, amount] of Object.entries(share)) add(`pr_${reason}`, amount);
  return figures;
}

const isFirstSubmission = (claim: Claim): boolean =>
  claim.frequency === '1' && claim.corrects === undefined && payerMayHave(claim);

/** Days from the submission, else the receipt, to the first payment; undefined for an unpaid claim. */
function daysToPay({ first_paid_on, submitted_at, received_at }: Claim): number | undefined {
  if (first_paid_on === undefined) return undefined;
  const from = Date.parse((submitted_at ?? received_at).slice(0, 10));
  return Math.max(0, Math.round((Date.parse(first_paid_on) - from) / 86_400_000));
}

/** The difference that a change of a claim makes, by cohort. `before` is absent for a new claim, `after` for a removed one. */
export function figureChanges(
  changes: readonly { readonly before?: Claim | undefined; readonly after?: Claim | undefined }[],
): readonly { readonly cohort: Cohort; readonly figures: Figures }[] {
  const byCohort = new Map<string, { readonly cohort: Cohort; readonly figures: Map<string, bigint> }>();
  const add = (claim: Claim, sign: bigint) => {
    const cohort = cohortOf(claim);
    const name = nameOfCohort(cohort);
    const sums = byCohort.get(name) ?? { cohort, figures: new Map<string, bigint>() };
    byCohort.set(name, sums);
    for (const [figure, value] of figuresOf(claim)) {
      const sum = (sums.figures.get(figure) ?? 0n) + sign * value;
      if (sum === 0n) sums.figures.delete(figure);
      else sums.figures.set(figure, sum);
    }
  };
  for (const { before, after } of changes) {
    if (before) add(before, -1n);
    if (after) add(after, 1n);
  }
  return [...byCohort.values()].filter(({ figures }) => figures.size > 0);
}
