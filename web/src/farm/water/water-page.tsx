import { addDays } from '#calendar/days.ts';
import { startOfDay } from '#calendar/time-zone.ts';
import type { Field, SeasonUse, Volume } from '#commerce/water/water-fields.ts';
import { api } from '#web/api/api.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { SelectField } from '#web/components/fields.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Page, Section, Toolbar } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressPanel, useAddressState } from '#web/data/address-state.ts';
import { saveFile, toCsv } from '#web/data/csv-file.ts';
import { EntryPanel } from '#web/farm/water/entry-panel.tsx';
import {
  fieldNameOf,
  useFields,
  useSeasonUse,
  useWaterLogs,
  useWaterSettings,
} from '#web/farm/water/water-data.ts';
import { mergeEntries, unsentGallons, type WaterEntry } from '#web/farm/water/water-entries.ts';
import { EntryStateBadge } from '#web/offline/entry-state.tsx';
import { outboxEntries, sentWrites } from '#web/offline/outbox.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './water.css';

/** How much water, where, against what the farm may use; and the entries, newest first, also those not sent yet. */
export default function WaterPage() {
  const { water } = texts;
  const { id: brandId } = useBrand();
  const fields = useFields(brandId);
  const use = useSeasonUse(brandId);
  const settings = useWaterSettings(brandId);
  const [fieldId, setFieldId] = useAddressState<string>('field', '');
  const [unit, setUnit] = useAddressState<string>('unit', settings.data?.allocation?.unit ?? 'gallons');
  const shownUnit: ShownUnit = unit === 'acre_feet' ? 'acre_feet' : 'gallons';
  const logs = useWaterLogs(brandId, fieldId);
  // The shortcut of the installed app opens the form at once: `entry=new`.
  const panel = useAddressPanel('entry');
  const entries = mergeEntries(logs, outboxEntries.value, sentWrites.value, fieldId);
  const names = fields.data ?? [];
  const unsent = unsentGallons(outboxEntries.value);
  const entryPanel = { proposal: proposalFrom(entries, fieldId), fields: names };
  const logWater = (
    <Button
      kind="primary"
      icon="plus"
      reason={mayEdit() ? undefined : water.viewerReason}
      onClick={() => panel.show('new')}
    >
      {water.log}
    </Button>
  );
  return (
    <Page
      title={water.title}
      answer={use.data === undefined ? emptyLine(use.isLoading) : answerOf(use.data, shownUnit)}
      note={
        <>
          {use.data === undefined ? emptyLine(use.isLoading) : <SeasonNote use={use.data} unit={shownUnit} />}
          {unsent > 0 && <div>{water.notSentYet(formatNumber(unsent))}</div>}
        </>
      }
      actions={
        <>
          <LinkButton to="/water/fields" icon="settings">
            {water.fieldsLink}
          </LinkButton>
          <WaterDownloads season={use.data} fields={names} />
        </>
      }
      primary={logWater}
    >
      <Section
        title={water.byField}
        actions={
          <FilterChips
            label={water.unitLabel}
            value={shownUnit}
            options={(['gallons', 'acre_feet'] as const).map((value) => ({
              value,
              label: water.units[value],
            }))}
            onChange={setUnit}
          />
        }
      >
        {use.data !== undefined ? (
          <SeasonBars use={use.data} fields={names} unit={shownUnit} />
        ) : use.error !== undefined ? (
          <Failure error={use.error} onRetry={use.refresh} />
        ) : (
          <Loading rows={3} />
        )}
      </Section>
      <Section title={water.entries}>
        {names.length > 1 && <FieldFilter fields={names} value={fieldId} onChange={setFieldId} />}
        <List
          label={water.entries}
          rows={entries}
          columns={entryColumns(names, entries)}
          rowKey={({ id }) => id}
          rowLabel={({ gallons }) => `${formatNumber(gallons)} ${water.gallonsShort}`}
          panel={panel}
          hasMore={logs.hasMore}
          onMore={logs.loadMore}
          isLoading={logs.isLoading}
          error={logs.error}
          onRetry={logs.refresh}
          empty={
            fieldId === '' ? (
              <Empty icon="water" title={water.emptyTitle} text={water.emptyText} />
            ) : (
              <Empty icon="water" title={water.emptyField} />
            )
          }
        />
      </Section>
      {panel.shown === 'new' ? (
        <EntryPanel {...entryPanel} entry={undefined} steps={{ onClose: panel.close }} />
      ) : (
        <RecordPanel<WaterEntry>
          panel={panel}
          title={water.entry}
          rows={entries}
          rowKey={({ id }) => id}
          read={(id) => api('GET /api/v1/water-logs/{id}', { id })}
          isLoading={logs.isLoading}
        >
          {(entry, steps) => <EntryPanel {...entryPanel} entry={entry} steps={steps} />}
        </RecordPanel>
      )}
    </Page>
  );
}

