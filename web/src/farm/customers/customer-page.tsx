import { useState } from 'preact/hooks';
import { type Contact, channels } from '#commerce/contacts/contact-fields.ts';
import type { Suppression } from '#commerce/messages/contract.ts';
import { api } from '#web/api/api.ts';
import { useParameters } from '#web/app/router.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Form, TextAreaField, TextField } from '#web/components/fields.tsx';
import { Columns, Page, Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { campaignTexts } from '#web/farm/campaigns/campaign-texts.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatAmount, formatDateOf, formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { contactDraft, contactPatch, profileFields } from './contact-draft.ts';
import { ContactFields } from './contact-fields.tsx';
import { TagList } from './customer-columns.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { contactName } from './customer-list.ts';
import { PersonalData } from './personal-data.tsx';
import { SharedAddress } from './shared-address.tsx';
import './customers.css';

/** One customer: what was bought, what was said, and what the person agreed to. */
export default function CustomerPage() {
  const { id = '' } = useParameters();
  const query = useQuery(`customers/${id}`, () => api('GET /api/v1/contacts/{id}', { id }));
  const { data: contact, error } = query;
  const change = (changed: Contact) => {
    query.set(changed);
    refreshAll('customers?');
    refreshAll(`customers/${id}/history`);
  };
  if (contact) return <CustomerView key={id} contact={contact} onChange={change} />;
  return (
    <Page title={texts.customers.title}>
      {error === undefined ? (
        <Loading rows={8} />
      ) : (
        <Failure error={error} onRetry={() => void query.refresh()} />
      )}
    </Page>
  );
}

function CustomerView({
  contact,
  onChange,
}: {
  readonly contact: Contact;
  readonly onChange: (contact: Contact) => void;
}) {
  const { currency } = useBrand();
  const words = texts.customers;
  const reason = mayEdit() ? undefined : words.viewerReason;
  const { order_count, total_spent, first_order_at, last_order_at, created_at, source, tags } = contact;
  return (
    <Page
      title={contactName(contact) ?? words.noName}
      answer={`${words.orders(order_count)}, ${formatAmount(total_spent, currency)}`}
      note={tags.length > 0 && <TagList tags={tags} />}
    >
      <Facts
        wide
        facts={[
          {
            label: words.facts.lastOrder,
            value: last_order_at === undefined ? words.never : formatDateOf(last_order_at),
          },
          { label: words.facts.firstOrder, value: first_order_at && formatDateOf(first_order_at) },
          { label: words.facts.since, value: formatDateOf(created_at) },
          { label: words.facts.source, value: words.sources[source] },
        ]}
      />
      <Columns even={false}>
        <div class="customer-column">
          <NoteForm contact={contact} reason={reason} />
          <CustomerHistory contactId={contact.id} />
        </div>
        <div class="customer-column">
          <ContactDetails contact={contact} reason={reason} onChange={onChange} />
          <ConsentsSection contact={contact} reason={reason} onChange={onChange} />
          <PersonalData contact={contact} reason={reason} onChange={onChange} />
        </div>
      </Columns>
    </Page>
  );
}

/** Adds a note to a contact. */
function NoteForm({ contact, reason }: { readonly contact: Contact; readonly reason: string | undefined }) {
  const words = texts.customers;
  const [text, setText] = useState('');
  const add = useAction(
    () => api('POST /api/v1/contacts/{id}/notes', { id: contact.id, text: text.trim() }),
    {
      done: words.noteAdded,
    },
  );
  const submit = async () => {
    if (text.trim() === '' || !(await add.run())) return;
    setText('');
    refreshAll(`customers/${contact.id}/history`);
  };
  return (
    <Form
      rules={contractRules('POST /api/v1/contacts/{id}/notes')}
      label={words.addNote}
      onSubmit={submit}
      error={add.error}
      actions={
        <Button type="submit" icon="note" busy={add.isRunning} reason={reason}>
          {words.addNote}
        </Button>
      }
    >
      <TextAreaField
        name="text"
        label={words.note}
        hint={words.noteHint}
        rows={2}
        maxLength={5000}
        value={text}
        onChange={setText}
        reason={reason}
      />
    </Form>
  );
}

/** Name, addresses and tags of a contact, to read and to edit. */
function ContactDetails({
  contact,
  reason,
  onChange,
}: {
  readonly contact: Contact;
  readonly reason: string | undefined;
  readonly onChange: (contact: Contact) => void;
}) {
  const words = texts.customers;
  const [draft, setDraft] = useState<ReturnType<typeof contactDraft>>();
  const save = useAction(
    () =>
      api('PATCH /api/v1/contacts/{id}', {
        id: contact.id,
        ...contactPatch(draft ?? contactDraft(contact), contact),
      }),
    { done: words.saved },
  );
  const submit = async () => {
    const changed = await save.run();
    if (!changed) return;
    setDraft(undefined);
    onChange(changed);
  };
  if (draft)
    return (
      <Section title={words.details} kind="card">
        <Form
          rules={contractRules('PATCH /api/v1/contacts/{id}')}
          label={words.details}
          onSubmit={submit}
          error={save.error}
          actions={
            <>
              <Button kind="primary" type="submit" busy={save.isRunning}>
                {words.save}
              </Button>
              <Button onClick={() => setDraft(undefined)}>{words.cancel}</Button>
            </>
          }
        >
          <ContactFields draft={draft} onChange={setDraft} />
        </Form>
      </Section>
    );
  return (
    <Section
      title={words.details}
      kind="card"
      actions={
        <Button
          small
          icon="edit"
          reason={reason}
          reasonAs="tip"
          onClick={() => setDraft(contactDraft(contact))}
        >
          {words.edit}
        </Button>
      }
    >
      <Facts facts={profileFields.map((field) => ({ label: words.fields[field], value: contact[field] }))} />
    </Section>
  );
}

type Channel = 'email' | 'sms';

interface Decision {
  readonly channel: Channel;
  readonly status: 'granted' | 'withdrawn';
}

/** The addresses of a person that get no messages. Viewers do not see them. */
function useSilences({ id, brand_id, email, phone }: Contact): readonly Suppression[] {
  const isShown = mayEdit() && (email ?? phone) !== undefined;
  const query = useQuery(isShown ? `customers/${id}/silences?${email}&${phone}` : undefined, async () => {
    const { data } = await api('GET /api/v1/suppressions', {
      brand_id,
      ...(email !== undefined && { email }),
      ...(phone !== undefined && { phone }),
    });
    return data;
  });
  return query.data ?? [];
}

/** The consents of a person by channel, with their source and time. */
function ConsentsSection({
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
  const silences = useSilences(contact);
  const ask = useAction(
    (channel: Channel) => api('POST /api/v1/contacts/{id}/opt-in-requests', { id: contact.id, channel }),
    { done: words.consentAsked },
  );
  return (
    <Section title={words.consents} note={words.consentsText} kind="card">
      {channels.map((channel) => {
        const consent = contact.consents[channel];
        const isGranted = consent?.status === 'granted';
        const silence = silences.find((one) => one.channel === channel);
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
            {silence && (
              <div class="consent-silence">
                <Badge tone="warning">{words.silent(campaignTexts.messaging.reasons[silence.reason])}</Badge>
                <span>{words.endsBy[silence.ends_by]}</span>
                {silence.reason === 'complaint' ? (
                  <span>{words.cannotAsk}</span>
                ) : (
                  <Button small busy={ask.isRunning} onClick={() => void ask.run(channel)}>
                    {words.askConsent}
                  </Button>
                )}
              </div>
            )}
            {consent && (
              <Facts
                facts={[
                  { label: words.consentColumns.source, value: consent.source },
                  { label: words.consentColumns.at, value: formatDateTime(consent.at) },
                  { label: words.consentColumns.version, value: consent.text_version },
                ]}
              />
            )}
            <SharedAddress contact={contact} channel={channel} reason={reason} />
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
      <Form
        rules={contractRules('POST /api/v1/contacts/{id}/consents')}
        id="record-consent"
        label={title}
        onSubmit={submit}
        error={record.error}
      >
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
