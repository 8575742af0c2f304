import { localDay, startOfDay } from '#calendar/time-zone.ts';
import { channels } from '#commerce/contacts/contact-fields.ts';
import type { SegmentCondition } from '#commerce/segments/contract.ts';
import {
  DateField,
  FieldRow,
  MoneyField,
  NumberField,
  SelectField,
  TextField,
} from '#web/components/fields.tsx';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import type { FilterNames } from './filter-words.ts';

/** Fields for the values of one condition. */
export function ConditionFields({
  condition,
  names,
  onChange,
  reason,
}: {
  readonly condition: SegmentCondition;
  readonly names: FilterNames;
  readonly onChange: (condition: SegmentCondition) => void;
  readonly reason: string | undefined;
}) {
  const { channels: channelNames, consentStatus, segment: words } = texts.customers;
  const channelOptions = channels.map((value) => ({ value, label: channelNames[value] }));
  const chosen = (options: readonly { readonly value: string; readonly label: string }[]) => [
    { value: '', label: words.choose },
    ...options,
  ];
  switch (condition.match) {
    case 'consent':
      return (
        <FieldRow>
          <SelectField
            label={words.channel}
            value={condition.channel}
            options={channelOptions}
            onChange={(channel) => onChange({ ...condition, channel })}
            reason={reason}
          />
          <SelectField
            label={words.status}
            value={condition.status}
            options={(['granted', 'withdrawn', 'none'] as const).map((value) => ({
              value,
              label: consentStatus[value],
            }))}
            onChange={(status) => onChange({ ...condition, status })}
            reason={reason}
          />
        </FieldRow>
      );
    case 'address':
      return (
        <SelectField
          label={words.channel}
          value={condition.channel}
          options={channelOptions}
          onChange={(channel) => onChange({ ...condition, channel })}
          reason={reason}
        />
      );
    case 'total_spent':
    case 'order_count': {
      const Field = condition.match === 'total_spent' ? MoneyField : NumberField;
      const limits = { currency: names.currency, min: 0, plain: true, reason };
      return (
        <FieldRow>
          <Field
            label={words.atLeast}
            value={condition.at_least}
            onChange={(at_least) => onChange({ ...condition, at_least })}
            {...limits}
          />
          <Field
            label={words.atMost}
            value={condition.at_most}
            onChange={(at_most) => onChange({ ...condition, at_most })}
            {...limits}
          />
        </FieldRow>
      );
    }
    case 'first_order':
    case 'last_order':
    case 'created':
      return <TimeFields condition={condition} onChange={onChange} reason={reason} />;
    case 'product':
      return (
        <SelectField
          label={words.product}
          value={condition.product_id}
          options={chosen(names.products.map(({ id, name }) => ({ value: id, label: name })))}
          onChange={(product_id) => onChange({ ...condition, product_id })}
          reason={reason}
        />
      );
    case 'stop':
      return (
        <SelectField
          label={words.stop}
          value={condition.stop_id}
          options={chosen(names.stops.map(({ id, name }) => ({ value: id, label: name })))}
          onChange={(stop_id) => onChange({ ...condition, stop_id })}
          reason={reason}
        />
      );
    default:
      return (
        <TextField
          label={words.value}
          value={condition.equals}
          onChange={(equals) => onChange({ ...condition, equals })}
          required
          reason={reason}
        />
      );
  }
}

type TimeCondition = Extract<SegmentCondition, { readonly match: 'first_order' | 'last_order' | 'created' }>;

const whens = ['within_days', 'before_days', 'from', 'before'] as const;
type When = (typeof whens)[number];

/** Fields for a condition about a time: within days, or from or before a day of the brand's calendar. */
function TimeFields({
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
          required
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
