import { csvText } from '../csv.ts';
import type { Month } from './season.ts';
import { type Entries, useByField } from './use.ts';
import { volumeOf } from './volume.ts';
import type { Field, WaterReportRow } from './water-fields.ts';

/** The rows for the water authority: each field, month and source with water. */
export function reportRows(
  entries: Entries,
  months: readonly Month[],
  fields: readonly Pick<Field, 'id' | 'name'>[],
): readonly WaterReportRow[] {
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  return months.flatMap((period) =>
    useByField(entries, period).flatMap((use) => {
      const { field_id, metered, estimated } = use;
      const field_name = (field_id === undefined ? undefined : names.get(field_id)) ?? use.field_name;
      const row = {
        ...(field_id !== undefined && { field_id }),
        ...(field_name !== undefined && { field_name }),
        month: period.month,
      };
      const sources = [
        { source: 'metered', litres: metered },
        { source: 'estimated', litres: estimated },
      ] as const;
      return sources
        .filter(({ litres }) => litres.gt(0))
        .map(({ source, litres }) => ({ ...row, source, volume: volumeOf(litres) }));
    }),
  );
}

const header = ['field_id', 'field', 'month', 'source', 'gallons', 'acre_feet', 'cubic_metres'];

/** The rows as CSV. */
export const reportCsv = (rows: readonly WaterReportRow[]): string =>
  csvText([
    header,
    ...rows.map(({ field_id = '', field_name = '', month, source, volume }) => [
      ...[field_id, field_name, month, source],
      ...[volume.gallons, volume.acre_feet, volume.cubic_metres],
    ]),
  ]);
