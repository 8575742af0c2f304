import { useEffect, useRef } from 'preact/hooks';
import { texts } from '#web/text/texts.ts';
import { findRoute } from './route-pattern.ts';
import { lastMove, rememberedScroll } from './router.ts';
import { routes } from './routes.ts';

/**
 * Lets the person arrive at a page: the title of the document follows the heading, and the position is the one that the page
 * was left at. The first field has the focus if the page asks for it, otherwise the heading after a navigation.
 */
export function useArrival(path: string, page: unknown): void {
  const arrivedAt = useRef<string>();
  useEffect(() => {
    const followed = followHeading(fixedNameOf(path));
    if (page === undefined || arrivedAt.current === path) return followed;
    const isFirst = arrivedAt.current === undefined;
    arrivedAt.current = path;
    const top = lastMove() === 'back' ? rememberedScroll() : 0;
    window.scrollTo(0, top);
    // Rows that come from memory need a frame until they have their height.
    if (top > 0) requestAnimationFrame(() => window.scrollTo(0, top));
    focusStart(isFirst);
    return followed;
  }, [path, page]);
}

/** The browser ignores `autofocus` on a page that waits for its data, because the page is not visible until then. */
function focusStart(isFirst: boolean): void {
  if (document.activeElement?.closest('main dialog')) return;
  const field = document.querySelector<HTMLElement>('main [autofocus]');
  const heading = document.querySelector<HTMLElement>('main h1');
  if (field !== null) field.focus();
  else if (heading !== null && !isFirst) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
}

/** A heading of claims can name a patient, and titles stay in the history of the browser: those pages have a fixed name. */
function fixedNameOf(path: string): string | undefined {
  const route = findRoute(routes, path)?.route;
  return route?.workplace === 'claims' ? texts.app.pages[route.page] : undefined;
}

/** The heading can change after the data of the page has arrived: an order is named by its number. */
function followHeading(fixedName: string | undefined): () => void {
  const main = document.querySelector('main');
  if (main === null) return () => {};
  const show = () => {
    const heading = fixedName ?? main.querySelector('h1')?.textContent ?? '';
    document.title = heading === '' ? texts.app.name : `${heading} · ${texts.app.name}`;
  };
  show();
  const observer = new MutationObserver(show);
  observer.observe(main, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}
