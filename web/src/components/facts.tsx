import type { ComponentChildren } from 'preact';
import './facts.css';

/** One fact: a name and its value. */
export interface Fact {
  readonly label: string;
  /** Facts whose value is undefined, null or '' are left out. */
  readonly value: ComponentChildren;
}

/** A list of names with their values. `wide` puts facts in columns. */
export function Facts({
  facts,
  wide = false,
}: {
  readonly facts: readonly Fact[];
  readonly wide?: boolean | undefined;
}) {
  return (
    <dl class={wide ? 'facts facts-wide' : 'facts'}>
      {facts
        .filter(({ value }) => value !== undefined && value !== null && value !== '')
        .map(({ label, value }) => (
          <div class="facts-row" key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
