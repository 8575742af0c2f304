import { useState } from 'preact/hooks';
import type { NotificationPreferences as Preferences } from '#contract/commerce/notifications.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { CheckField, FieldRow, Form, NumberField, SelectField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** Which kinds of notifications the person gets here, by e-mail and in the summary. */
export function NotificationPreferences() {
  const { id } = useBrand();
  const preferences = useQuery('notification-preferences', () =>
    api('GET /api/v1/notification-preferences', { brand_id: id }),
  );
  if (preferences.data !== undefined)
    return <PreferencesForm preferences={preferences} initial={preferences.data} />;
  if (preferences.error === undefined) return <Loading rows={8} />;
  return <Failure error={preferences.error} onRetry={() => void preferences.refresh()} />;
}

type Kind = keyof Preferences['kinds'];
type Channel = keyof Preferences['kinds'][Kind];

const channels = { in_app: 'inApp', email: 'email', digest: 'digest' } as const;

function PreferencesForm({
  preferences,
  initial,
}: {
  readonly preferences: Query<Preferences>;
  readonly initial: Preferences;
}) {
  const [kinds, setKinds] = useState(initial.kinds);
  const [digest, setDigest] = useState(initial.digest);
  const [email, setEmail] = useState(initial.unconfirmed_email ?? initial.email ?? '');
  const words = texts.news.preferences;
  const save = useAction(
    async () =>
      preferences.set(
        await api('PUT /api/v1/notification-preferences', {
          brand_id: initial.brand_id,
          kinds,
          digest,
          ...(email !== '' && email !== initial.email && { email }),
        }),
      ),
    { done: words.saved },
  );
  const change = (kind: Kind, channel: Channel, value: boolean) =>
    setKinds((before) => ({ ...before, [kind]: { ...before[kind], [channel]: value } }));
  const unconfirmed = preferences.data?.unconfirmed_email;
  return (
    <Form
      label={words.title}
      onSubmit={() => save.run()}
      error={save.error}
      actions={
        <Button kind="primary" type="submit" busy={save.isRunning}>
          {words.save}
        </Button>
      }
    >
      <Section title={words.title} note={words.note}>
        <DataTable
          label={words.title}
          rows={Object.keys(kinds) as readonly Kind[]}
          rowKey={(kind) => kind}
          columns={[
            { id: 'kind', label: texts.news.kind, cell: (kind) => texts.news.kinds[kind] },
            ...(Object.keys(channels) as readonly Channel[]).map((channel) => ({
              id: channel,
              label: words[channels[channel]],
              cell: (kind: Kind) => (
                <CheckField
                  label={words.each(texts.news.kinds[kind], words[channels[channel]])}
                  labelHidden
                  value={kinds[kind][channel]}
                  onChange={(value) => change(kind, channel, value)}
                />
              ),
            })),
          ]}
        />
      </Section>
      <FieldRow>
        <SelectField
          label={words.frequency}
          name="digest.frequency"
          value={digest.frequency}
          options={(['off', 'daily', 'weekly'] as const).map((value) => ({
            value,
            label: words.frequencies[value],
          }))}
          onChange={(frequency) => setDigest({ ...digest, frequency })}
        />
        <NumberField
          label={words.hour}
          name="digest.hour"
          min={0}
          max={23}
          value={digest.hour}
          onChange={(hour) => setDigest({ ...digest, hour: hour ?? 0 })}
        />
        {digest.frequency === 'weekly' && (
          <SelectField
            label={words.weekday}
            name="digest.weekday"
            value={String(digest.weekday)}
            options={words.weekdays.split('|').map((label, day) => ({ value: String(day), label }))}
            onChange={(day) => setDigest({ ...digest, weekday: Number(day) })}
          />
        )}
      </FieldRow>
      <TextField
        label={words.address}
        name="email"
        type="email"
        autocomplete="email"
        hint={words.noAddress}
        value={email}
        onChange={setEmail}
      />
      {typeof unconfirmed === 'string' && <Notice>{words.unconfirmed(unconfirmed)}</Notice>}
    </Form>
  );
}
