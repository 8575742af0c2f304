import type { CampaignStatistics } from '#contract/commerce/campaign-sending.ts';
import { skipReasons } from '#contract/commerce/campaign-sending.ts';
import { Facts } from '#web/components/facts.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { Section } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { formatNumber, formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

const shownFigures = ['recipients', 'sent', 'delivered', 'bounced', 'complained', 'unsubscribed'] as const;
const rareFigures = ['failed', 'unknown', 'cancelled'] as const;

/** What a campaign has reached so far. */
export function CampaignResults({ statistics }: { readonly statistics: CampaignStatistics }) {
  const words = texts.campaigns;
  const { recipients, pending, sent, skipped, status } = statistics;
  const isRunning = status === 'sending' || status === 'paused';
  const done = recipients - pending;
  const share = (count: number) => (sent === 0 ? undefined : formatPercent(count / sent));
  return (
    <Section title={words.results}>
      {isRunning && (
        <Progress
          label={words.results}
          labelHidden
          value={done}
          max={recipients}
          text={words.progress(formatNumber(done), formatNumber(recipients))}
        />
      )}
      <Figures>
        {shownFigures.map((name) => (
          <Figure
            key={name}
            label={words.figures[name]}
            value={formatNumber(statistics[name])}
            note={name === 'recipients' || name === 'sent' ? undefined : share(statistics[name])}
          />
        ))}
        {rareFigures.map(
          (name) =>
            statistics[name] > 0 && (
              <Figure key={name} label={words.figures[name]} value={formatNumber(statistics[name])} />
            ),
        )}
        {skipped.total > 0 && <Figure label={words.figures.skipped} value={formatNumber(skipped.total)} />}
      </Figures>
      {skipped.total > 0 && (
        <details>
          <summary>{words.skipped}</summary>
          <Facts
            facts={skipReasons.map((reason) => ({
              label: words.skipReasons[reason],
              value: skipped[reason] > 0 ? formatNumber(skipped[reason]) : undefined,
            }))}
          />
        </details>
      )}
    </Section>
  );
}
