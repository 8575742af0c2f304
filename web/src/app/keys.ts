import { useEffect } from 'preact/hooks';
import { topDialog } from '#web/components/overlays.ts';
import { openKeyHelp } from './key-help/open-key-help.tsx';
import { destinations } from './navigation.ts';
import { openPalette } from './palette/open-palette.tsx';
import { navigate } from './router.ts';
import { singleKeys } from './single-keys.ts';

const sequenceTime = 1_500;

/** Listens for the keys of the whole app: Ctrl+K, ?, and g followed by the letter of a page. */
export function useGlobalKeys(): void {
  useEffect(() => {
    let startedAt = 0;
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (!isFree(event)) return;
      const isSecond = Date.now() - startedAt < sequenceTime;
      startedAt = 0;
      if (isSecond) goTo(event);
      else if (event.key === 'g') startedAt = Date.now();
      else if (event.key === '?') openKeyHelp();
    };
    // Before the keys of lists, in which the second letter can have a meaning too.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, []);
}

function goTo(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
  const destination = destinations().find(({ key }) => key === event.key.toLowerCase());
  if (destination !== undefined) navigate(destination.path);
}

function isFree({ defaultPrevented, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (!singleKeys.peek() || defaultPrevented || ctrlKey || metaKey || altKey) return false;
  if (topDialog.peek() !== undefined) return false;
  return !(target instanceof Element && target.closest('input, textarea, select, [contenteditable]'));
}
