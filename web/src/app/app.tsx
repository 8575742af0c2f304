import { useEffect } from 'preact/hooks';
import { session } from '#web/session/session.ts';
import { FailedStart, SignInPage } from '#web/session/sign-in-page.tsx';
import { sessionState } from '#web/session/start-session.ts';
import { texts } from '#web/text/texts.ts';
import { findRoute } from './route-pattern.ts';
import { RouteView } from './route-view.tsx';
import { location, navigate } from './router.ts';
import { routes } from './routes.ts';
import { Shell } from './shell.tsx';

/** The whole app: the shell of a signed-in person, or the way to sign in. */
export function App() {
  const state = sessionState.value;
  if (state.kind === 'signed-in') return hasAccess() ? <Shell /> : <Entrance />;
  if (state.kind === 'signed-out') return <SignInPage reason={state.reason} />;
  if (state.kind === 'failed') return <FailedStart error={state.error} />;
  return <Starting />;
}

/** The frame of a person without any role, for the welcome and for invitations. */
function Entrance() {
  const isOpen = findRoute(routes, location.value.path)?.route.workplace === 'any';
  useEffect(() => {
    if (!isOpen) navigate('/welcome', { replace: true });
  }, [isOpen]);
  return <main id="main">{isOpen && <RouteView />}</main>;
}

/** Nothing is shown for the moment in which the app starts or leaves for the sign-in. */
function Starting() {
  return (
    <main id="main" aria-busy="true">
      <h1 class="unseen">{texts.session.starting}</h1>
    </main>
  );
}

function hasAccess(): boolean {
  const person = session.value;
  return person !== undefined && person.brands.length + person.claimsRoles.length > 0;
}
