import { useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { confirm, Dialog } from '#web/components/dialog.tsx';
import { ChoiceField } from '#web/components/fields.tsx';
import { outboxCount } from '#web/offline/outbox-count.ts';
import { session } from '#web/session/session.ts';
import { signOut } from '#web/session/start-session.ts';
import { chooseLanguage, type Language, language, languageNames } from '#web/text/language.ts';
import { texts } from '#web/text/texts.ts';
import { openKeyHelp } from '../key-help/open-key-help.tsx';
import './preferences.css';
import { chooseTheme, theme, themes } from '../theme.ts';

/** The settings of the person on this device, with sign-out. */
export default function PreferencesDialog({ onClose }: { readonly onClose: () => void }) {
  const { preferences } = texts.app;
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    if (!(await mayLeave())) return;
    setLeaving(true);
    await signOut();
  };
  return (
    <Dialog
      title={session.value?.person.name ?? preferences.title}
      onClose={onClose}
      actions={
        <>
          <Button
            kind="quiet"
            icon="keyboard"
            onClick={() => {
              onClose();
              openKeyHelp();
            }}
          >
            {preferences.keys}
          </Button>
          <Button busy={isLeaving} onClick={() => void leave()}>
            {preferences.signOut}
          </Button>
        </>
      }
    >
      <div class="preferences">
        <ChoiceField
          label={preferences.theme}
          wide
          value={theme.value}
          options={themes.map((value) => ({ value, label: preferences.themes[value] }))}
          onChange={chooseTheme}
        />
        <ChoiceField
          label={preferences.language}
          hint={preferences.languageHint}
          wide
          value={language}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={chooseLanguage}
        />
      </div>
    </Dialog>
  );
}

const languages: readonly Language[] = ['en', 'es'];

/** The outbox belongs to the person and is sent only while the person is signed in. */
async function mayLeave(): Promise<boolean> {
  const waiting = outboxCount.peek();
  if (waiting === 0) return true;
  const { preferences } = texts.app;
  return confirm({
    title: preferences.leaveTitle,
    text: preferences.leaveText(waiting),
    action: preferences.signOut,
    danger: true,
  });
}
