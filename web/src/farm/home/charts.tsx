import type { Day } from '#calendar/days.ts';
import { intervals } from '#contract/commerce/analytics.ts';
import { CheckField } from '#web/components/fields.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { Section } from '#web/components/page.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { texts } from '#web/text/texts.ts';
import { comparedPeriods } from './chart-period.ts';
import { CustomersChart, OrdersChart, RevenueChart, WaterChart } from './figure-charts.tsx';
import { FunnelChart } from './funnel-chart.tsx';

/** Revenue, orders, customers, funnel and water over a period, with the period before. */
export function Charts({ today }: { readonly today: Day }) {
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
