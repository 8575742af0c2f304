import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type ComponentType, h, type RefObject, render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const open = signal<readonly HTMLDialogElement[]>([]);

/** The open dialog that lies on top. What is outside of it cannot be reached, so messages are shown within it. */
export const topDialog: ReadonlySignal<HTMLDialogElement | undefined> = computed(() => open.value.at(-1));

/**
 * Opens the dialog element of the reference as long as the component is mounted. The browser keeps the focus inside;
 * when the dialog closes, the focus returns to where it was. Escape asks to close; a click beside the dialog, too, if
 * `isLight`: not where a form would be lost.
 */
export function useModal(onClose: () => void, isLight = false): RefObject<HTMLDialogElement> {
  const reference = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const dialog = reference.current;
    if (dialog === null) return;
    const before = document.activeElement;
    const stop = closeRequests(dialog, isLight, () => close.current());
    dialog.showModal();
    firstFocus(dialog)?.focus();
    open.value = [...open.value, dialog];
    return () => {
      stop();
      open.value = open.value.filter((other) => other !== dialog);
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return reference;
}

function closeRequests(dialog: HTMLDialogElement, isLight: boolean, ask: () => void): () => void {
  const listen = new AbortController();
  const { signal } = listen;
  const on = (type: 'cancel' | 'pointerdown' | 'click', run: (event: Event) => void) =>
    dialog.addEventListener(type, run, { signal });
  // A selection of text that ends beside the dialog is a click beside it, too; it began inside.
  let beganBeside = false;
  on('cancel', (event) => {
    if (event.target !== dialog) return;
    event.preventDefault();
    ask();
  });
  on('pointerdown', (event) => {
    beganBeside = event.target === dialog;
  });
  on('click', (event) => {
    if (isLight && beganBeside && event.target === dialog) ask();
  });
  return () => listen.abort();
}

/** The field that asks for the focus, else the first field, else the title: buttons are not pressed by accident. */
function firstFocus(dialog: HTMLDialogElement): HTMLElement | null {
  return (
    dialog.querySelector<HTMLElement>('[autofocus]') ??
    dialog.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)') ??
    dialog.querySelector<HTMLElement>('h2')
  );
}

const mounted = new Set<ComponentType>();

/** Renders a component once beside the app, for messages and questions that any part of the app can raise. */
export function mountOnce(component: ComponentType): void {
  if (mounted.has(component)) return;
  mounted.add(component);
  const host = document.createElement('div');
  document.body.append(host);
  render(h(component, {}), host);
}
