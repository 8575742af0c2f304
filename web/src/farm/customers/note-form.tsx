import { useState } from 'preact/hooks';
import type { Contact } from '#contract/commerce/contacts.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Form, TextAreaField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';

/** Adds a note to a contact. */
export function NoteForm({
  contact,
  reason,
}: {
  readonly contact: Contact;
  readonly reason: string | undefined;
}) {
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
