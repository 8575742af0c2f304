import { formatAmount } from '#web/text/format.ts';
import { TimeChart } from '../chart.tsx';
import { Figure, Figures } from '../figure.tsx';
import { Columns, Section } from '../page.tsx';
import { Progress } from '../progress.tsx';

const days = Array.from({ length: 28 }, (_, day) => `2026-02-${String(day + 1).padStart(2, '0')}`);
const wave = (height: number, shift: number) =>
  days.map((_, day) =>
    Math.round(height * (1.2 + Math.sin((day + shift) / 2.3) * 0.5 + Math.sin(day * 1.7) * 0.2)),
  );
const revenue = [{ label: 'Revenue', values: wave(420, 0) }];
const before = { label: 'Period before', values: wave(380, 2) };
const orders = [{ label: 'Orders', values: wave(14, 1).map((value, day) => (day === 9 ? null : value)) }];
const dollars = (value: number) => formatAmount(value, 'USD');

/** Figures, charts and bars. */
export function ChartSamples() {
  return (
    <>
      <Section title="Figures">
        <Figures>
          <Figure
            large
            label="Revenue"
            value="$12,480.50"
            change={{ ratio: 0.124, better: 'up', than: 'week before' }}
          />
          <Figure large label="Orders to pack" value="34" note="At 3 stops" />
          <Figure
            label="Refunds"
            value="$120.00"
            change={{ ratio: 0.4, better: 'down', than: 'week before' }}
          />
          <Figure label="New customers" value="12" change={{ ratio: undefined }} />
          <Figure label="Average order" value="$38.20" change={{ ratio: 0, better: 'up' }} />
        </Figures>
      </Section>
      <Columns>
        <Section title="Revenue" titleHidden kind="card">
          <TimeChart label="Revenue by day" times={days} series={revenue} compare={before} format={dollars} />
        </Section>
        <Section title="Orders" titleHidden kind="card">
          <TimeChart
            label="Orders by day"
            times={days}
            series={orders}
            kind="bars"
            limit={{ label: 'Limit', value: 20 }}
          />
        </Section>
      </Columns>
      <Columns>
        <Progress label="North field" value={320} max={500} text="320 of 500 gallons" />
        <Progress label="South field" value={470} max={500} text="470 of 500 gallons" tone="warning" />
        <Progress label="West field" value={520} max={500} text="20 gallons above the limit" tone="danger" />
        <Progress label="Reading the file" value={undefined} max={1} text="Reading" />
      </Columns>
    </>
  );
}
