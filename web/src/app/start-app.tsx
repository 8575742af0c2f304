import { type ComponentChildren, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Failure } from '#web/components/states.tsx';
import { isOnline, watchNetwork } from '#web/data/connectivity.ts';
import { refreshOnReturn } from '#web/data/query.ts';
import { startOffline } from '#web/offline/start.ts';
import { followSession, session } from '#web/session/session.ts';
import { sessionState, signIn, startSession } from '#web/session/start-session.ts';
import { language, texts } from '#web/text/texts.ts';
import { SignInNotConfigured } from '../session/config.ts';
import { keptSession } from '../session/person.ts';
import { findRoute } from './route-pattern.ts';
import { RouteView } from './route-view.tsx';
import { location, navigate, startRouter } from './router.ts';
import { routes } from './routes.ts';
import { Shell } from './shell.tsx';
import { startTheme } from './theme.ts';
import '../session/entry-page.css';
import '../styles/index.css';

/** Starts the session and renders the app. The texts of the frame must be loaded. */
export function startApp(): void {
  document.documentElement.lang = language;
  startTheme();
  startRouter();
  followSession();
  watchNetwork();
  refreshOnReturn();
  startOffline();
  void startSession();
  const root = document.getElementById('app');
  if (root !== null) render(<App />, root);
}

/** The whole app: the shell of a signed-in person, or the way to sign in. */
function App() {
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

/** The page of a signed-out person: one button that leads to the provider. */
function SignInPage({ reason }: { readonly reason?: string | undefined }) {
  const [isLeaving, setLeaving] = useState(false);
  const { session } = texts;
  const leave = async () => {
    setLeaving(true);
    await signIn();
  };
  return (
    <EntrySheet title={session.title}>
      <p class="entry-text">{session.intro}</p>
      {reason !== undefined && <Reason reason={reason} />}
      <Button
        kind="primary"
        wide
        busy={isLeaving}
        reason={isOnline.value ? undefined : session.needsSignal}
        onClick={() => void leave()}
      >
        {session.signIn}
      </Button>
    </EntrySheet>
  );
}

/** Why the person is signed out. A provider that wants the person has ended the session that this device keeps. */
function Reason({ reason }: { readonly reason: string }) {
  const kept = keptSession();
  if (!needsPerson.includes(reason)) return <Notice tone="warning">{reasonText(reason)}</Notice>;
  return reason === 'expired' || kept !== undefined ? <Ended personId={kept?.person.id} /> : null;
}

/** Says that the session has ended, and how many entries wait on this device for the next sign-in. */
function Ended({ personId }: { readonly personId: string | undefined }) {
  const { reasons } = texts.session;
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    if (personId === undefined) return;
    // A device that refuses its storage shows no count.
    void countWaiting(personId).then(setWaiting, () => undefined);
  }, [personId]);
  return (
    <Notice tone="warning" isNew>
      {waiting === 0 ? reasons.expired : reasons.endedWaiting(waiting)}
    </Notice>
  );
}

/** The page of an app that could not start. */
function FailedStart({ error }: { readonly error: unknown }) {
  const { failed, notConfigured } = texts.session;
  if (error instanceof SignInNotConfigured)
    return (
      <EntrySheet title={notConfigured.title}>
        <p class="entry-text">{notConfigured.text}</p>
      </EntrySheet>
    );
  return (
    <EntrySheet title={failed.title}>
      <Failure error={error} kept={failed.kept} onRetry={() => window.location.reload()} />
    </EntrySheet>
  );
}

function EntrySheet({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <main class="entry" id="main">
      <div class="entry-sheet">
        <p class="entry-name">{texts.app.name}</p>
        <h1 class="entry-title">{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** The session of this app has ended, or the provider refuses a sign-in without the person (OpenID Connect Core 1.0, 3.1.2.6). */
const needsPerson: readonly string[] = [
  'expired',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
];

function reasonText(reason: string): string {
  const { access_denied, state_mismatch, other } = texts.session.reasons;
  const known: Readonly<Record<string, string>> = { access_denied, state_mismatch };
  return known[reason] ?? other(reason);
}

/** Returns how many entries of a person wait on this device to be sent. The person need not be signed in. */
async function countWaiting(personId: string): Promise<number> {
  const { openOutbox } = await import('#web/offline/outbox-store.ts');
  const store = await openOutbox(personId);
  try {
    const entries = await store.list();
    return entries.filter(({ state }) => state.kind === 'waiting').length;
  } finally {
    store.close();
  }
}
