import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { texts } from '#web/text/texts.ts';
import { Button } from './button.tsx';
import { mountOnce, useModal } from './overlays.ts';
import { ToastsInDialog } from './toasts.tsx';
import './dialog.css';
import { useElementId } from './element-id.ts';

/** Properties of a dialog. */
export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** The buttons at the foot, the primary one last. */
  readonly actions?: ComponentChildren;
  readonly wide?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/** A question or a short form above the page. It is open as long as it is rendered. */
export function Dialog({ title, onClose, actions, wide = false, children }: DialogProps) {
  const reference = useModal(onClose);
  const id = useElementId();
  return (
    <dialog ref={reference} class={wide ? 'dialog dialog-wide' : 'dialog'} aria-labelledby={id}>
      <div class="dialog-sheet">
        <header class="dialog-header">
          <h2 class="dialog-title" id={id} tabIndex={-1}>
            {title}
          </h2>
          <Button kind="quiet" icon="close" label={texts.states.close} onClick={onClose} />
        </header>
        {children !== undefined && <div class="dialog-body">{children}</div>}
        {actions !== undefined && <footer class="dialog-actions">{actions}</footer>}
      </div>
      <ToastsInDialog dialog={reference} />
    </dialog>
  );
}

/** A question before an action that cannot be undone. */
export interface Question {
  readonly title: string;
  readonly text?: ComponentChildren;
  /** The verb on the button, such as "Delete product". */
  readonly action: string;
  readonly cancel?: string | undefined;
  readonly danger?: boolean | undefined;
  /** Aborted when the question no longer applies: it closes, as if the person had cancelled. */
  readonly until?: AbortSignal | undefined;
}

interface OpenQuestion extends Question {
  readonly answer: (isConfirmed: boolean) => void;
}

const questions = signal<readonly OpenQuestion[]>([]);

/** Asks before an action that cannot be undone. Resolves to true if the person confirms. */
export function confirm(question: Question): Promise<boolean> {
  mountOnce(Questions);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const open: OpenQuestion = {
    ...question,
    answer: (isConfirmed) => {
      questions.value = questions.value.filter((other) => other !== open);
      resolve(isConfirmed);
    },
  };
  questions.value = [...questions.value, open];
  question.until?.addEventListener('abort', () => open.answer(false), { once: true });
  return promise;
}

function Questions() {
  const question = questions.value[0];
  if (question === undefined) return null;
  return (
    <Dialog
      title={question.title}
      onClose={() => question.answer(false)}
      actions={
        <>
          <Button autoFocus={question.danger === true} onClick={() => question.answer(false)}>
            {question.cancel ?? texts.states.cancel}
          </Button>
          <Button
            kind={question.danger === true ? 'danger' : 'primary'}
            autoFocus={question.danger !== true}
            onClick={() => question.answer(true)}
          >
            {question.action}
          </Button>
        </>
      }
    >
      {question.text}
    </Dialog>
  );
}