/** Keeps the room of a line, so that nothing moves when the data arrives. */
const emptyLine = (isLoading: boolean): string | undefined => (isLoading ? '\u00a0' : undefined);

function answerOf({ total: { used, allocation } }: SeasonUse, unit: ShownUnit): string {
  const { water } = texts;
  const name = water.units[unit];
  return allocation === undefined
    ? water.used(formatVolume(used, unit), name)
    : water.usedOf(formatVolume(used, unit), formatVolume(allocation, unit), name);
}

function SeasonNote({ use, unit }: { readonly use: SeasonUse; readonly unit: ShownUnit }) {
  const { water } = texts;
  const { allocation_ends_on, forecast } = use.total;
  const name = water.units[unit];
  return (
    <div>
      {water.season(formatDate(use.from), formatDate(use.to))}
      {allocation_ends_on !== undefined
        ? ` · ${water.endsOn(formatDate(allocation_ends_on))}`
        : forecast !== undefined && ` · ${water.forecast(formatVolume(forecast, unit), name)}`}
    </div>
  );
}

/** Chips while they fit on a line or two, otherwise a choice. */
function FieldFilter({
  fields,
  value,
  onChange,
}: {
  readonly fields: readonly Field[];
  readonly value: string;
  readonly onChange: (fieldId: string) => void;
}) {
  const { water } = texts;
  const options = [
    { value: '', label: water.allFields },
    ...fields.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Toolbar>
      {options.length <= 8 ? (
        <FilterChips label={water.filter} value={value} options={options} onChange={onChange} />
      ) : (
        <SelectField label={water.filter} labelHidden value={value} options={options} onChange={onChange} />
      )}
    </Toolbar>
  );
}

/** A new entry is mostly like the last one of the same field. */
function proposalFrom(entries: readonly WaterEntry[], fieldId: string) {
  const last = entries.find(({ field_id }) => fieldId === '' || field_id === fieldId);
  return {
    field_id: fieldId === '' ? last?.field_id : fieldId,
    gallons: last?.gallons ?? 100,
    water_method: last?.water_method,
  };
}

/** CSV files of the season: the entries, and the report for the water authority. */
function WaterDownloads({
  season,
  fields,
}: {
  readonly season: SeasonUse | undefined;
  readonly fields: readonly Field[];
}) {
  const { water } = texts;
  const { id: brand_id, timeZone } = useBrand();
  const entries = useAction(async ({ from, to }: SeasonUse) => {
    const rows: (string | number | undefined)[][] = [];
    const range = {
      from: startOfDay(from, timeZone).toISOString(),
      to: startOfDay(addDays(to, 1), timeZone).toISOString(),
    };
    for await (const log of api('GET /api/v1/water-logs/search', { brand_id, limit: 100, ...range }))
      rows.push([
        log.logged_at,
        fieldNameOf(log, fields),
        log.gallons,
        log.water_method,
        log.duration_minutes,
        log.notes,
      ]);
    const header = ['logged_at', 'field', 'gallons', 'method', 'duration_minutes', 'notes'];
    saveFile(`water-entries-${from}.csv`, toCsv(header, rows));
  });
  const report = useAction(async ({ from, to }: SeasonUse) => {
    const months = { from: from.slice(0, 7), to: to.slice(0, 7) };
    const csv = await api('GET /api/v1/water-report', { brand_id, ...months }, { accept: 'text/csv' });
    saveFile(`water-report-${months.from}.csv`, csv);
  });
  const reason = season === undefined ? water.csvNoSignal : undefined;
  return (
    <Menu
      kind="secondary"
      icon="download"
      items={[
        { label: water.csvEntries, reason, onSelect: () => season && void entries.run(season) },
        { label: water.csvReport, reason, onSelect: () => season && void report.run(season) },
      ]}
    >
      {water.csv}
    </Menu>
  );
}

