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
let mayLeave: (() => Promise<boolean>) | undefined;
let isAsking = false;

/** The place that is shown. Components that read its value render again when it changes. */
export const location: ReadonlySignal<Place> = computed(() => place.value);

/** How the person came to the present place. */
export const lastMove = (): Move => move;

/** Parameters of the route of the page, for `useParameters`. */
export const RouteParameters = createContext<Parameters>({});

/** Asks a question before the person leaves the page, until the returned function is called. */
export function guardLeaving(ask: () => Promise<boolean>): () => void {
  mayLeave = ask;
  return () => {
    if (mayLeave === ask) mayLeave = undefined;
  };
}

/** Resolves to false if the person stays on the page because its input is not saved. */
export async function confirmLeaving(): Promise<boolean> {
  if (mayLeave === undefined) return true;
  isAsking = true;
  const isConfirmed = await mayLeave();
  isAsking = false;
  if (isConfirmed) mayLeave = undefined;
  return isConfirmed;
}

/**
 * Shows another place of the app. `replace` writes no step into the history of the browser; `step` names the step that it writes.
 * `saved` asks no question, because the input of the page is saved.
 */
export function navigate(
  to: string,
  options: { readonly replace?: boolean; readonly step?: string; readonly saved?: boolean } = {},
): void {
  const target = new URL(to, window.location.href);
  if (target.origin !== window.location.origin) throw new TypeError(`Not a place of the app: ${to}`);
  if (target.href === window.location.href) return;
  if (options.saved !== true && isGuarded(target.pathname)) {
    void askToLeave(() => navigate(to, { ...options, saved: true }));
    return;
  }
  rememberScroll();
  if (options.replace === true) history.replaceState(history.state, '', target);
  else history.pushState({ step: options.step }, '', target);
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
    if (isGuarded(next.path)) {
      // The browser has left already, so the page gets its step back until the person answers.
      history.pushState({}, '', addressOf(place.peek()));
      void askToLeave(() => history.back());
      return;
    }
    move = 'back';
    place.value = next;
  });
  window.addEventListener('pagehide', rememberScroll);
}

/** The name of the step that led to the present place, if it has one. Its way back is the place that it was opened from. */
export function stepName(): string | undefined {
  const step: unknown = Object(history.state).step;
  return typeof step === 'string' ? step : undefined;
}

/** Goes back to where the present step was opened. */
export const stepBack = (): void => history.back();

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

const isGuarded = (path: string): boolean => mayLeave !== undefined && path !== place.peek().path;

async function askToLeave(leave: () => void): Promise<void> {
  if (!isAsking && (await confirmLeaving())) leave();
}

const addressOf = ({ path, query }: Place): string => (query.size > 0 ? `${path}?${query}` : path);

function rememberScroll(): void {
  history.replaceState({ ...Object(history.state), scrollTop: window.scrollY }, '');
}

function currentPlace(): Place {
  const { pathname, search } = globalThis.location ?? { pathname: '/', search: '' };
  return { path: pathname, query: new URLSearchParams(search) };
}
