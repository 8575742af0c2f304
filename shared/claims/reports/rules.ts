import { lanes } from '#claims/claims/lifecycle.ts';
import type { PatientShare } from '#claims/claims/patient-share.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import { adjustmentReasonText } from '#x12/codes/adjustment-reason-texts.ts';
import { type Cohort, daysToPayClasses } from './claim-figures.ts';
import {
  type AgingRow,
  agingClasses,
  type CleanClaimsRow,
  type DaysToPayRow,
  type DenialRow,
} from './contract.ts';

/** A stored cohort. Amounts are cents as doubles, exact up to 90 trillion dollars. */
export interface CohortFigures extends Cohort {
  readonly figures: Readonly<Record<string, number>>;
}

const agingEnds = [30, 60, 90, 120] as const;

/** Rows with claims, in the order of the lanes. */
export function agingReport(cohorts: readonly CohortFigures[], today: string): AgingRow[] {
  return lanes.flatMap((lane) =>
    byPayer(cohorts).flatMap(([payer_id, own]) => {
      const ages = agingClasses.map(() => ({ count: 0, cents: 0 }));
      for (const { day, figures } of own) {
        const days = (Date.parse(today) - Date.parse(day)) / 86_400_000;
        const place = agingEnds.findIndex((end) => days <= end);
        const age = ages[place < 0 ? agingEnds.length : place];
        if (age === undefined) continue;
        age.count += figures[`n_${lane}`] ?? 0;
        age.cents += figures[`c_${lane}`] ?? 0;
      }
      const total = ages.reduce((sum, { count, cents }) => ({
        count: sum.count + count,
        cents: sum.cents + cents,
      }));
      if (total.count === 0) return [];
      const classes = ages.map((age, n) => [agingClasses[n], cellOf(age)] as const);
      return [
        { lane, payer_id, ages: Object.fromEntries(classes) as AgingRow['ages'], total: cellOf(total) },
      ];
    }),
  );
}

/** Number and charges of the claims in a lane, in integer cents. */
export function laneFiguresOf(cohorts: readonly CohortFigures[], lane: string) {
  let [count, cents] = [0, 0];
  for (const { figures } of cohorts) {
    count += figures[`n_${lane}`] ?? 0;
    cents += figures[`c_${lane}`] ?? 0;
  }
  return { count, cents };
}

const cellOf = ({ count, cents }: { readonly count: number; readonly cents: number }) => ({
  count,
  amount: cents / 100,
});

const denialName = /^dn_([^_]+)_(.+)$/;

export function denialsReport(cohorts: readonly CohortFigures[]): DenialRow[] {
  const rows = byPayer(cohorts).flatMap(([payer_id, own]) => {
    const sums = sumOf(own);
    return Object.entries(sums).flatMap(([name, claims]) => {
      const [, group, reason] = denialName.exec(name) ?? [];
      if (group === undefined || reason === undefined || claims === 0) return [];
      const text = adjustmentReasonText(reason);
      const cents = sums[`dc_${group}_${reason}`] ?? 0;
      const open = sums[`do_${group}_${reason}`] ?? 0;
      const facts = { payer_id, group, reason, claims, amount: cents / 100, open_amount: open / 100 };
      return [text === undefined ? facts : { ...facts, text }];
    });
  });
  return rows.toSorted((a, b) => b.amount - a.amount);
}

export function daysToPayReport(cohorts: readonly CohortFigures[]): DaysToPayRow[] {
  return byPayer(cohorts).flatMap(([payer_id, own]) => {
    const sum = sumOf(own);
    const claims = sum['paid'] ?? 0;
    if (claims === 0) return [];
    const starts = [0, ...daysToPayClasses.map((end) => end + 1)];
    const classes = [...daysToPayClasses, undefined].map(
      (end, n) => [`${starts[n]}_${end ?? 'plus'}`, sum[`paid_${end ?? 'more'}`] ?? 0] as const,
    );
    const average_days = Math.round((10 * (sum['paid_days'] ?? 0)) / claims) / 10;
    return [{ payer_id, claims, average_days, classes: Object.fromEntries(classes) }];
  });
}

export function cleanClaimsReport(cohorts: readonly CohortFigures[]): CleanClaimsRow[] {
  return byPayer(cohorts).flatMap(([payer_id, own]) => {
    const { sent = 0, clean = 0 } = sumOf(own);
    return sent === 0 ? [] : [{ payer_id, sent, clean, rate: Math.round((10_000 * clean) / sent) / 10_000 }];
  });
}

/** Number of claims with patient responsibility, and their sum by reason, in cents. */
export function patientShareOf(cohorts: readonly CohortFigures[]): {
  readonly claims: number;
  readonly share: PatientShare;
} {
  const { pr = 0, pr_deductible = 0, pr_coinsurance = 0, pr_copay = 0, pr_other = 0 } = sumOf(cohorts);
  const share = {
    ...{ deductible: pr_deductible, coinsurance: pr_coinsurance },
    ...{ copay: pr_copay, other: pr_other },
  };
  return { claims: pr, share };
}

function byPayer(
  cohorts: readonly CohortFigures[],
): readonly (readonly [string, readonly CohortFigures[]])[] {
  const groups = Map.groupBy(cohorts, ({ payer_id }) => payer_id);
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function sumOf(cohorts: readonly CohortFigures[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { figures } of cohorts) {
    for (const [name, value] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}

export const agingCsv: CsvColumns<AgingRow> = {
  name: 'aging',
  columns: [
    ...membersOf<AgingRow>('lane', 'payer_id'),
    ...agingClasses.flatMap((age): CsvColumns<AgingRow>['columns'] => [
      [`count_${age}`, ({ ages }) => ages[age].count],
      [`amount_${age}`, ({ ages }) => ages[age].amount],
    ]),
    ['count', ({ total }) => total.count],
    ['amount', ({ total }) => total.amount],
  ],
};

export const denialsCsv: CsvColumns<DenialRow> = {
  name: 'denials',
  columns: membersOf<DenialRow>('payer_id', 'group', 'reason', 'text', 'claims', 'amount', 'open_amount'),
};

const starts = [0, ...daysToPayClasses.map((end) => end + 1)];

export const daysToPayCsv: CsvColumns<DaysToPayRow> = {
  name: 'days-to-pay',
  columns: [
    ...membersOf<DaysToPayRow>('payer_id', 'claims', 'average_days'),
    ...[...daysToPayClasses, 'plus'].map((end, n): CsvColumns<DaysToPayRow>['columns'][number] => {
      const name = `${starts[n]}_${end}`;
      return [`days_${name}`, ({ classes }) => classes[name]];
    }),
  ],
};

export const cleanClaimsCsv: CsvColumns<CleanClaimsRow> = {
  name: 'clean-claims',
  columns: membersOf<CleanClaimsRow>('payer_id', 'sent', 'clean', 'rate'),
};
