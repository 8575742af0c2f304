import { addDays } from '#calendar/days.ts';
import { startOfDay } from '#calendar/time-zone.ts';
import type { Field } from '#contract/commerce/water-fields.ts';
import type { SeasonUse } from '#contract/commerce/water-use.ts';
import { api } from '#web/api/api.ts';
import { Menu } from '#web/components/menu.tsx';
import { useAction } from '#web/data/action.ts';
import { saveFile } from '#web/farm/csv/save-file.ts';
import { toCsv } from '#web/farm/csv/to-csv.ts';
import { fieldNameOf } from '#web/farm/water/water-data.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** CSV files of the season: the entries, and the report for the water authority. */
export function WaterDownloads({
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
