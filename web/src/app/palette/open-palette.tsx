import { signal } from '@preact/signals';
import { LazyDialog } from '../lazy-dialog.tsx';

const isOpen = signal(false);

/** Shows the command palette. */
export function openPalette(): void {
  isOpen.value = true;
}

/** The command palette, while it is open. Its code loads with the first use. */
export function Palette() {
  return <LazyDialog isOpen={isOpen} load={() => import('./palette-dialog.tsx')} />;
}
