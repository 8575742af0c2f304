import { signal } from '@preact/signals';
import { LazyDialog } from '../lazy-dialog.tsx';

const isOpen = signal(false);

/** Shows all keys. */
export function openKeyHelp(): void {
  isOpen.value = true;
}

/** The list of all keys, while it is open. Its code loads with the first use. */
export function KeyHelp() {
  return <LazyDialog isOpen={isOpen} load={() => import('./key-help-dialog.tsx')} />;
}
