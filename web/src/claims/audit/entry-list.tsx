import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AuditEntry } from '#claims/audit/contract.ts';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { actorName } from '#web/claims/people.ts';
import { Button } from '#web/components/button.tsx';
import { DateField, FieldRow, SelectField, TextField } from '#web/components/fields.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Toolbar } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressPanel, useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { entityName, eventName, shortId } from './names.ts';

/** The entries with filters by event, record, person and time. The filters live in the address. */
export function EntryList() {
  const [event, setEvent] = useAddressState<string>('event', '');
  const [entity, setEntity] = useAddressState<string>('entity', '');
  const [entityId, setEntityId] = useAddressState<string>('entityId', '');
  const [actor, setActor] = useAddressState<string>('actor', '');
  const [from, setFrom] = useAddressState<string>('from', '');
  const [to, setTo] = useAddressState<string>('to', '');
  const panel = useAddressPanel('entry');
  const filter = {
    ...(event !== '' && { event_type: event }),
    ...(entity !== '' && { entity_type: entity }),
    ...(entityId !== '' && { entity_id: entityId }),
    ...(actor !== '' && { actor }),
    ...(from !== '' && { from: new Date(from).toISOString() }),
    ...(to !== '' && { to: new Date(to).toISOString() }),
  };
  const entries = usePages<AuditEntry>(
    `audit/entries?${JSON.stringify(filter)}`,
    (cursor) =>
      api('GET /api/admin/audit-log', { ...filter, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const columns = useMemo(columnsOf, []);
  const words = texts.audit;
  const all = { value: '', label: words.filters.all };
  return (
    <>
      <FieldRow>
        <SelectField
          label={words.filters.event}
          value={event}
          onChange={setEvent}
          options={[all, ...optionsOf(words.events, event)]}
        />
        <SelectField
          label={words.filters.entity}
          value={entity}
          onChange={setEntity}
          options={[all, ...optionsOf(words.entities, entity)]}
        />
      </FieldRow>
      <details open={[entityId, actor, from, to].some((value) => value !== '')}>
        <summary class="screen-only">{words.filters.more}</summary>
        <FieldRow>
          <FilterField label={words.filters.entityId} value={entityId} onChange={setEntityId} />
          <FilterField label={words.filters.actor} value={actor} onChange={setActor} />
          <DateField label={words.filters.from} value={from} onChange={setFrom} time />
          <DateField label={words.filters.to} value={to} onChange={setTo} time />
        </FieldRow>
      </details>
      <Toolbar>
        <CsvButton
          name="audit-log"
          page={(cursor) =>
            api(
              'GET /api/admin/audit-log',
              { ...filter, format: 'csv', limit: 200, ...(cursor !== undefined && { cursor }) },
              { accept: 'text/csv' },
            )
          }
        />
      </Toolbar>
      <List<AuditEntry>
        label={words.list}
        rows={entries.rows}
        rowKey={({ id }) => String(id)}
        rowLabel={({ id }) => words.entry.title(id)}
        columns={columns}
        panel={panel}
        hasMore={entries.hasMore}
        onMore={entries.loadMore}
        isLoading={entries.isLoading}
        error={entries.error}
        onRetry={entries.refresh}
        empty={
          <Empty
            icon="shield"
            title={words.empty}
            text={words.emptyText}
            action={<Button onClick={() => navigate('/claims/audit')}>{words.clear}</Button>}
          />
        }
      />
      {panel.shown !== undefined && /^\d+$/.test(panel.shown) && (
        <EntryPanel
          id={Number(panel.shown)}
          known={entries.rows.find(({ id }) => String(id) === panel.shown)}
          onShow={(id) => panel.show(String(id))}
          onClose={panel.close}
        />
      )}
    </>
  );
}

/** The names in words. A filter of the address that is not among them stays a choice. */
function optionsOf(names: Readonly<Record<string, string>>, chosen: string) {
  const known = Object.entries(names).map(([value, label]) => ({ value, label }));
  return chosen === '' || chosen in names ? known : [...known, { value: chosen, label: chosen }];
}

function columnsOf(): readonly Column<AuditEntry>[] {
  const { columns } = texts.audit;
  return [
    { id: 'id', label: columns.id, cell: ({ id }) => id, width: '90px', align: 'end' },
    { id: 'event', label: columns.event, cell: ({ event_type }) => eventName(event_type), card: 'title' },
    {
      id: 'entity',
      label: columns.entity,
      cell: ({ entity_type, entity_id }) => `${entityName(entity_type)} ${shortId(entity_id)}`,
    },
    { id: 'actor', label: columns.actor, cell: ({ actor }) => actorName(actor), hideable: true },
    {
      id: 'time',
      label: columns.time,
      cell: ({ created_at }) => formatDateTime(created_at),
      width: '190px',
      card: 'line',
    },
  ];
}

/** A filter for a whole id, which applies on Enter or when the field is left, not with each key. */
function FilterField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useState(props.value);
  useEffect(() => setText(props.value), [props.value]);
  const apply = () => props.onChange(text.trim());
  return (
    <TextField
      label={props.label}
      code
      value={text}
      onChange={setText}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
      }}
    />
  );
}
