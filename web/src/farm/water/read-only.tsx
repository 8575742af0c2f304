import type { ComponentChildren } from 'preact';
import { Notice } from '#web/components/notice.tsx';
import './water.css';

/** The fields of a form. With a reason they cannot be changed, and the reason stands once above them. */
export function ReadOnly({
  reason,
  children,
}: {
  readonly reason: string | undefined;
  readonly children: ComponentChildren;
}) {
  return (
    <fieldset class="read-only" disabled={reason !== undefined}>
      {reason !== undefined && <Notice>{reason}</Notice>}
      {children}
    </fieldset>
  );
}
