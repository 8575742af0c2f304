import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Failure } from '#web/components/states.tsx';
import { texts } from '#web/text/texts.ts';
import { SignInNotConfigured } from './config.ts';
import { keptSession } from './person.ts';
import { signIn } from './start-session.ts';
import { countWaiting } from './waiting-entries.ts';
import './entry-page.css';

/** The page of a signed-out person: one button that leads to the provider. */
export function SignInPage({ reason }: { readonly reason?: string | undefined }) {
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
      <Button kind="primary" wide busy={isLeaving} onClick={() => void leave()}>
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
export function FailedStart({ error }: { readonly error: unknown }) {
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
