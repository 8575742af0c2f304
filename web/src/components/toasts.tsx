import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '#web/text/texts.ts';
import { type Tone, toneIcons } from './badge.tsx';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';
import { mountOnce, topDialog } from './overlays.ts';
import './toasts.css';

/** A message about what just happened. */
export interface Toast {
  readonly text: string;
  readonly detail?: string | undefined;
  /** Takes the action back. The message then stays longer. */
  readonly undo?: (() => void) | undefined;
  readonly tone?: Tone | undefined;
}

interface ShownToast extends Toast {
  readonly id: number;
}

const shown = signal<readonly ShownToast[]>([]);
let lastId = 0;

/** Shows a message at the bottom for 6 s, for 10 s with undo; it stays as long as a pointer or the focus is on it. */
export function toast(message: Toast): void {
  mountOnce(Toasts);
  lastId += 1;
  shown.value = [...shown.value.slice(-3), { ...message, id: lastId }];
}

function Toasts() {
  return topDialog.value === undefined ? <ToastStack /> : null;
}

/** The messages within a dialog, while it lies on top. */
export function ToastsInDialog({ dialog }: { readonly dialog: RefObject<HTMLDialogElement> }) {
  const top = topDialog.value;
  return top !== undefined && top === dialog.current ? <ToastStack /> : null;
}

function ToastStack() {
  return (
    <div class="toasts" role="status" aria-label={texts.states.messages}>
      {shown.value.map((message) => (
        <ToastLine key={message.id} message={message} />
      ))}
    </div>
  );
}

function ToastLine({ message }: { readonly message: ShownToast }) {
  const [isHeld, setHeld] = useState(false);
  const remove = () => {
    shown.value = shown.value.filter(({ id }) => id !== message.id);
  };
  useEffect(() => {
    if (isHeld || message.tone === 'danger') return;
    const timer = setTimeout(remove, message.undo ? 10_000 : 6_000);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  const tone = message.tone ?? 'neutral';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the message waits while a pointer or the focus is on it
    <div
      class={`toast toast-${tone}`}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocusIn={hold}
      onFocusOut={release}
    >
      {tone !== 'neutral' && <Icon name={toneIcons[tone]} />}
      <div class="toast-text">
        <p>{message.text}</p>
        {message.detail !== undefined && <p class="toast-detail">{message.detail}</p>}
      </div>
      {message.undo && (
        <Button
          small
          icon="undo"
          onClick={() => {
            remove();
            message.undo?.();
          }}
        >
          {texts.states.undo}
        </Button>
      )}
      <Button kind="quiet" small icon="close" label={texts.states.dismiss} onClick={remove} />
    </div>
  );
}
