import { useBrand } from '#web/session/session.ts';
import { formatAmount, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { ChartCard, lineBefore, type Plotted } from './chart-card.tsx';
import { type ChartProps, type ComparedFigures, ratioOf, useComparedFigures } from './compared-figures.ts';

/** Revenue less cancelled orders. */
export function RevenueChart(props: ChartProps) {
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
export function OrdersChart(props: ChartProps) {
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
export function CustomersChart(props: ChartProps) {
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
export function WaterChart(props: ChartProps) {
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
