import type { Field } from '#contract/commerce/water-fields.ts';
import type { Column } from '#web/components/list.tsx';
import { fieldNameOf } from '#web/farm/water/water-data.ts';
import type { WaterEntry } from '#web/farm/water/water-entries.ts';
import { EntryStateBadge } from '#web/offline/entry-state.tsx';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** The columns of the list of water logs. All amounts have as many decimal places as the longest one, up to two. */
export function entryColumns(
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
