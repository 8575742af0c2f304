import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { LinkButton } from '#web/components/button.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { usedEntries } from '#web/data/entries.ts';
import { workplace } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { refusalOf } from './navigation.ts';
import { loadedPage, loadPage } from './page-loader.ts';
import { findRoute } from './route-pattern.ts';
import { lastMove, location, RouteParameters, rememberedScroll } from './router.ts';
import { type Route, routes } from './routes.ts';

/** The page of the present place, or the reason why there is none. */
export function RouteView() {
  const { path } = location.value;
  const found = findRoute(routes, path);
  const loaded = useLoadedPage(found?.route);
  const place = workplace.value;
  const key = `${path} ${place.kind === 'farm' ? place.brand.id : ''}`;
  const isReady = useReadiness(key, loaded.page);
  useArrival(path, isReady ? loaded.page : undefined);
  if (found === undefined) return <MissingPage kind="missing" />;
  const refusal = refusalOf(found.route);
  if (refusal !== undefined) return <MissingPage kind={refusal} />;
  if (loaded.error !== undefined) return <FailedPage error={loaded.error} />;
  if (loaded.page === undefined) return <WaitingPage />;
  const Content = loaded.page;
  return (
    <>
      {!isReady && <WaitingPage />}
      <div class={isReady ? 'route' : 'route route-waiting'}>
        <ErrorBoundary key={key}>
          <RouteParameters.Provider value={found.parameters}>
            <Content />
          </RouteParameters.Provider>
        </ErrorBoundary>
      </div>
    </>
  );
}

interface LoadedPage {
  readonly page?: ComponentType;
  readonly error?: unknown;
}

/** Loads the chunk of a page. A page of an earlier visit is there at once. */
function useLoadedPage(route: Route | undefined): LoadedPage {
  const [, setSettled] = useState(0);
  const [failure, setFailure] = useState<{ readonly route: Route; readonly error: unknown }>();
  const page = route && loadedPage(route);
  useEffect(() => {
    // A page that was loaded between rendering and here is rendered, too: the condition is that of the rendering.
    if (route === undefined || page !== undefined) return;
    let isCurrent = true;
    loadPage(route).then(
      () => {
        if (isCurrent) setSettled((count) => count + 1);
      },
      (error: unknown) => {
        if (isCurrent) setFailure({ route, error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [route]);
  if (page !== undefined) return { page };
  return failure !== undefined && failure.route === route ? { error: failure.error } : {};
}

function WaitingPage() {
  return (
    <div class="page route-skeleton">
      <Loading />
    </div>
  );
}

function MissingPage({ kind }: { readonly kind: 'missing' | 'workplace' | 'role' }) {
  const { title, text } = texts.app.noPage[kind];
  const home = workplace.value.kind === 'claims' ? '/claims' : '/';
  return (
    <Page title={title} narrow>
      <Empty
        icon={kind === 'missing' ? 'question' : 'lock'}
        title={text}
        action={<LinkButton to={home}>{texts.app.noPage.home}</LinkButton>}
      />
    </Page>
  );
}

interface Props {
  readonly children: ComponentChildren;
}

/** Shows the error page when a page failed to render. Its key must be the path, so that another page renders again. */
class ErrorBoundary extends Component<Props, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <FailedPage error={error} />;
  }
}

/** A page that could not be shown. */
function FailedPage({ error }: { readonly error: unknown }) {
  return (
    <Page title={texts.app.failedPage.title} narrow>
      <Failure error={error} kept={texts.app.failedPage.kept} onRetry={() => window.location.reload()} />
    </Page>
  );
}

/** Longer than a slow network takes: a page that is shown before its data moves when the data arrives. */
const longestWait = 10_000;

/**
 * Whether the awaited data of a page has arrived, or failed. Until then the page is laid out but not visible, so that its parts
 * do not move under the eyes of the person. `place` names the page that is shown; `page` is undefined while its code loads.
 */
function useReadiness(place: string, page: unknown): boolean {
  const [readyPlace, setReadyPlace] = useState<string>();
  useLayoutEffect(() => {
    if (page === undefined) return;
    const show = () => setReadyPlace(place);
    if (isSettled()) return show();
    let frame = requestAnimationFrame(function look() {
      // Data can lead to a further query, which starts with the next frame.
      frame = requestAnimationFrame(() => (isSettled() ? show() : look()));
    });
    const timer = setTimeout(show, longestWait);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [place, page]);
  return readyPlace === place;
}

const isSettled = (): boolean =>
  usedEntries().every(({ isAwaited, state }) => {
    const { readAt, error } = state.peek();
    return !isAwaited || readAt !== undefined || error !== undefined;
  });

/**
 * Lets the person arrive at a page: the title of the document follows the heading, and the position is the one that the page
 * was left at. The first field has the focus if the page asks for it, otherwise the heading after a navigation.
 */
function useArrival(path: string, page: unknown): void {
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
