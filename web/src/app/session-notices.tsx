import { useEffect } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { isOnline } from '#web/data/connectivity.ts';
import { applyUpdate, updateReady } from '#web/offline/register.ts';
import { signIn, signInAgain } from '#web/session/start-session.ts';
import { sessionEnded } from '#web/session/token.ts';
import { texts } from '#web/text/texts.ts';

/** Messages about the app itself, above the page: the session has ended, a new version is ready. */
export function SessionNotices() {
  const hasEnded = sessionEnded.value && isOnline.value;
  useEffect(() => {
    if (hasEnded && !isEditing()) void signInAgain();
  }, [hasEnded]);
  const { notices } = texts.app;
  return (
    <div class="session-notices">
      {hasEnded && (
        <Notice
          tone="warning"
          isNew
          title={notices.ended}
          action={
            <Button kind="primary" small onClick={() => void signIn()}>
              {texts.session.signIn}
            </Button>
          }
        >
          {notices.endedText}
        </Notice>
      )}
      {updateReady.value && (
        <Notice
          isNew
          title={notices.update}
          action={
            <Button small onClick={applyUpdate}>
              {notices.updateNow}
            </Button>
          }
        >
          {notices.updateText}
        </Notice>
      )}
    </div>
  );
}

/** A person who types decides when to leave for the sign-in. */
function isEditing(): boolean {
  const fields = document.querySelectorAll('dialog[open], main input, main textarea');
  return [...fields].some((field) => field instanceof HTMLDialogElement || hasInput(field));
}

const hasInput = (field: Element): boolean =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  (field === document.activeElement || field.value !== field.defaultValue);
