import { useState } from 'preact/hooks';
import type { Contact } from '#contract/commerce/contacts.ts';
import { channels } from '#contract/commerce/contacts.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { useAction } from '#web/data/action.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

type Channel = 'email' | 'sms';

interface Decision {
  readonly channel: Channel;
  readonly status: 'granted' | 'withdrawn';
}

/** The consents of a person by channel, with their source and time. */
export function ConsentsSection({
  contact,
  reason,
  onChange,
}: {
  readonly contact: Contact;
  readonly reason: string | undefined;
  readonly onChange: (contact: Contact) => void;
}) {
  const words = texts.customers;
  const [decision, setDecision] = useState<Decision>();
  return (
    <Section title={words.consents} note={words.consentsText} kind="card">
      {channels.map((channel) => {
        const consent = contact.consents[channel];
        const isGranted = consent?.status === 'granted';
        return (
          <section key={channel} class="consent" aria-label={words.channels[channel]}>
            <div class="consent-head">
              <strong>{words.channels[channel]}</strong>
              <Badge tone={isGranted ? 'good' : consent ? 'warning' : 'neutral'}>
                {words.consentStatus[consent?.status ?? 'none']}
              </Badge>
              <Button
                small
                reason={reason}
                reasonAs="tip"
                label={`${isGranted ? words.recordWithdrawal : words.recordConsent}: ${words.channels[channel]}`}
                onClick={() => setDecision({ channel, status: isGranted ? 'withdrawn' : 'granted' })}
              >
                {isGranted ? words.recordWithdrawal : words.recordConsent}
              </Button>
            </div>
            {consent && (
              <Facts
                facts={[
                  { label: words.consentColumns.source, value: consent.source },
                  { label: words.consentColumns.at, value: formatDateTime(consent.at) },
                  { label: words.consentColumns.version, value: consent.text_version },
                ]}
              />
            )}
          </section>
        );
      })}
      {decision && (
        <RecordConsent
          contact={contact}
          decision={decision}
          onClose={() => setDecision(undefined)}
          onRecorded={onChange}
        />
      )}
    </Section>
  );
}

function RecordConsent({
  contact,
  decision: { channel, status },
  onClose,
  onRecorded,
}: {
  readonly contact: Contact;
  readonly decision: Decision;
  readonly onClose: () => void;
  readonly onRecorded: (contact: Contact) => void;
}) {
  const words = texts.customers;
  const [source, setSource] = useState('');
  const [version, setVersion] = useState('');
  const record = useAction(
    () =>
      api('POST /api/v1/contacts/{id}/consents', {
        id: contact.id,
        channel,
        status,
        source: source.trim(),
        text_version: version.trim() || undefined,
      }),
    { done: words.consentSaved },
  );
  const submit = async () => {
    const changed = await record.run();
    if (!changed) return;
    onRecorded(changed);
    onClose();
  };
  const title = (status === 'granted' ? words.recordTitle : words.withdrawTitle)(words.channels[channel]);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form="record-consent" busy={record.isRunning}>
            {status === 'granted' ? words.recordConsent : words.recordWithdrawal}
          </Button>
        </>
      }
    >
      <Form id="record-consent" label={title} onSubmit={submit} error={record.error}>
        <TextField
          name="source"
          label={words.consentSource}
          hint={words.consentSourceHint}
          value={source}
          onChange={setSource}
          required
          autoFocus
        />
        <TextField
          name="text_version"
          label={words.consentVersion}
          hint={words.consentVersionHint}
          value={version}
          onChange={setVersion}
        />
      </Form>
    </Dialog>
  );
}
