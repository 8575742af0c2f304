import { computed, type ReadonlySignal, signal } from '@preact/signals';

const over = signal(false);
const dropped = signal<readonly File[]>([]);

/** Whether files are held over the window. */
export const isOver: ReadonlySignal<boolean> = computed(() => over.value);

/** Files that were dropped and not taken yet. */
export const droppedFiles: ReadonlySignal<readonly File[]> = computed(() => dropped.value);

/** Returns the dropped files, and forgets them. */
export function takeDroppedFiles(): readonly File[] {
  const files = dropped.peek();
  dropped.value = [];
  return files;
}

/** Follows files that are dragged over the window, so that the browser does not open them. Returns how to stop. */
export function acceptDrops(): () => void {
  const stop = new AbortController();
  // The browser reports entering and leaving for each element on the way.
  let depth = 0;
  const enter = (change: number) => {
    depth = Math.max(0, depth + change);
    over.value = depth > 0;
  };
  const on = (
    type: 'dragenter' | 'dragleave' | 'dragover' | 'drop',
    handle: (data: DataTransfer) => void,
  ): void =>
    window.addEventListener(
      type,
      (event) => {
        const { dataTransfer } = event;
        if (dataTransfer?.types.includes('Files') !== true) return;
        event.preventDefault();
        handle(dataTransfer);
      },
      { signal: stop.signal },
    );
  on('dragenter', () => enter(1));
  on('dragleave', () => enter(-1));
  on('dragover', () => {});
  on('drop', ({ files }) => {
    enter(-depth);
    dropped.value = [...dropped.peek(), ...files];
  });
  return () => stop.abort();
}
