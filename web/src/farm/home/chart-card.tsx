import { useMemo } from 'preact/hooks';
import { type ChartLine, TimeChart } from '#web/components/chart.tsx';
import { type Change, Figure } from '#web/components/figure.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import type { Query } from '#web/data/query.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** The lines of a chart and the number above them. */
export interface Plotted {
  readonly value: string;
  readonly ratio: number | undefined;
  readonly times: readonly string[];
  readonly series: readonly ChartLine[];
  readonly compare?: ChartLine | undefined;
}

/** A chart with its number and its change. Keeps its room while the figures are read. */
export function ChartCard<Data>({
  label,
  query,
  plotted,
  format,
  better = 'up',
  kind = 'line',
  isCompared,
}: {
  readonly label: string;
  readonly query: Query<Data>;
  readonly plotted: (data: Data) => Plotted;
  readonly format: (value: number) => string;
  readonly better?: Change['better'] | 'neither';
  readonly kind?: 'line' | 'bars';
  readonly isCompared: boolean;
}) {
  const plot = useMemo(() => (query.data === undefined ? undefined : plotted(query.data)), [query.data]);
  if (plot === undefined) {
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
  return (
    <div class="chart-card">
      <Figure
        label={label}
        value={plot.value}
        change={isCompared ? { ratio: plot.ratio, ...(better !== 'neither' && { better }) } : undefined}
      />
      <TimeChart
        label={label}
        times={plot.times}
        series={plot.series}
        compare={plot.compare}
        kind={kind}
        format={format}
        formatTime={(time) => formatDate(time)}
      />
    </div>
  );
}

/** The line of the period before, as long as the present one. */
export const lineBefore = (
  values: readonly (number | null)[] | undefined,
  length: number,
): ChartLine | undefined => values && { label: texts.home.chart.before, values: values.slice(0, length) };
