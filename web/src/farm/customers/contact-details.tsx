import { useState } from 'preact/hooks';
import type { Contact } from '#contract/commerce/contacts.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Form } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { contactDraft, contactPatch, profileFields } from './contact-draft.ts';
import { ContactFields } from './contact-fields.tsx';

/** Name, addresses and tags of a contact, to read and to edit. */
export function ContactDetails({
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
