import type { ComponentChildren } from 'preact';
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
