import { useLayoutEffect } from 'preact/hooks';
import { guardLeaving } from '#web/app/router.ts';
import { texts } from '#web/text/texts.ts';
import { confirm } from './dialog.tsx';

/** Asks before the person leaves a page whose input is not saved: by a link, the back button, a reload or closing the tab. */
export function useUnsaved(isUnsaved: boolean): void {
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const { title, text, action } = texts.states.leave;
    const release = guardLeaving(() => confirm({ title, text, action, danger: true }));
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      release();
      window.removeEventListener('beforeunload', warn);
    };
  }, [isUnsaved]);
}
