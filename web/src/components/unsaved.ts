import { useLayoutEffect } from 'preact/hooks';
import { guardLeaving } from '#web/app/router.ts';
import { texts } from '#web/text/texts.ts';
import { confirm } from './dialog.tsx';

/**
 * Asks before the person leaves a page whose input is not saved: by a link, the back button, a reload or closing the tab. If
 * the input is saved while the question is open, the question closes and the person stays with the saved record.
 */
export function useUnsaved(isUnsaved: boolean): void {
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const { title, text, action } = texts.states.leave;
    const saved = new AbortController();
    const question = { title, text, action, danger: true, until: saved.signal };
    const release = guardLeaving(() => confirm(question));
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      release();
      saved.abort();
      window.removeEventListener('beforeunload', warn);
    };
  }, [isUnsaved]);
}
