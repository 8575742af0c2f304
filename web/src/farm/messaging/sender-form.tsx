import { useState } from 'preact/hooks';
import type { MessagingSettings } from '#contract/commerce/messaging.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { FieldRow, Form, TextAreaField, TextField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { useAction } from '#web/data/action.ts';
import { isOwner } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { TimeField } from './time-field.tsx';

/** Sender, quiet hours and test addresses of a brand. */
export function SenderForm({
  settings,
  onSaved,
}: {
  readonly settings: MessagingSettings;
  readonly onSaved: (settings: MessagingSettings) => void;
}) {
  const words = texts.campaigns.messaging;
  const [fromName, setFromName] = useState(settings.from_name ?? '');
  const [replyTo, setReplyTo] = useState(settings.reply_to ?? '');
  const [postalAddress, setPostalAddress] = useState(settings.postal_address ?? '');
  const [quiet, setQuiet] = useState(settings.quiet_hours);
  const [tests, setTests] = useState(settings.test_addresses.join('\n'));
  const reason = isOwner() ? undefined : texts.campaigns.ownerReason;
  const save = useAction(
    () =>
      api(
        'PUT /api/v1/brands/{brand_id}/messaging',
        {
          brand_id: settings.brand_id,
          from_name: fromName.trim() || undefined,
          reply_to: replyTo.trim() || undefined,
          postal_address: postalAddress.trim() || undefined,
          quiet_hours: quiet,
          test_addresses: tests.split(/[\s,;]+/).filter((address) => address !== ''),
        },
        settings.version > 0 ? { ifMatch: settings } : {},
      ),
    { done: words.saved },
  );
  const submit = async () => {
    const saved = await save.run();
    if (saved) onSaved(saved);
  };
  return (
    <Form
      label={words.title}
      onSubmit={submit}
      error={save.error}
      actions={
        <Button kind="primary" type="submit" busy={save.isRunning} reason={reason}>
          {words.save}
        </Button>
      }
    >
      <Section title={words.sender} kind="card">
        <TextField
          name="from_name"
          label={words.fromName}
          hint={words.fromNameHint}
          value={fromName}
          onChange={setFromName}
          reason={reason}
        />
        <TextField
          name="reply_to"
          type="email"
          label={words.replyTo}
          value={replyTo}
          onChange={setReplyTo}
          reason={reason}
        />
        <TextAreaField
          name="postal_address"
          label={words.postalAddress}
          hint={words.postalAddressHint}
          rows={2}
          value={postalAddress}
          onChange={setPostalAddress}
          reason={reason}
        />
        <TextAreaField
          name="test_addresses"
          label={words.testAddresses}
          hint={words.testAddressesHint}
          rows={3}
          value={tests}
          onChange={setTests}
          reason={reason}
        />
      </Section>
      <Section title={words.quietHours} note={words.quietHoursHint} kind="card">
        <FieldRow>
          <TimeField
            name="quiet_hours.start"
            label={words.quietStart}
            value={quiet.start}
            onChange={(start) => setQuiet({ ...quiet, start })}
            reason={reason}
          />
          <TimeField
            name="quiet_hours.end"
            label={words.quietEnd}
            value={quiet.end}
            onChange={(end) => setQuiet({ ...quiet, end })}
            reason={reason}
          />
        </FieldRow>
      </Section>
    </Form>
  );
}
