import { signal } from '@preact/signals';
import { LazyDialog } from '../lazy-dialog.tsx';
import { collectEarlyKeys } from './early-keys.ts';

const isOpen = signal(false);

/** Shows the command palette. Keys that are pressed while its code loads arrive in its field. */
export function openPalette(): void {
  if (isOpen.peek()) return;
  collectEarlyKeys(
    () => isOpen.peek(),
    () => {
      isOpen.value = false;
    },
  );
  isOpen.value = true;
}

/** The command palette, while it is open. Its code loads with the first use. */
export function Palette() {
  return <LazyDialog isOpen={isOpen} load={() => import('./palette-dialog.tsx')} />;
}
