import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Failure } from '#web/components/states.tsx';
import { texts } from '#web/text/texts.ts';
import { SignInNotConfigured } from './config.ts';
import { signIn } from './start-session.ts';
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
      {reason !== undefined && reason !== 'login_required' && (
        <Notice tone="warning">{reasonText(reason)}</Notice>
      )}
      <Button kind="primary" wide busy={isLeaving} onClick={() => void leave()}>
        {session.signIn}
      </Button>
    </EntrySheet>
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

function reasonText(reason: string): string {
  const { expired, access_denied, state_mismatch, other } = texts.session.reasons;
  const known: Readonly<Record<string, string>> = { expired, access_denied, state_mismatch };
  return known[reason] ?? other(reason);
}
