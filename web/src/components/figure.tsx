import type { ComponentChildren } from 'preact';
import { formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { Icon } from './icons.tsx';
import './figure.css';

/** The change of a figure against the period before. */
export interface Change {
  /** 0.12 is 12 % more; undefined if the period before had none to compare with. */
  readonly ratio: number | undefined;
  /** Whether more is good. Without it, the change is neutral. */
  readonly better?: 'up' | 'down' | undefined;
  /** What the figure is compared with, such as "week before". */
  readonly than?: string | undefined;
}

/** A big number with its name and its change. */
export function Figure({
  label,
  value,
  change,
  note,
  large = false,
}: {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly change?: Change | undefined;
  readonly note?: ComponentChildren;
  readonly large?: boolean | undefined;
}) {
  return (
    <dl class={large ? 'figure figure-large' : 'figure'}>
      <dt class="figure-label">{label}</dt>
      <dd class="figure-value">{value}</dd>
      {change && (
        <dd class="figure-change">
          <ChangeText change={change} />
        </dd>
      )}
      {note !== undefined && <dd class="figure-note">{note}</dd>}
    </dl>
  );
}

/** Figures side by side. */
export function Figures({ children }: { readonly children: ComponentChildren }) {
  return <div class="figures">{children}</div>;
}

/** A change as arrow, percentage and what it is compared with. */
export function ChangeText({ change }: { readonly change: Change }) {
  const { ratio, better, than } = change;
  if (ratio === undefined || !Number.isFinite(ratio)) {
    return <span class="change">{texts.states.noComparison}</span>;
  }
  const isUp = ratio > 0;
  const isFlat = Math.abs(ratio) < 0.0005;
  const tone = isFlat || better === undefined ? 'neutral' : isUp === (better === 'up') ? 'good' : 'bad';
  const percent = formatPercent(Math.abs(ratio));
  return (
    <span class={`change change-${tone}`}>
      <Icon name={isFlat ? 'minus' : isUp ? 'up' : 'down'} small />
      <span class="unseen">
        {isFlat ? texts.states.unchanged : isUp ? texts.states.more(percent) : texts.states.less(percent)}
      </span>
      <span aria-hidden="true">{percent}</span>
      {than !== undefined && <span class="change-than"> {texts.states.than(than)}</span>}
    </span>
  );
}
