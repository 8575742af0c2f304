import { useState } from 'preact/hooks';
import type { Field } from '#commerce/water/water-fields.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Form } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import type { PanelSteps } from '#web/data/address-state.ts';
import { useQuery } from '#web/data/query.ts';
import { draftOf, EntryFields, entryOf } from '#web/farm/water/entry-fields.tsx';
import { ReadOnly } from '#web/farm/water/read-only.tsx';
import { fieldNameOf } from '#web/farm/water/water-data.ts';
import type { WaterEntry } from '#web/farm/water/water-entries.ts';
import { addWrite, discardEntry } from '#web/offline/outbox.ts';
import { fieldsOf, type WaterLogFields } from '#web/offline/outbox-entry.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './water.css';

/** The form of a water log. A new one begins with the amount and method of the last entry. */
export function EntryPanel({
  entry,
  proposal,
  fields,
  steps,
}: {
  readonly entry: WaterEntry | undefined;
  readonly proposal?: Partial<WaterLogFields> | undefined;
  readonly fields: readonly Field[];
  readonly steps: PanelSteps;
}) {
  const { water } = texts;
  const { id: brandId, timeZone } = useBrand();
  const [draft, setDraft] = useState(() => draftOf(entry ?? proposal ?? {}, timeZone));
  const [error, setError] = useState<unknown>(undefined);
  const reason = mayEdit() ? undefined : water.viewerReason;
  const submit = async () => {
    const filled = entryOf(draft, { fields, timeZone, loggedAt: entry?.logged_at });
    if (filled === undefined) return;
    try {
      await saveEntry(brandId, filled, entry);
      toast({ text: navigator.onLine ? water.saved : water.savedOffline, tone: 'good' });
      steps.onClose();
    } catch (failure) {
      setError(failure);
    }
  };
  const remove = async () => {
    if (entry === undefined) return;
    const undo = await deleteEntry(brandId, entry);
    toast({ text: water.deletedUndo, undo });
    steps.onClose();
  };
  return (
    <Panel
      title={entry === undefined ? water.log : water.entry}
      {...steps}
      actions={
        <>
          {entry !== undefined && (
            <Button icon="trash" reason={reason} reasonAs="tip" onClick={() => void remove()}>
              {water.delete}
            </Button>
          )}
          <Button kind="primary" type="submit" form="water-entry" reason={reason} reasonAs="tip">
            {water.save}
          </Button>
        </>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/water-logs')}
        id="water-entry"
        label={water.entry}
        onSubmit={submit}
        error={error}
      >
        <ReadOnly reason={reason}>
          <EntryFields
            draft={draft}
            fields={fields}
            isNew={entry === undefined}
            onChange={(change) => setDraft({ ...draft, ...withUsualMethod(change, fields) })}
          />
        </ReadOnly>
      </Form>
      {entry?.version !== undefined && entry.pending === undefined && (
        <History id={entry.id} fields={fields} />
      )}
    </Panel>
  );
}

/** A field brings its usual method along. */
function withUsualMethod<Change extends { readonly fieldId?: string }>(
  change: Change,
  fields: readonly Field[],
) {
  const method = fields.find(({ id }) => id === change.fieldId)?.water_method;
  return method === undefined ? change : { ...change, method };
}

function History({ id, fields }: { readonly id: string; readonly fields: readonly Field[] }) {
  const { water } = texts;
  const { data, error, isLoading } = useQuery(
    `water/history/${id}`,
    async () => (await api('GET /api/v1/water-logs/{id}/history', { id })).data,
  );
  if (error !== undefined && data === undefined) return null;
  return (
    <Section title={water.history}>
      {isLoading && <Loading rows={1} />}
      {data?.length === 0 && <p>{water.historyEmpty}</p>}
      <ul class="water-history">
        {data?.map(({ version, changed_at, reason, before }) => (
          <li key={version}>
            <span>{water.changedOn(formatDateTime(changed_at))}</span>
            <strong>
              {formatNumber(before.gallons)} {water.gallonsShort}
              {fieldNameOf(before, fields) !== undefined && `, ${fieldNameOf(before, fields)}`}
            </strong>
            {reason !== undefined && <span>{reason}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Saves a new or changed water log on the device, which sends it now or when the signal is back. */
async function saveEntry(
  brandId: string,
  after: WaterLogFields,
  entry: WaterEntry | undefined,
): Promise<void> {
  if (entry === undefined)
    await addWrite(brandId, { kind: 'create_water_log', recordId: crypto.randomUUID(), after });
  else
    await addWrite(brandId, {
      kind: 'edit_water_log',
      recordId: entry.id,
      version: entry.pending === undefined ? entry.version : undefined,
      before: fieldsOf(entry),
      after,
    });
}

/** Deletes a water log in ten seconds. Returns how to take that back. */
async function deleteEntry(brandId: string, entry: WaterEntry): Promise<() => void> {
  const before = fieldsOf(entry);
  const added = await addWrite(
    brandId,
    {
      kind: 'delete_water_log',
      recordId: entry.id,
      version: entry.pending === undefined ? entry.version : undefined,
      before,
    },
    { heldMs: undoMs },
  );
  // An entry that the service never had is gone at once: taking that back enters it again.
  return () =>
    void (added === undefined
      ? addWrite(brandId, { kind: 'create_water_log', recordId: entry.id, after: before })
      : discardEntry(added.id));
}

/** As long as the message with the undo button stays. */
const undoMs = 10_000;
