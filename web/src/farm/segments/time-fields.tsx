import { localDay, startOfDay } from '#calendar/time-zone.ts';
import type { SegmentCondition } from '#contract/commerce/segment-filter.ts';
import { DateField, FieldRow, NumberField, SelectField } from '#web/components/fields.tsx';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

type TimeCondition = Extract<SegmentCondition, { readonly match: 'first_order' | 'last_order' | 'created' }>;

const whens = ['within_days', 'before_days', 'from', 'before'] as const;
type When = (typeof whens)[number];

/** Fields for a condition about a time: within days, or from or before a day of the brand's calendar. */
export function TimeFields({
  condition,
  onChange,
  reason,
}: {
  readonly condition: TimeCondition;
  readonly onChange: (condition: TimeCondition) => void;
  readonly reason: string | undefined;
}) {
  const { timeZone } = useBrand();
  const words = texts.customers.segment;
  const { match } = condition;
  const when = whens.find((value) => condition[value] !== undefined) ?? 'within_days';
  const day = condition[when === 'before' ? 'before' : 'from'];
  const startOf = (chosen: string) => startOfDay(chosen, timeZone).toISOString();
  const choose = (chosen: When) => {
    if (chosen === 'within_days' || chosen === 'before_days') return onChange({ match, [chosen]: 60 });
    onChange({ match, [chosen]: startOf(localDay(new Date(), timeZone)) });
  };
  return (
    <FieldRow>
      <SelectField
        label={words.when}
        value={when}
        options={whens.map((value) => ({ value, label: words.whenOptions[value] }))}
        onChange={choose}
        reason={reason}
      />
      {when === 'within_days' || when === 'before_days' ? (
        <NumberField
          label={words.days}
          min={1}
          max={3650}
          value={condition[when]}
          onChange={(days) => onChange({ match, [when]: days })}
          reason={reason}
        />
      ) : (
        <DateField
          label={words.day}
          value={day === undefined || day === '' ? '' : localDay(new Date(day), timeZone)}
          onChange={(chosen) => onChange({ match, [when]: chosen === '' ? undefined : startOf(chosen) })}
          reason={reason}
        />
      )}
    </FieldRow>
  );
}
