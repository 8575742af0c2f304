import type { Field } from '#contract/commerce/water-fields.ts';
import type { SeasonUse } from '#contract/commerce/water-use.ts';
import { Progress } from '#web/components/progress.tsx';
import { Empty } from '#web/components/states.tsx';
import { formatVolume, type ShownUnit } from '#web/farm/water/volumes.ts';
import { fieldNameOf } from '#web/farm/water/water-data.ts';
import { texts } from '#web/text/texts.ts';
import './season-bars.css';

type FieldUse = SeasonUse['fields'][number];

/** One bar for each field: its water of the season against its allocation, or against the largest use without one. */
export function SeasonBars({
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
