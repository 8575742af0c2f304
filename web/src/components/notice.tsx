import type { ComponentChildren } from 'preact';
import { texts } from '#web/text/texts.ts';
import { type Tone, toneIcons } from './badge.tsx';
import { Icon } from './icons.tsx';
import './notice.css';

/** A message that stays within the page, such as a limit that is near. `isNew` has screen readers announce it. */
export function Notice({
  tone = 'info',
  title,
  action,
  isNew = false,
  children,
}: {
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
  readonly action?: ComponentChildren;
  readonly isNew?: boolean | undefined;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class={`notice notice-${tone}`} role={isNew ? (tone === 'danger' ? 'alert' : 'status') : undefined}>
      <Icon name={toneIcons[tone]} />
      <div class="notice-body">
        {title !== undefined && <p class="notice-title">{title}</p>}
        {children !== undefined && <div class="notice-text">{children}</div>}
      </div>
      {action !== undefined && <div class="notice-action">{action}</div>}
    </div>
  );
}

/** A value that another person has stored in a field which this person has changed too. Without a text only the field is named. */
export interface OtherValue {
  readonly label: string;
  readonly text: string | undefined;
}

/** Says that another person was first, and shows what saving replaces. */
export function ConflictNotice({ values }: { readonly values: readonly OtherValue[] }) {
  const { title, kept, replaces, empty } = texts.states.conflict;
  return (
    <Notice tone="warning" title={title} isNew>
      <p>{values.length === 0 ? kept : replaces}</p>
      {values.length > 0 && (
        <ul>
          {values.map(({ label, text }) => (
            <li key={label}>{text === undefined ? label : `${label}: ${text === '' ? empty : text}`}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
