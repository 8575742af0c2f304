import { localDay } from '#calendar/time-zone.ts';
import type { ReferralLink } from '#commerce/referrals/contract.ts';
import { type ApiData, api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { Columns, Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import type { People, ProgramFigures } from './program-figures.ts';

const periods = ['month', 'year', 'all'] as const;

/** Figures of the program, the customers who share most, and the channels. */
export function OverviewView({ figures }: { readonly figures: Query<ProgramFigures> }) {
  const { currency } = useBrand();
  const words = texts.referrals;
  const { data, error } = figures;
  return (
    <div class="referral-view">
      {error !== undefined && !data && <Failure error={error} onRetry={() => void figures.refresh()} />}
      {(data !== undefined || error === undefined) && (
        <Figures>
          <Figure label={words.referred} value={data ? formatNumber(data.referredCount) : '…'} />
          <Figure label={words.earned} value={data ? formatMoney(data.earnedCents, currency) : '…'} />
          <Figure
            label={words.outstanding}
            value={data ? formatMoney(data.outstandingCents, currency) : '…'}
          />
        </Figures>
      )}
      <Columns>
        <TopSharers people={data?.people ?? {}} />
        <SharesByChannel />
      </Columns>
    </div>
  );
}

function TopSharers({ people }: { readonly people: People }) {
  const { id, currency, timeZone } = useBrand();
  const words = texts.referrals;
  const [period, setPeriod] = useAddressState<(typeof periods)[number]>('period', 'all');
  const day = localDay(new Date(), timeZone);
  const value = period === 'all' ? 'all' : day.slice(0, period === 'year' ? 4 : 7);
  const top = useQuery<ApiData<'GET /api/v1/referrals/leaderboard'>>(`referrals/top?period=${value}`, () =>
    api('GET /api/v1/referrals/leaderboard', { brand_id: id, period: value, limit: 20 }),
  );
  return (
    <Section
      title={words.top}
      kind="card"
      actions={
        <FilterChips
          label={words.period}
          options={periods.map((option) => ({ value: option, label: words.periods[option] }))}
          value={period}
          onChange={setPeriod}
        />
      }
    >
      {top.isLoading && <Loading rows={5} />}
      {top.error !== undefined && !top.data && (
        <Failure error={top.error} onRetry={() => void top.refresh()} />
      )}
      {top.data?.length === 0 && <Empty title={words.topEmpty} text={words.topEmptyText} icon="referral" />}
      {top.data && top.data.length > 0 && (
        <DataTable
          label={words.topLabel}
          rows={top.data}
          rowKey={({ customer_id }) => customer_id}
          columns={[
            { id: 'rank', label: words.topColumns.rank, cell: ({ rank }) => formatNumber(rank) },
            {
              id: 'customer',
              label: words.topColumns.customer,
              cell: ({ customer_id }) => <PersonLink id={customer_id} people={people} />,
            },
            {
              id: 'code',
              label: words.topColumns.code,
              cell: ({ referral_code }) => <code>{referral_code}</code>,
            },
            {
              id: 'count',
              label: words.topColumns.count,
              align: 'end',
              cell: ({ referral_count }) => formatNumber(referral_count),
            },
            {
              id: 'earned',
              label: words.topColumns.earned,
              align: 'end',
              cell: ({ earned_cents }) => formatMoney(earned_cents, currency),
            },
          ]}
        />
      )}
    </Section>
  );
}

function SharesByChannel() {
  const { id } = useBrand();
  const words = texts.referrals;
  const shares = useQuery('referrals/shares', async () => {
    const links: ReferralLink[] = [];
    for await (const link of api('GET /api/v1/referrals/shares', { brand_id: id, limit: 200 }))
      links.push(link);
    return links;
  });
  const rows = [...Map.groupBy(shares.data ?? [], ({ channel }) => channel)]
    .map(([channel, links]) => ({
      channel,
      shares: links.reduce((sum, { share_count }) => sum + share_count, 0),
      visitors: links.reduce((sum, { visitor_count }) => sum + visitor_count, 0),
    }))
    .sort((one, other) => other.visitors - one.visitors);
  return (
    <Section title={words.shares} kind="card">
      {shares.isLoading && <Loading rows={5} />}
      {shares.error !== undefined && !shares.data && (
        <Failure error={shares.error} onRetry={() => void shares.refresh()} />
      )}
      {shares.data?.length === 0 && <Empty title={words.sharesEmpty} icon="link" />}
      {rows.length > 0 && (
        <DataTable
          label={words.shares}
          rows={rows}
          rowKey={({ channel }) => channel}
          columns={[
            {
              id: 'channel',
              label: words.shareColumns.channel,
              cell: ({ channel }) => words.channels[channel],
            },
            {
              id: 'shares',
              label: words.shareColumns.shares,
              align: 'end',
              cell: (row) => formatNumber(row.shares),
            },
            {
              id: 'visitors',
              label: words.shareColumns.visitors,
              align: 'end',
              cell: ({ visitors }) => formatNumber(visitors),
            },
            {
              id: 'rate',
              label: words.shareColumns.rate,
              align: 'end',
              cell: (row) => (row.shares === 0 ? '' : formatNumber(row.visitors / row.shares, 1)),
            },
          ]}
        />
      )}
    </Section>
  );
}

/** A customer by the id that referrals use. Without a known contact it is an unnamed customer. */
export function PersonLink({
  id,
  people,
  unknown = texts.referrals.unknownCustomer,
}: {
  readonly id: string;
  readonly people: People;
  readonly unknown?: string | undefined;
}) {
  const person = people[id];
  return person ? <Link to={`/customers/${id}`}>{person.name}</Link> : <span>{unknown}</span>;
}
