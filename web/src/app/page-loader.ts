import type { ComponentType } from 'preact';
import { loadTexts } from '#web/text/texts.ts';
import { findRoute } from './route-pattern.ts';
import { type Route, routes } from './routes.ts';

const pages = new Map<Route, ComponentType>();
const loading = new Map<Route, Promise<void>>();

/** The page of a route, if its chunk is loaded. */
export const loadedPage = (route: Route): ComponentType | undefined => pages.get(route);

/** Loads the chunk of a page, and the texts of its workplace. */
export function loadPage(route: Route): Promise<void> {
  const pending = loading.get(route) ?? load(route).finally(() => loading.delete(route));
  loading.set(route, pending);
  return pending;
}

/** Loads the page of a path before the person opens it, as when the pointer is on its link. */
export function prefetchPage(path: string): void {
  const route = findRoute(routes, path)?.route;
  if (route !== undefined && !pages.has(route)) loadPage(route).catch(() => undefined);
}

async function load(route: Route): Promise<void> {
  // The texts are the largest file, so they are requested first.
  const [, module] = await Promise.all([
    route.workplace === 'any' ? undefined : loadTexts(route.workplace),
    route.load(),
  ]);
  pages.set(route, module.default);
}
