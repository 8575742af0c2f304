import { Notice } from '#web/components/notice.tsx';
import { Page } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { mayEdit } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { useMessagingSettings } from './messaging-settings.ts';
import { SenderForm } from './sender-form.tsx';
import { SuppressionsSection } from './suppressions-section.tsx';

/** Who sends messages, when nobody is disturbed, and which addresses get none. */
export default function MessagingPage() {
  const words = texts.campaigns.messaging;
  const settings = useMessagingSettings(mayEdit());
  return (
    <Page narrow title={words.title} note={words.question}>
      {!mayEdit() && <Notice>{words.viewerHidden}</Notice>}
      {settings.isLoading && <Loading rows={8} />}
      {settings.error !== undefined && !settings.data && (
        <Failure error={settings.error} onRetry={() => void settings.refresh()} />
      )}
      {settings.data && (
        <SenderForm
          key={settings.data.version}
          settings={settings.data}
          onSaved={(saved) => settings.set(saved)}
        />
      )}
      {mayEdit() && <SuppressionsSection />}
    </Page>
  );
}
