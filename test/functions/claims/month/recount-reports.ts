// Figures of reports, counted from the raw items of the claims one by one.

import type { RawItem } from './raw-records.ts';

const lanes = [
  ...['draft', 'ready', 'held', 'submitted', 'accepted', 'rejected', 'payer_rejected'],
  ...['pending', 'paid', 'denied', 'underpaid', 'review', 'overdue'],
];

export interface ReportFilter {
  readonly payer_id?: string;
  readonly billing_npi?: string;
  readonly service_from?: string;
  readonly service_to?: string;
}

export const filtered = (claims: readonly RawItem[], filter: ReportFilter): readonly RawItem[] =>
  claims.filter(
    (claim) =>
      (filter.payer_id === undefined || claim.payer_id === filter.payer_id) &&
      (filter.billing_npi === undefined || claim.billing_npi === filter.billing_npi) &&
      (filter.service_from === undefined || claim.service_from >= filter.service_from) &&
      (filter.service_to === undefined || claim.service_from <= filter.service_to),
  );

const count = (claims: readonly RawItem[]) => claims.length;
export const cents = (claims: readonly RawItem[], field = 'total_charge'): number =>
  claims.reduce((sum, claim) => sum + (claim[field] ?? 0), 0);

const cell = (claims: readonly RawItem[]) => ({ count: count(claims), amount: cents(claims) / 100 });

function eachPayer<T>(
  claims: readonly RawItem[],
  row: (payer_id: string, own: readonly RawItem[]) => T[],
): T[] {
  const payers = [...new Set(claims.map(({ payer_id }) => payer_id))].toSorted();
  return payers.flatMap((payer) =>
    row(
      payer,
      claims.filter(({ payer_id }) => payer_id === payer),
    ),
  );
}

export const expectedLanes = (claims: readonly RawItem[]) =>
  lanes.map((lane) => ({ lane, ...cell(claims.filter((claim) => claim.lane === lane)) }));

const ages = { '0_30': 30, '31_60': 60, '61_90': 90, '91_120': 120, '121_plus': Number.POSITIVE_INFINITY };

export function expectedAging(claims: readonly RawItem[], today: string) {
  const daysOf = ({ service_from }: RawItem) => (Date.parse(today) - Date.parse(service_from)) / 86_400_000;
  return lanes.flatMap((lane) =>
    eachPayer(claims, (payer_id, of) => {
      const own = of.filter((claim) => claim.lane === lane);
      if (own.length === 0) return [];
      let from = Number.NEGATIVE_INFINITY;
      const classes = Object.entries(ages).map(([name, to]) => {
        const part = own.filter((claim) => daysOf(claim) > from && daysOf(claim) <= to);
        from = to;
        return [name, cell(part)];
      });
      return [{ lane, payer_id, ages: Object.fromEntries(classes), total: cell(own) }];
    }),
  );
}

/** Without texts, and without an order among equal amounts. */
export const expectedDenials = (claims: readonly RawItem[]) =>
  eachPayer(claims, (payer_id, own) => {
    const rows = new Map<string, { claims: number; cents: number; open: number }>();
    for (const { group, reason, amount, open } of own.flatMap(({ denials = [] }) => denials)) {
      const row = rows.get(`${group} ${reason}`) ?? { claims: 0, cents: 0, open: 0 };
      rows.set(`${group} ${reason}`, {
        ...{ claims: row.claims + 1, cents: row.cents + amount, open: row.open + open },
      });
    }
    return [...rows].map(([name, row]) => {
      const [group, reason] = name.split(' ');
      const amounts = { amount: row.cents / 100, open_amount: row.open / 100 };
      return { payer_id, group, reason, claims: row.claims, ...amounts };
    });
  });

const dayClasses = [
  ...[[0, 7] as const, [8, 14] as const, [15, 30] as const, [31, 45] as const, [46, 60] as const],
  ...[[61, 90] as const, [91, undefined] as const],
];

export const expectedDaysToPay = (claims: readonly RawItem[]) =>
  eachPayer(claims, (payer_id, of) => {
    const days = of.flatMap(({ first_paid_on, submitted_at, received_at }) => {
      if (first_paid_on === undefined) return [];
      const from = Date.parse((submitted_at ?? received_at).slice(0, 10));
      return Math.max(0, (Date.parse(first_paid_on) - from) / 86_400_000);
    });
    if (days.length === 0) return [];
    const all = days.reduce((sum, one) => sum + one, 0);
    const classes = dayClasses.map(([from, to]) => [
      `${from}_${to ?? 'plus'}`,
      days.filter((one) => one >= from && (to === undefined || one <= to)).length,
    ]);
    const average_days = Number((all / days.length + 1e-9).toFixed(1));
    return [{ payer_id, claims: days.length, average_days, classes: Object.fromEntries(classes) }];
  });

/** @param everSent ids of claims that a submission named */
export const expectedCleanClaims = (claims: readonly RawItem[], everSent: ReadonlySet<string>) =>
  eachPayer(claims, (payer_id, own) => {
    const sent = own.filter((claim) => everSent.has(claim.id) && claim.frequency === '1' && !claim.corrects);
    if (sent.length === 0) return [];
    const clean = sent.filter((claim) => !claim.rejected_at && !claim.payer_rejected_at).length;
    return [{ payer_id, sent: sent.length, clean, rate: Number((clean / sent.length + 1e-9).toFixed(4)) }];
  });