type FieldUse = SeasonUse['fields'][number];

/** One bar for each field: its water of the season against its allocation, or against the largest use without one. */
function SeasonBars({
  use,
  fields,
  unit,
}: {
  readonly use: SeasonUse;
  readonly fields: readonly Field[];
  readonly unit: ShownUnit;
}) {
  const lines = use.fields.filter(({ used, allocation }) => used.gallons > 0 || allocation !== undefined);
  if (lines.length === 0) return <Empty icon="water" title={texts.water.noUseTitle} />;
  const largest = Math.max(...lines.map(({ used, allocation }) => (allocation ?? used).gallons));
  return (
    <ul class="season-bars">
      {lines.map((line) => (
        <li key={line.field_id ?? line.field_name ?? ''}>
          <Progress
            label={fieldNameOf(line, fields) ?? texts.water.noField}
            value={line.used.gallons}
            max={line.allocation?.gallons ?? largest}
            text={amountOf(line, unit)}
            tone={toneOf(line)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Red beyond the allocation; a warning from nine tenths on, and where the present rate leads beyond it. */
function toneOf({ used, allocation, forecast }: Pick<FieldUse, 'used' | 'allocation' | 'forecast'>) {
  if (allocation === undefined) return 'good';
  if (used.gallons > allocation.gallons) return 'danger';
  const isNear = used.gallons > 0.9 * allocation.gallons;
  return isNear || (forecast?.gallons ?? 0) > allocation.gallons ? 'warning' : 'good';
}

function amountOf({ used, allocation, remaining }: FieldUse, unit: ShownUnit): string {
  const { water } = texts;
  const name = water.units[unit];
  if (allocation === undefined) return `${formatVolume(used, unit)} ${name} · ${water.noAllocation}`;
  const amount = water.usedOf(formatVolume(used, unit), formatVolume(allocation, unit), name);
  if (remaining === undefined) return amount;
  const isOver = remaining.gallons < 0;
  const rest = formatVolume(
    isOver ? { ...remaining, gallons: -remaining.gallons, acre_feet: -remaining.acre_feet } : remaining,
    unit,
  );
  return `${amount} · ${isOver ? water.over(rest) : water.left(rest)}`;
}

/** The columns of the list of water logs. All amounts have as many decimal places as the longest one, up to two. */
function entryColumns(
  fields: readonly Field[],
  entries: readonly WaterEntry[],
): readonly Column<WaterEntry>[] {
  const { water } = texts;
  const digits = Math.max(0, ...entries.map(({ gallons }) => decimalPlaces(gallons)));
  return [
    {
      id: 'field',
      label: water.field,
      width: '2fr',
      cell: (entry) => fieldNameOf(entry, fields) ?? water.noField,
    },
    {
      id: 'gallons',
      label: water.amount,
      align: 'end',
      width: '110px',
      cell: ({ gallons }) => `${formatNumber(gallons, digits)} ${water.gallonsShort}`,
    },
    { id: 'when', label: water.when, width: '190px', cell: ({ logged_at }) => formatDateTime(logged_at) },
    {
      id: 'method',
      label: water.method,
      hideable: true,
      width: '120px',
      cell: ({ water_method }) => water_method && water.methods[water_method],
    },
    {
      id: 'duration',
      label: water.duration,
      align: 'end',
      hideable: true,
      width: '100px',
      card: 'none',
      cell: ({ duration_minutes }) =>
        duration_minutes !== undefined && `${formatNumber(duration_minutes)} ${water.minutes}`,
    },
    {
      id: 'notes',
      label: water.notes,
      hideable: true,
      width: '2fr',
      card: 'none',
      cell: ({ notes }) => notes,
    },
    {
      id: 'state',
      label: water.state,
      width: '230px',
      cell: ({ pending }) => pending && <EntryStateBadge state={pending.state} />,
    },
  ];
}

const decimalPlaces = (value: number): number =>
  Number.isInteger(value) ? 0 : Number.isInteger(Math.round(value * 100) / 10) ? 1 : 2;

/** Units in which the season is shown. */
type ShownUnit = 'gallons' | 'acre_feet';

/** A volume in one unit, without the unit: whole gallons, or acre-feet with two decimals. */
function formatVolume(volume: Volume, unit: ShownUnit): string {
  return unit === 'gallons' ? formatNumber(Math.round(volume.gallons)) : formatNumber(volume.acre_feet, 2);
}
