import { addDays, type Day, mondayOf } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import { intervals } from '#commerce/reports/analytics-reply.ts';
import type { PickedStop } from '#commerce/stops/contract.ts';
import { Link } from '#web/app/router.ts';
import { LinkButton } from '#web/components/button.tsx';
import { TimeChart } from '#web/components/chart.tsx';
import { CheckField } from '#web/components/fields.tsx';
import { ChangeText, Figure, Figures } from '#web/components/figure.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { Icon } from '#web/components/icons.tsx';
import { Columns, Page, Section } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatAmount, formatDate, formatNumber, formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { type FiguresOf, readFigures, type SalesAmount } from '../analytics/figures.ts';
import { salesAmounts, salesTexts } from '../analytics/sales-texts.ts';
import { pickListPath, usePickList } from '../stops/pick-list-query.ts';
import { pickTexts } from '../stops/pick-list-texts.ts';
import { ChartCard, lineBefore, type Plotted } from './chart-card.tsx';
import { comparedPeriods } from './chart-period.ts';
import { type ChartProps, type ComparedFigures, ratioOf, useComparedFigures } from './compared-figures.ts';
import { NeedsYou } from './needs-you.tsx';
import './home.css';

/** The week in one figure, what is to be packed today, what needs the person, and the figures of the farm. */
export default function HomePage() {
  const brand = useBrand();
  const today = localDay(new Date(), brand.timeZone);
  const weeks = useTwoWeeks(brand.id, today);
  return (
    <Page
      title={texts.home.question}
      answer={
        <span class="home-answer">
          {weeks.data ? formatAmount(weeks.data.current.sales.net, brand.currency) : '–'}
        </span>
      }
      note={<WeekNote weeks={weeks.data} currency={brand.currency} />}
      primary={
        mayEdit() && (
          <LinkButton to="/orders/new" kind="primary" icon="plus">
            {texts.home.newOrder}
          </LinkButton>
        )
      }
    >
      {weeks.error !== undefined && weeks.data === undefined && (
        <Failure error={weeks.error} onRetry={() => void weeks.refresh()} />
      )}
      <Columns>
        <PackToday today={today} />
        <NeedsYou />
      </Columns>
      <Section title={texts.home.moneyThisWeek}>
        <Figures>
          {salesAmounts.map((name) => (
            <Figure
              key={name}
              label={salesTexts[name]}
              value={weeks.data ? formatAmount(weeks.data.current.sales[name], brand.currency) : '–'}
            />
          ))}
        </Figures>
      </Section>
      <Charts today={today} />
    </Page>
  );
}

function WeekNote({ weeks, currency }: { readonly weeks: TwoWeeks | undefined; readonly currency: string }) {
  const { revenueThisWeek, againstLastWeek, noLastWeek, ordersThisWeek } = texts.home;
  if (!weeks) return <>{revenueThisWeek}</>;
  const { current, before } = weeks;
  const [net, netBefore] = [current.sales.net, before.sales.net];
  const has = netBefore > 0;
  return (
    <span class="home-week">
      <span>
        {revenueThisWeek}, {ordersThisWeek(current.orders)}
      </span>
      {has && <ChangeText change={{ ratio: net / netBefore - 1, better: 'up' }} />}
      <span>{has ? againstLastWeek(formatAmount(netBefore, currency)) : noLastWeek}</span>
    </span>
  );
}

/** Sales of a week up to a day of the week. */
interface WeekFigures {
  readonly sales: Readonly<Record<SalesAmount, number>>;
  readonly orders: number;
}

/** This week up to today, and last week up to the same day of the week. */
interface TwoWeeks {
  readonly current: WeekFigures;
  readonly before: WeekFigures;
}

/** Reads this week and last week with one request. */
function useTwoWeeks(brandId: string, today: Day): Query<TwoWeeks> {
  return useQuery(`home/week?today=${today}`, async () => {
    const monday = mondayOf(today);
    const lastMonday = addDays(monday, -7);
    const period = { from: lastMonday, to: today, interval: 'day' } as const;
    const { series } = await readFigures('revenue', brandId, period);
    const sum = (from: Day, to: Day): WeekFigures => {
      const days = series.filter(({ date }) => date >= from && date <= to);
      const sumOf = (name: SalesAmount | 'order_count') => days.reduce((total, one) => total + one[name], 0);
      return {
        sales: {
          gross: sumOf('gross'),
          cancelled: sumOf('cancelled'),
          discounts: sumOf('discounts'),
          refunded: sumOf('refunded'),
          tax: sumOf('tax'),
          net: sumOf('net'),
          received: sumOf('received'),
        },
        orders: sumOf('order_count'),
      };
    };
    return { current: sum(monday, today), before: sum(lastMonday, addDays(today, -7)) };
  });
}

