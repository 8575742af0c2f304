import {
  type AgingRow,
  agingClasses,
  type CleanClaimsRow,
  type DaysToPayRow,
  type DenialRow,
} from '#contract/claims/reports.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import { daysToPayClasses } from '../reports/claim-figures.ts';

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
