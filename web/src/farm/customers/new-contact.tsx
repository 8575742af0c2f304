import { useState } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { contactDraft, contactInput } from './contact-draft.ts';
import { ContactFields } from './contact-fields.tsx';

/** Adds a contact and opens its page. */
export function NewContact({ onClose }: { readonly onClose: () => void }) {
  const brand = useBrand();
  const words = texts.customers;
  const [draft, setDraft] = useState(contactDraft());
  const create = useAction(
    () => api('POST /api/v1/contacts', { brand_id: brand.id, ...contactInput(draft) }),
    {
      done: words.added,
    },
  );
  const submit = async () => {
    const contact = await create.run();
    if (!contact) return;
    refreshAll('customers?');
    navigate(`/customers/${contact.id}`);
  };
  const isEmpty = [draft.name, draft.email, draft.phone].every((text) => text.trim() === '');
  return (
    <Dialog
      title={words.addTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form="new-contact"
            busy={create.isRunning}
            reason={isEmpty ? words.needsAddress : undefined}
            reasonAs="tip"
          >
            {words.add}
          </Button>
        </>
      }
    >
      <Form id="new-contact" label={words.addTitle} onSubmit={submit} error={create.error}>
        <ContactFields draft={draft} onChange={setDraft} isShort />
      </Form>
    </Dialog>
  );
}
