import { TimeChart } from '#web/components/chart.tsx';
import { Figure } from '#web/components/figure.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useBrand } from '#web/session/session.ts';
import { formatDate, formatNumber, formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import type { FiguresOf } from '../analytics/figures.ts';
import { lineBefore } from './chart-card.tsx';
import { type ChartProps, ratioOf, useComparedFigures } from './compared-figures.ts';

/** The steps from the visit of the shop to the order, and the visits over time. */
export function FunnelChart(props: ChartProps) {
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
