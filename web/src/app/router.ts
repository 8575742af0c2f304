import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createContext, h, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { Parameters } from './route-pattern.ts';

/** The place in the app: path without origin, and its query. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** How the person came to the present place. */
export type Move = 'start' | 'push' | 'replace' | 'back';

const place = signal<Place>(currentPlace());
let move: Move = 'start';

/** The place that is shown. Components that read its value render again when it changes. */
export const location: ReadonlySignal<Place> = computed(() => place.value);

/** How the person came to the present place. */
export const lastMove = (): Move => move;

/** Parameters of the route of the page, for `useParameters`. */
export const RouteParameters = createContext<Parameters>({});

/** Shows another place of the app. `replace` writes no step into the history of the browser. */
export function navigate(to: string, options: { readonly replace?: boolean } = {}): void {
  const target = new URL(to, window.location.href);
  if (target.origin !== window.location.origin) throw new TypeError(`Not a place of the app: ${to}`);
  if (target.href === window.location.href) return;
  rememberScroll();
  if (options.replace === true) history.replaceState(history.state, '', target);
  else history.pushState({}, '', target);
  move = options.replace === true ? 'replace' : 'push';
  place.value = currentPlace();
}

/** Follows the back and forward buttons. Call it once. */
export function startRouter(): void {
  history.scrollRestoration = 'manual';
  window.addEventListener('popstate', () => {
    const next = currentPlace();
    // A link to a part of the page changes neither path nor query.
    if (next.path === place.peek().path && String(next.query) === String(place.peek().query)) return;
    move = 'back';
    place.value = next;
  });
  window.addEventListener('pagehide', rememberScroll);
}

/** Vertical position that the present history entry was left at. */
export function rememberedScroll(): number {
  const top: unknown = Object(history.state).scrollTop;
  return typeof top === 'number' ? top : 0;
}

/** Returns the parameters of the route pattern: `/orders/:id` gives `id`. */
export const useParameters = (): Parameters => useContext(RouteParameters);

/** A link within the app. Clicks with a modifier key or another button keep their meaning in the browser. */
export function Link({ to, onClick, ...attributes }: LinkProps): JSX.Element {
  return h('a', {
    ...attributes,
    href: to,
    onClick: (event: JSX.TargetedMouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      if (event.defaultPrevented || !isPlainClick(event)) return;
      event.preventDefault();
      navigate(to);
    },
  });
}

/** Attributes of `Link`: those of an anchor, with `to` in place of `href`. */
export interface LinkProps extends Omit<JSX.HTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  readonly to: string;
  readonly onClick?: (event: JSX.TargetedMouseEvent<HTMLAnchorElement>) => void;
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

function rememberScroll(): void {
  history.replaceState({ ...Object(history.state), scrollTop: window.scrollY }, '');
}

function currentPlace(): Place {
  const { pathname, search } = globalThis.location ?? { pathname: '/', search: '' };
  return { path: pathname, query: new URLSearchParams(search) };
}
