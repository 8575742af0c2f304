import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { errorText } from '#web/api/error-text.ts';
import { texts } from '#web/text/texts.ts';
import { Button, CopyButton } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';
import './states.css';

/** Says what will be here, with the one action that fills it. */
export function Empty({
  title,
  text,
  action,
  icon = 'inbox',
}: {
  readonly title: string;
  readonly text?: ComponentChildren;
  readonly action?: ComponentChildren;
  readonly icon?: IconName | undefined;
}) {
  return (
    <div class="state">
      <Icon name={icon} />
      <p class="state-title">{title}</p>
      {text !== undefined && <p class="state-text">{text}</p>}
      {action !== undefined && <div class="state-action">{action}</div>}
    </div>
  );
}

/** Says what happened, what was kept and what to do, with the request id to copy. */
export function Failure({
  error,
  onRetry,
  kept,
}: {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** What is not lost, such as "Your changes are kept in the outbox". */
  readonly kept?: string | undefined;
}) {
  const { title, detail, requestId } = errorText(error);
  return (
    <div class="state state-failure" role="alert">
      <Icon name="danger" />
      <p class="state-title">{title}</p>
      {detail !== undefined && <p class="state-text">{detail}</p>}
      {kept !== undefined && <p class="state-text">{kept}</p>}
      {onRetry && (
        <div class="state-action">
          <Button icon="refresh" onClick={onRetry}>
            {texts.states.retry}
          </Button>
        </div>
      )}
      {requestId !== undefined && (
        <p class="state-request">
          {texts.states.requestId}
          <span>
            <code>{requestId}</code>
            <CopyButton text={requestId} label={texts.states.copyRequestId} />
          </span>
        </p>
      )}
    </div>
  );
}

/** Keeps the room of `rows` lines from the start, and shows their skeleton after 300 ms. */
export function Loading({
  rows = 5,
  label,
}: {
  readonly rows?: number | undefined;
  readonly label?: string | undefined;
}) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class={isLate ? 'loading loading-late' : 'loading'} role="status">
      <span class="unseen">{isLate ? (label ?? texts.states.loading) : ''}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div class="loading-row" key={index} aria-hidden="true">
          <span class="loading-bar" />
          <span class="loading-bar" />
          <span class="loading-bar" />
        </div>
      ))}
    </div>
  );
}
