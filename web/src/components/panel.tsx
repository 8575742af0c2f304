import type { ComponentChildren } from 'preact';
import { texts } from '#web/text/texts.ts';
import { Button, LinkButton } from './button.tsx';
import { useModal } from './overlays.ts';
import { isTyping } from './search-field.tsx';
import { ToastsInDialog } from './toasts.tsx';
import './panel.css';
import { useElementId } from './element-id.ts';

/** Properties of a side panel. */
export interface PanelProps {
  readonly title: string;
  /** One line below the title, such as a state. */
  readonly note?: ComponentChildren;
  readonly onClose: () => void;
  /** The buttons at the foot. */
  readonly actions?: ComponentChildren;
  /** The page of the same record. */
  readonly to?: string | undefined;
  /** Shows the record before or after this one (`k` and `j`), undefined at the ends. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly children?: ComponentChildren;
}

/** A record beside its list; on a phone, a sheet from below. It is open as long as it is rendered. */
export function Panel(props: PanelProps) {
  const { title, note, onClose, actions, to, onPrevious, onNext, children } = props;
  const reference = useModal(onClose, true);
  const id = useElementId();
  return (
    <dialog
      ref={reference}
      class="panel"
      aria-labelledby={id}
      onKeyDown={(event) => {
        const step = event.key === 'j' ? onNext : event.key === 'k' ? onPrevious : undefined;
        if (step === undefined || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey)
          return;
        event.preventDefault();
        step();
      }}
    >
      <div class="panel-sheet">
        <header class="panel-header">
          <div class="panel-heading">
            <h2 class="panel-title" id={id} tabIndex={-1} title={title}>
              {title}
            </h2>
            {note !== undefined && <div class="panel-note">{note}</div>}
          </div>
          <div class="panel-tools">
            {onPrevious && (
              <Button kind="quiet" icon="up" label={texts.states.previous} onClick={onPrevious} />
            )}
            {onNext && <Button kind="quiet" icon="down" label={texts.states.next} onClick={onNext} />}
            {to !== undefined && (
              <LinkButton to={to} kind="quiet" icon="external" label={texts.states.openPage} />
            )}
            <Button kind="quiet" icon="close" label={texts.states.close} onClick={onClose} />
          </div>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus */}
        <section class="panel-body" aria-labelledby={id} tabIndex={0}>
          {children}
        </section>
        {actions !== undefined && <footer class="panel-actions">{actions}</footer>}
      </div>
      <ToastsInDialog dialog={reference} />
    </dialog>
  );
}
