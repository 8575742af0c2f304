import { useState } from 'preact/hooks';
import type { Contact } from '#commerce/contacts/contact-fields.ts';
import type { PersonalRecord } from '#commerce/contacts/contract.ts';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { confirm, Dialog } from '#web/components/dialog.tsx';
import { Section, Toolbar } from '#web/components/page.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { saveFile } from '#web/data/csv-file.ts';
import { refreshAll } from '#web/data/query.ts';
import { untilDone } from '#web/farm/csv/until-done.ts';
import { texts } from '#web/text/texts.ts';
import { contactName, useContactSearch } from './customer-list.ts';

/** What a person can ask for: everything that is stored, and its erasure. Also the merge of two records of a person. */
export function PersonalData({
  contact,
  reason,
  onChange,
}: {
  readonly contact: Contact;
  readonly reason: string | undefined;
  readonly onChange: (contact: Contact) => void;
}) {
  const words = texts.customers;
  const [isMerging, setMerging] = useState(false);
  const name = contactName(contact) ?? words.noName;
  const download = useAction(
    async () => {
      const records: PersonalRecord[] = [];
      for await (const record of api('GET /api/v1/contacts/{id}/export', { id: contact.id, limit: 200 }))
        records.push(record);
      saveFile(words.exportName(contact.id), JSON.stringify(records, undefined, 2), 'application/json');
    },
    { done: words.exported },
  );
  const erase = useAction(async () => {
    const started = await api('POST /api/v1/contacts/{id}/erasure', { id: contact.id });
    toast({ text: words.erasing });
    const isDone = ({ status }: typeof started) => status === 'finished';
    return untilDone(started, { isDone, read: () => api('GET /api/v1/erasures/{id}', { id: started.id }) });
  });
  const askErasure = async () => {
    const { eraseTitle, eraseText: text, eraseConfirm: action } = words;
    if (!(await confirm({ title: eraseTitle(name), text, action, danger: true }))) return;
    const receipt = await erase.run();
    if (!receipt) return;
    toast({ text: words.erased(receipt.orders) });
    refreshAll('customers');
    navigate('/customers');
  };
  return (
    <Section title={words.personalData} note={words.personalDataText} kind="card">
      <div class="customer-data">
        <Button
          icon="download"
          busy={download.isRunning}
          reason={reason}
          reasonAs="tip"
          onClick={() => void download.run()}
        >
          {words.export}
        </Button>
        <Button reason={reason} reasonAs="tip" onClick={() => setMerging(true)}>
          {words.merge}
        </Button>
        <Button
          icon="trash"
          busy={erase.isRunning}
          reason={reason}
          reasonAs="tip"
          onClick={() => void askErasure()}
        >
          {words.erase}
        </Button>
      </div>
      {isMerging && (
        <MergeDuplicate contact={contact} onClose={() => setMerging(false)} onMerged={onChange} />
      )}
    </Section>
  );
}

/** Finds the other record of a person and unites it with this one. */
function MergeDuplicate({
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
