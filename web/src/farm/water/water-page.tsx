import { useState } from 'preact/hooks';
import { addDays } from '#calendar/days.ts';
import { startOfDay } from '#calendar/time-zone.ts';
import type { Field } from '#contract/commerce/water-fields.ts';
import type { SeasonUse } from '#contract/commerce/water-use.ts';
import { api } from '#web/api/api.ts';
import { location, navigate } from '#web/app/router.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { SelectField } from '#web/components/fields.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { List } from '#web/components/list.tsx';
import { Menu } from '#web/components/menu.tsx';
import { Page, Section, Toolbar } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { saveFile } from '#web/farm/csv/save-file.ts';
import { toCsv } from '#web/farm/csv/to-csv.ts';
import { entryColumns } from '#web/farm/water/entry-columns.tsx';
import { EntryPanel } from '#web/farm/water/entry-panel.tsx';
import { SeasonBars } from '#web/farm/water/season-bars.tsx';
import { formatVolume, type ShownUnit } from '#web/farm/water/volumes.ts';
import {
  fieldNameOf,
  useFields,
  useSeasonUse,
  useWaterLogs,
  useWaterSettings,
} from '#web/farm/water/water-data.ts';
import { mergeEntries, unsentGallons, type WaterEntry } from '#web/farm/water/water-entries.ts';
import { outboxEntries, sentWrites } from '#web/offline/outbox.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

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
  const [opened, setOpened] = useState<WaterEntry | 'new' | undefined>(undefined);
  // The shortcut of the installed app opens the form at once.
  const open = opened ?? (location.value.query.get('entry') === 'new' ? 'new' : undefined);
  const entries = mergeEntries(logs, outboxEntries.value, sentWrites.value, fieldId);
  const names = fields.data ?? [];
  const unsent = unsentGallons(outboxEntries.value);
  const close = () => {
    setOpened(undefined);
    if (location.peek().query.has('entry')) navigate('/water', { replace: true });
  };
  const logWater = (
    <Button
      kind="primary"
      icon="plus"
      reason={mayEdit() ? undefined : water.viewerReason}
      onClick={() => setOpened('new')}
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
          onOpen={setOpened}
          openKey={open === 'new' ? undefined : open?.id}
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
      {open !== undefined && (
        <EntryPanel
          key={open === 'new' ? 'new' : open.id}
          entry={open === 'new' ? undefined : open}
          proposal={proposalFrom(entries, fieldId)}
          fields={names}
          onClose={close}
        />
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