/** Revenue, orders, customers, funnel and water over a period, with the period before. */
function Charts({ today }: { readonly today: Day }) {
  const [given, setRange] = useAddressState<string>('range', 'day');
  const [compare, setCompare] = useAddressState<string>('compare', 'yes');
  const interval = intervals.find((one) => one === given) ?? 'day';
  const periods = comparedPeriods(interval, today);
  const isCompared = compare === 'yes';
  const { home } = texts;
  const chart = { periods, isCompared };
  return (
    <Section
      title={home.charts}
      actions={
        <>
          <FilterChips
            label={home.range.label}
            value={interval}
            onChange={setRange}
            options={intervals.map((value) => ({ value, label: home.range[value] }))}
          />
          <CheckField
            label={home.compare}
            value={isCompared}
            onChange={(isOn) => setCompare(isOn ? 'yes' : 'no')}
          />
        </>
      }
    >
      <div class="charts">
        <RevenueChart {...chart} />
        <OrdersChart {...chart} />
        <CustomersChart {...chart} />
        <WaterChart {...chart} />
        <FunnelChart {...chart} />
      </div>
    </Section>
  );
}

/** The orders of today's pickups that are not packed, by stop. */
function PackToday({ today }: { readonly today: Day }) {
  const brand = useBrand();
  const list = usePickList(brand.id, today);
  const { toPackToday, nothingToPack, allPacked, openPickList } = texts.home;
  const data = list.data;
  const open = data ? data.order_count - data.packed_count : 0;
  return (
    <Section
      title={toPackToday}
      kind="card"
      actions={<Link to={pickListPath({ day: today })}>{openPickList}</Link>}
    >
      <div class="home-card-body">
        {list.isLoading && <Loading rows={3} />}
        {list.error !== undefined && !data && (
          <Failure error={list.error} onRetry={() => void list.refresh()} />
        )}
        {data && (
          <>
            <p class="home-big">
              {data.order_count === 0 ? nothingToPack : open === 0 ? allPacked : pickTexts.toPack(open)}
            </p>
            <ul class="home-list">
              {data.stops.map((stop) => (
                <li key={stop.stop_id ?? ''}>
                  <StopRow stop={stop} today={today} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
  );
}

function StopRow({ stop, today }: { readonly stop: PickedStop; readonly today: Day }) {
  const { noStop, deletedStop, packedOf } = texts.home;
  const name = stop.name ?? (stop.stop_id === null ? noStop : deletedStop);
  const isDone = stop.packed_count === stop.order_count;
  return (
    <Link class="home-row" to={pickListPath({ day: today, ...(stop.stop_id && { stop: stop.stop_id }) })}>
      <span class="home-row-name">
        <Icon name={isDone ? 'check-circle' : 'stop'} small />
        {name}
      </span>
      <span class="home-row-value">{packedOf(stop.packed_count, stop.order_count)}</span>
    </Link>
  );
}

/** The steps from the visit of the shop to the order, and the visits over time. */
function FunnelChart(props: ChartProps) {
  const query = useComparedFigures('funnel', useBrand().id, props);
  const { chart, funnelEmpty } = texts.home;
  if (query.data === undefined) {
    return (
      <div class="chart-card chart-card-waiting">
        {query.error === undefined ? (
          <Loading rows={6} />
        ) : (
          <Failure error={query.error} onRetry={() => void query.refresh()} />
        )}
      </div>
    );
  }
  const { current, before } = query.data;
  return (
    <div class="chart-card">
      <Figure
        label={chart.funnel}
        value={formatNumber(current.visits)}
        note={chart.visits}
        change={
          props.isCompared ? { ratio: ratioOf(current.visits, before?.visits), better: 'up' } : undefined
        }
      />
      {current.visits === 0 ? <p class="chart-none">{funnelEmpty}</p> : <Steps funnel={current} />}
      <TimeChart
        label={chart.visits}
        times={current.series.map(({ date }) => date)}
        series={[{ label: chart.visits, values: current.series.map((one) => one.visits) }]}
        compare={lineBefore(
          before?.series.map((one) => one.visits),
          current.series.length,
        )}
        format={(value) => formatNumber(value)}
        formatTime={(time) => formatDate(time)}
      />
    </div>
  );
}

function Steps({ funnel }: { readonly funnel: FiguresOf<'funnel'> }) {
  const { step: names, ofVisits } = texts.home;
  return (
    <div class="funnel">
      {funnel.steps.map(({ step, count, of_first }) => (
        <Progress
          key={step}
          label={names[step]}
          value={Math.min(count, funnel.visits)}
          max={funnel.visits}
          text={
            of_first === null
              ? formatNumber(count)
              : `${formatNumber(count)} · ${ofVisits(formatPercent(of_first))}`
          }
        />
      ))}
    </div>
  );
}

/** What the goods earned. */
function RevenueChart(props: ChartProps) {
  const { id, currency } = useBrand();
  const query = useComparedFigures('revenue', id, props);
  const { chart } = texts.home;
  const format = (value: number) => formatAmount(value, currency);
  return (
    <ChartCard
      label={chart.revenue}
      query={query}
      isCompared={props.isCompared}
      format={format}
      plotted={(data) => ofRevenue(data, 'net', chart.revenue, format)}
    />
  );
}

/** Number of orders, also of cancelled ones. */
function OrdersChart(props: ChartProps) {
  const query = useComparedFigures('revenue', useBrand().id, props);
  const { chart } = texts.home;
  return (
    <ChartCard
      label={chart.orders}
      query={query}
      isCompared={props.isCompared}
      kind="bars"
      format={plainNumber}
      plotted={(data) => ofRevenue(data, 'order_count', chart.orders, plainNumber)}
    />
  );
}

/** New customers, and orders of customers who come back. */
function CustomersChart(props: ChartProps) {
  const query = useComparedFigures('customers', useBrand().id, props);
  const { chart } = texts.home;
  return (
    <ChartCard
      label={chart.newCustomers}
      query={query}
      isCompared={props.isCompared}
      format={plainNumber}
      plotted={({ current, before }) => ({
        value: formatNumber(current.new_customers),
        ratio: ratioOf(current.new_customers, before?.new_customers),
        times: current.series.map(({ date }) => date),
        series: [
          { label: chart.newCustomers, values: current.series.map((one) => one.new_customers) },
          { label: chart.returning, values: current.series.map((one) => one.orders_of_returning_customers) },
        ],
        compare: lineBefore(
          before?.series.map((one) => one.new_customers),
          current.series.length,
        ),
      })}
    />
  );
}

/** Water of entries, in gallons. */
function WaterChart(props: ChartProps) {
  const query = useComparedFigures('water', useBrand().id, props);
  const { chart } = texts.home;
  const format = (value: number) => chart.gallons(formatNumber(value));
  return (
    <ChartCard
      label={chart.water}
      query={query}
      isCompared={props.isCompared}
      better="neither"
      kind="bars"
      format={format}
      plotted={({ current, before }) => ({
        value: format(current.gallons),
        ratio: ratioOf(current.gallons, before?.gallons),
        times: current.series.map(({ date }) => date),
        series: [{ label: chart.water, values: current.series.map((one) => one.gallons) }],
        compare: lineBefore(
          before?.series.map((one) => one.gallons),
          current.series.length,
        ),
      })}
    />
  );
}

function ofRevenue(
  { current, before }: ComparedFigures<'revenue'>,
  member: 'net' | 'order_count',
  label: string,
  format: (value: number) => string,
): Plotted {
  return {
    value: format(current[member]),
    ratio: ratioOf(current[member], before?.[member]),
    times: current.series.map(({ date }) => date),
    series: [{ label, values: current.series.map((one) => one[member]) }],
    compare: lineBefore(
      before?.series.map((one) => one[member]),
      current.series.length,
    ),
  };
}

// A chart passes the place of a value, too, which formatNumber would take for decimals.
const plainNumber = (value: number): string => formatNumber(value);
