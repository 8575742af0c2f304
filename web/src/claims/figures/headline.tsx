import { Figure, Figures } from '#web/components/figure.tsx';
import { formatNumber, formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { sumOf } from '../remittances/cuts.ts';
import type { AllFigures } from './all-figures.ts';

/** The three figures that a billing manager asks for first. */
export function Headline({ figures: { clean, days, denials } }: { readonly figures: AllFigures }) {
  const words = texts.figures;
  const sent = count(clean.map((row) => row.sent));
  const cleanSent = count(clean.map((row) => row.clean));
  const paid = count(days.map(({ claims }) => claims));
  const average = count(days.map(({ claims, average_days }) => claims * average_days)) / Math.max(1, paid);
  return (
    <Figures>
      <Figure
        large
        label={words.clean}
        value={sent === 0 ? words.none : formatPercent(cleanSent / sent)}
        note={sent > 0 ? words.cleanNote(formatNumber(cleanSent), formatNumber(sent)) : undefined}
      />
      <Figure
        large
        label={words.daysToPay}
        value={paid === 0 ? words.none : words.pay.days(formatNumber(average, 1))}
        note={paid > 0 ? words.daysNote(paid) : undefined}
      />
      <Figure
        large
        label={words.denied}
        value={dollars(sumOf(denials.map(({ amount }) => amount)))}
        note={words.deniedNote}
      />
    </Figures>
  );
}

const count = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
