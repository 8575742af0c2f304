import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons.tsx';
import './badge.css';

/** The meaning of a state. A word stands beside each colour. */
export type Tone = 'neutral' | 'good' | 'warning' | 'danger' | 'info';

/** The icon that goes with each tone. */
export const toneIcons: Readonly<Record<Tone, IconName>> = {
  neutral: 'dot',
  good: 'check-circle',
  warning: 'warning',
  danger: 'danger',
  info: 'info',
};

/** A word that names a state, with the icon of its tone unless another is given. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  readonly tone?: Tone | undefined;
  readonly icon?: IconName | undefined;
  readonly children: ComponentChildren;
}) {
  return (
    <span class={`badge badge-${tone}`}>
      <Icon name={icon ?? toneIcons[tone]} small />
      <span class="badge-word">{children}</span>
    </span>
  );
}

/** A small count beside a word, such as unread notifications. Above `maximum` it shows the maximum and a plus sign. */
export function Count({
  value,
  label,
  maximum = 999,
}: {
  readonly value: number;
  readonly label?: string | undefined;
  readonly maximum?: number | undefined;
}) {
  return (
    <span class="count">
      {value > maximum ? `${maximum}+` : value}
      {label !== undefined && <span class="unseen"> {label}</span>}
    </span>
  );
}
