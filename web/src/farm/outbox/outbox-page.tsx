import { useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { OutboxCard } from '#web/farm/outbox/outbox-card.tsx';
import { EntryPanel } from '#web/farm/water/entry-panel.tsx';
import { useFields } from '#web/farm/water/water-data.ts';
import type { WaterEntry } from '#web/farm/water/water-entries.ts';
import { allOutboxEntries, outboxEntries, sendOutbox, waitingFor } from '#web/offline/outbox.ts';
import type { OutboxEntry } from '#web/offline/outbox-entry.ts';
import { chooseBrand, session, useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** What is not sent yet, why, and what needs a decision. */
export default function OutboxPage() {
  const { offline } = texts;
  const entries = outboxEntries.value;
  const fields = useFields(useBrand().id).data ?? [];
  const [edited, setEdited] = useState<WaterEntry | undefined>(undefined);
  const attention = entries.filter(({ state }) => state.kind !== 'waiting');
  const waiting = entries.filter(({ state }) => state.kind === 'waiting');
  const isEmpty = allOutboxEntries.value.length === 0;
  return (
    <Page
      title={offline.title}
      answer={
        isEmpty
          ? offline.allSent
          : [
              ...(attention.length > 0 ? [offline.attention(attention.length)] : []),
              ...(waiting.length > 0 ? [offline.waiting(waiting.length)] : []),
            ].join(' · ') || undefined
      }
      note={waiting.length > 0 && reasonText()}
      primary={
        waiting.length > 0 && (
          <Button kind="primary" icon="refresh" onClick={() => void sendOutbox()}>
            {offline.sendNow}
          </Button>
        )
      }
      narrow
    >
      {isEmpty && <Empty icon="check-circle" title={offline.emptyTitle} text={offline.emptyText} />}
      <OtherBrands />
      <ul class="outbox" aria-label={offline.entries}>
        {[...attention, ...waiting].map((entry) => (
          <OutboxCard
            key={entry.id}
            entry={entry}
            fields={fields}
            onEdit={() => setEdited(asWaterEntry(entry))}
          />
        ))}
      </ul>
      {edited !== undefined && (
        <EntryPanel entry={edited} fields={fields} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  );
}

function reasonText(): string | undefined {
  const { why } = texts.offline;
  const end = waitingFor.value;
  if (end === undefined) return why.sending;
  return end === 'idle' ? undefined : why[end];
}

/** The form of the water page changes an entry in the outbox as it changes a stored one. */
function asWaterEntry({ id, write, state }: OutboxEntry): WaterEntry | undefined {
  if (write.kind !== 'create_water_log' && write.kind !== 'edit_water_log') return undefined;
  return { ...write.after, id: write.recordId, version: undefined, pending: { entryId: id, state } };
}

/** How many entries wait in other brands of the person, because the count in the navigation is for all of them. */
function OtherBrands() {
  const { offline } = texts;
  const { id: openId } = useBrand();
  const others = Map.groupBy(
    allOutboxEntries.value.filter(({ brandId }) => brandId !== openId),
    ({ brandId }) => brandId,
  );
  return [...others].map(([brandId, entries]) => {
    const brand = session.value?.brands.find(({ id }) => id === brandId);
    return (
      <Notice
        key={brandId}
        title={offline.waitingIn(entries.length, brand?.name ?? offline.otherBrand)}
        action={
          brand !== undefined && (
            <Button onClick={() => chooseBrand(brandId)}>{offline.openBrand(brand.name)}</Button>
          )
        }
      />
    );
  });
}
