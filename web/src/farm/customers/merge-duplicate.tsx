import { useState } from 'preact/hooks';
import type { Contact } from '#contract/commerce/contacts.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Toolbar } from '#web/components/page.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { useContactSearch } from './contact-search.ts';
import { contactName } from './customer-list.ts';

/** Finds the other record of a person and unites it with this one. */
export function MergeDuplicate({
  contact,
  onClose,
  onMerged,
}: {
  readonly contact: Contact;
  readonly onClose: () => void;
  readonly onMerged: (contact: Contact) => void;
}) {
  const words = texts.customers;
  const [search, setSearch] = useState('');
  const found = useContactSearch(search, 8);
  const others = (found.data ?? []).filter(({ id }) => id !== contact.id);
  const merge = useAction(
    (duplicateId: string) =>
      api('POST /api/v1/contacts/{id}/merge', { id: contact.id, duplicate_id: duplicateId }),
    {
      done: words.merged,
    },
  );
  const choose = async (duplicate: Contact) => {
    const merged = await merge.run(duplicate.id);
    if (!merged) return;
    onMerged(merged);
    onClose();
  };
  const nameOf = (other: Contact) => contactName(other) ?? words.noName;
  return (
    <Dialog
      title={words.mergeTitle}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.cancel}</Button>}
    >
      <p>{words.mergeText(nameOf(contact))}</p>
      <div class="merge-results">
        <Toolbar>
          <SearchField label={words.mergeSearch} value={search} onChange={setSearch} />
        </Toolbar>
        {found.data && others.length === 0 && <p role="status">{words.mergeNone}</p>}
        {others.map((other) => (
          <div key={other.id} class="merge-result">
            <span>
              <strong>{nameOf(other)}</strong>
              <br />
              <span class="customer-muted">
                {[other.email, other.phone, words.orders(other.order_count)].filter(Boolean).join(', ')}
              </span>
            </span>
            <Button kind="danger" small busy={merge.isRunning} onClick={() => void choose(other)}>
              {words.mergeWith(nameOf(other))}
            </Button>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
