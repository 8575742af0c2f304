import { signal } from '@preact/signals';
import { LazyDialog } from '../lazy-dialog.tsx';

const isOpen = signal(false);

/** Shows the settings of the person on this device, with sign-out. */
export function openPreferences(): void {
  isOpen.value = true;
}

/** The settings of the person, while they are open. Their code loads with the first use. */
export function Preferences() {
  return <LazyDialog isOpen={isOpen} load={() => import('./preferences-dialog.tsx')} />;
}
