import { useState } from 'preact/hooks';
import type { Contact } from '#contract/commerce/contacts.ts';
import type { PersonalRecord } from '#contract/commerce/personal-data.ts';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Section } from '#web/components/page.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { saveFile } from '#web/farm/csv/save-file.ts';
import { untilDone } from '#web/farm/csv/until-done.ts';
import { texts } from '#web/text/texts.ts';
import { contactName } from './customer-list.ts';
import { MergeDuplicate } from './merge-duplicate.tsx';

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
