import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LinkButton } from '#web/components/button.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty, Loading } from '#web/components/states.tsx';
import { workplace } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { ErrorBoundary, FailedPage } from './error-boundary.tsx';
import { refusalOf } from './navigation.ts';
import { loadedPage, loadPage } from './page-loader.ts';
import { findRoute } from './route-pattern.ts';
import { location, RouteParameters } from './router.ts';
import { type Route, routes } from './routes.ts';
import { useArrival } from './use-arrival.ts';
import { useReadiness } from './use-readiness.ts';

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
