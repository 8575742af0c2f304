import { useState } from 'preact/hooks';
import type { MessagingSettings, Suppression } from '#commerce/messages/contract.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { FieldFrame, type FieldProps } from '#web/components/field-frame.tsx';
import { FieldRow, Form, TextAreaField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages } from '#web/data/query.ts';
import { campaignTexts } from '#web/farm/campaigns/campaign-texts.ts';
import { isOwner, mayEdit, useBrand } from '#web/session/session.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { useMessagingSettings } from './messaging-settings.ts';
import './messaging.css';

/** Who sends messages, when nobody is disturbed, and which addresses get none. */
export default function MessagingPage() {
  const words = campaignTexts.messaging;
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

/** Addresses that get no messages. The service keeps no address, so a person looks one up. */
function SuppressionsSection() {
  const brand = useBrand();
  const words = campaignTexts.messaging;
  const list = usePages('messaging/suppressions', (cursor) =>
    api('GET /api/v1/suppressions', { brand_id: brand.id, limit: 50, cursor }),
  );
  const [address, setAddress] = useState('');
  const [lookedUp, setLookedUp] = useState<{
    readonly address: string;
    readonly suppression: Suppression | undefined;
  }>();
  const lookUp = useAction(async () => {
    const { data } = await api('GET /api/v1/suppressions', { brand_id: brand.id, ...memberOf(address) });
    setLookedUp({ address: address.trim(), suppression: data[0] });
  });
  const suppress = useAction(
    async (text: string) => {
      const suppression = await api('POST /api/v1/suppressions', {
        brand_id: brand.id,
        ...memberOf(text),
      });
      setLookedUp({ address: text, suppression });
      await list.refresh();
    },
    { done: words.added },
  );
  const allow = useAction(
    async ({ id, reason }: Suppression) => {
      await api('DELETE /api/v1/suppressions/{id}', {
        id,
        ...(reason === 'complaint' && { reason: why.trim() }),
      });
      setLookedUp(undefined);
      list.update((rows) => rows.filter((row) => row.id !== id));
    },
    { done: words.allowed },
  );
  const [why, setWhy] = useState('');
  const askAllow = async (suppression: Suppression) => {
    if (await confirm({ title: words.allowTitle, text: words.allowText, action: words.allow }))
      await allow.run(suppression);
  };
  const reason = isOwner() ? undefined : campaignTexts.ownerReason;
  const reasonOf = (one: Suppression) => {
    if (one.ends_by === 'customer') return words.byCustomer;
    return one.reason === 'complaint' && why.trim() === '' ? words.allowReason : reason;
  };
  const allowButton = (suppression: Suppression) => (
    <Button small reason={reasonOf(suppression)} reasonAs="tip" onClick={() => void askAllow(suppression)}>
      {words.allow}
    </Button>
  );
  const hasComplaint = [lookedUp?.suppression, ...list.rows].some((one) => one?.reason === 'complaint');
  return (
    <Section title={words.suppressions} note={words.suppressionsText} kind="card">
      <Form
        rules={contractRules('POST /api/v1/suppressions')}
        label={words.suppressions}
        onSubmit={async () => address.trim() !== '' && lookUp.run()}
        error={lookUp.error}
        actions={
          <Button type="submit" icon="search" busy={lookUp.isRunning}>
            {words.lookUpAction}
          </Button>
        }
      >
        <TextField label={words.lookUp} value={address} onChange={setAddress} inputmode="email" />
      </Form>
      {lookedUp && (
        <div class="suppression-found" role="status">
          <Badge tone={lookedUp.suppression ? 'warning' : 'good'}>
            {(lookedUp.suppression ? words.suppressed : words.notSuppressed)(lookedUp.address)}
          </Badge>
          {lookedUp.suppression ? (
            allowButton(lookedUp.suppression)
          ) : (
            <Button busy={suppress.isRunning} onClick={() => void suppress.run(lookedUp.address)}>
              {words.suppress}
            </Button>
          )}
        </div>
      )}
      {hasComplaint && <TextField label={words.allowReason} value={why} onChange={setWhy} />}
      {list.isLoading && <Loading rows={3} />}
      {list.error !== undefined && <Failure error={list.error} onRetry={() => void list.refresh()} />}
      {!list.isLoading && list.error === undefined && list.rows.length === 0 && <p>{words.noSuppressions}</p>}
      {list.rows.length > 0 && (
        <DataTable
          label={words.suppressionsLabel}
          rows={list.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'channel',
              label: words.columns.channel,
              cell: ({ channel }) => campaignTexts.types[channel],
            },
            { id: 'reason', label: words.columns.reason, cell: (row) => words.reasons[row.reason] },
            { id: 'at', label: words.columns.at, cell: ({ created_at }) => formatDateTime(created_at) },
            { id: 'action', label: words.columns.action, align: 'end', cell: allowButton },
          ]}
        />
      )}
      {list.hasMore && (
        <Button busy={list.isLoadingMore} onClick={() => void list.loadMore()}>
          {texts.customers.more}
        </Button>
      )}
    </Section>
  );
}

const memberOf = (address: string): { readonly email: string } | { readonly phone: string } =>
  address.includes('@') ? { email: address.trim() } : { phone: address.trim() };

/** Sender, quiet hours and test addresses of a brand. */
function SenderForm({
  settings,
  onSaved,
}: {
  readonly settings: MessagingSettings;
  readonly onSaved: (settings: MessagingSettings) => void;
}) {
  const words = campaignTexts.messaging;
  const [fromName, setFromName] = useState(settings.from_name ?? '');
  const [replyTo, setReplyTo] = useState(settings.reply_to ?? '');
  const [postalAddress, setPostalAddress] = useState(settings.postal_address ?? '');
  const [quiet, setQuiet] = useState(settings.quiet_hours);
  const [tests, setTests] = useState(settings.test_addresses.join('\n'));
  const reason = isOwner() ? undefined : campaignTexts.ownerReason;
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
      rules={contractRules('PUT /api/v1/brands/{brand_id}/messaging')}
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

/** A field for a time of day, as HH:MM. */
function TimeField(
  props: FieldProps & { readonly value: string; readonly onChange: (value: string) => void },
) {
  return (
    <FieldFrame {...props}>
      {(attributes) => (
        <input
          {...attributes}
          class="field-control"
          type="time"
          value={props.value}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
