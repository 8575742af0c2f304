import { useState } from 'preact/hooks';
import { weekdays as fromSunday, type Stop, type StopReplacement } from '#commerce/stops/contract.ts';
import { Button } from '#web/components/button.tsx';
import type { Fact } from '#web/components/facts.tsx';
import { FieldFrame, type FieldProps } from '#web/components/field-frame.tsx';
import {
  CheckField,
  DateField,
  FieldRow,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '#web/components/fields.tsx';
import { formatDate, formatTime } from '#web/text/format.ts';
import { stopTexts } from './stop-texts.ts';
import './stops.css';

type Hours = Stop['hours'][number];

/** Days of the week from Monday. */
const weekdays: readonly Hours['weekday'][] = [...fromSunday.slice(1), ...fromSunday.slice(0, 1)];

/** A stop that is open on Saturday morning. */
const saturdayStop: StopReplacement = {
  name: '',
  hours: [{ weekday: 'saturday', opens: '09:00', closes: '12:00' }],
  is_active: true,
};

/** All fields of a stop that people set, also those that the form does not show, or those of a new stop. */
export function stopForm(stop: Stop | undefined): StopReplacement {
  if (stop === undefined) return saturdayStop;
  const { id, brand_id, created_at, updated_at, version, ...fields } = stop;
  return fields;
}

/** The fields of a stop as facts. */
export function stopFacts(stop: Stop): readonly Fact[] {
  const { form, ...words } = stopTexts;
  return [
    { label: form.address, value: stop.address },
    {
      label: form.hours,
      value: (
        <ul>
          {hoursInWords(stop).map((time) => (
            <li key={time}>{time}</li>
          ))}
        </ul>
      ),
    },
    { label: words.cutOff, value: cutOffInWords(stop) },
    { label: words.capacity, value: stop.capacity ?? words.noCapacity },
    { label: form.closed_dates, value: stop.closed_dates?.map((day) => formatDate(day)).join(', ') },
    { label: form.notes, value: stop.notes },
  ];
}

/** The controls of all fields of a stop. */
export function StopFields({
  form,
  onChange,
}: {
  readonly form: StopReplacement;
  readonly onChange: (change: (before: StopReplacement) => StopReplacement) => void;
}) {
  const words = stopTexts.form;
  const set =
    <Name extends keyof StopReplacement>(name: Name) =>
    (value: StopReplacement[Name]) =>
      onChange((before) => ({ ...before, [name]: value }));
  const text = (name: 'address' | 'notes') => ({
    label: words[name],
    name,
    optional: true,
    value: form[name] ?? '',
    onChange: (typed: string) => set(name)(typed.trim() === '' ? undefined : typed),
  });
  const cutOff = form.cut_off;
  return (
    <>
      <FieldRow>
        <TextField
          label={words.name}
          name="name"
          required
          autoFocus
          value={form.name}
          onChange={set('name')}
        />
        <TextField {...text('address')} />
      </FieldRow>
      <OpeningTimes hours={form.hours} onChange={set('hours')} />
      <CheckField
        label={words.cut_off}
        name="cut_off"
        hint={cutOff ? undefined : words.cutOffHint}
        value={cutOff !== undefined}
        onChange={(has) => set('cut_off')(has ? { days_before: 1, time: '18:00' } : undefined)}
      />
      {cutOff && (
        <FieldRow>
          <NumberField
            label={words.daysBefore}
            name="cut_off.days_before"
            min={0}
            value={cutOff.days_before}
            onChange={(days_before = 0) => set('cut_off')({ ...cutOff, days_before })}
          />
          <TimeField
            label={words.time}
            name="cut_off.time"
            value={cutOff.time}
            onChange={(time) => set('cut_off')({ ...cutOff, time })}
          />
        </FieldRow>
      )}
      <NumberField
        label={words.capacity}
        name="capacity"
        hint={words.capacityHint}
        min={1}
        value={form.capacity}
        onChange={set('capacity')}
      />
      <ClosedDates
        dates={form.closed_dates ?? []}
        onChange={(days) => set('closed_dates')(days.length > 0 ? days : undefined)}
      />
      <TextAreaField {...text('notes')} rows={2} />
      <CheckField
        label={words.is_active}
        name="is_active"
        value={form.is_active}
        onChange={set('is_active')}
      />
    </>
  );
}

/** Days on which a stop is closed. */
function ClosedDates({
  dates,
  onChange,
}: {
  readonly dates: readonly string[];
  readonly onChange: (dates: string[]) => void;
}) {
  const [day, setDay] = useState('');
  const { form } = stopTexts;
  return (
    <div class="stop-closed">
      <div class="stop-closed-add">
        <DateField
          label={form.closed_dates}
          name="closed_dates"
          hint={form.closedDatesHint}
          value={day}
          onChange={setDay}
        />
        <Button
          icon="plus"
          onClick={() => {
            if (day !== '' && !dates.includes(day)) onChange([...dates, day].toSorted());
            setDay('');
          }}
        >
          {form.addDate}
        </Button>
      </div>
      {dates.length > 0 && (
        <ul class="stop-dates">
          {dates.map((one) => (
            <li key={one}>
              {formatDate(one)}
              <Button
                kind="quiet"
                small
                icon="close"
                label={form.removeDate(formatDate(one))}
                onClick={() => onChange(dates.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The opening times of a stop, one line each. */
function OpeningTimes({
  hours,
  onChange,
}: {
  readonly hours: Stop['hours'];
  readonly onChange: (hours: Stop['hours']) => void;
}) {
  const change = (place: number, part: Partial<Hours>) =>
    onChange(hours.map((one, index) => (index === place ? { ...one, ...part } : one)));
  const next = weekdays.find((day) => hours.every(({ weekday }) => weekday !== day)) ?? 'saturday';
  return (
    <fieldset class="stop-times">
      <legend>{stopTexts.form.hours}</legend>
      {hours.map((one, index) => (
        <div class="stop-time" key={index}>
          <SelectField
            label={stopTexts.form.weekday}
            labelHidden={index > 0}
            name={`hours.${index}.weekday`}
            value={one.weekday}
            onChange={(weekday) => change(index, { weekday })}
            options={weekdays.map((value) => ({ value, label: stopTexts.weekday[value] }))}
          />
          <TimeField
            label={stopTexts.form.opens}
            labelHidden={index > 0}
            name={`hours.${index}.opens`}
            value={one.opens}
            onChange={(opens) => change(index, { opens })}
          />
          <TimeField
            label={stopTexts.form.closes}
            labelHidden={index > 0}
            name={`hours.${index}.closes`}
            value={one.closes}
            onChange={(closes) => change(index, { closes })}
          />
          <Button
            kind="quiet"
            icon="close"
            label={stopTexts.form.removeTime(stopTexts.weekday[one.weekday])}
            onClick={() => onChange(hours.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <Button
        small
        icon="plus"
        onClick={() => onChange([...hours, { weekday: next, opens: '09:00', closes: '12:00' }])}
      >
        {stopTexts.form.addTime}
      </Button>
    </fieldset>
  );
}

/** A field for a time of day, `15:30`. */
function TimeField({
  value,
  onChange,
  ...frame
}: FieldProps & { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <FieldFrame {...frame} value={value}>
      {(attributes) => (
        <input
          {...attributes}
          class="field-control"
          type="time"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

/** Opening times from Monday on, and by time within a day, such as "Wednesday 3:00 PM – 6:30 PM". */
export const hoursInWords = ({ hours }: Stop): readonly string[] =>
  hours
    .toSorted(
      (one, other) =>
        weekdays.indexOf(one.weekday) - weekdays.indexOf(other.weekday) ||
        one.opens.localeCompare(other.opens),
    )
    .map(({ weekday, opens, closes }) => `${stopTexts.weekday[weekday]} ${clock(opens)} – ${clock(closes)}`);

/** The last time for orders. */
export const cutOffInWords = ({ cut_off }: Stop): string =>
  cut_off === undefined
    ? stopTexts.cutOffAtOpening
    : stopTexts.cutOffAt(cut_off.days_before, clock(cut_off.time));

/** A time of day as the language writes it. */
const clock = (time: string): string => formatTime(`2000-01-01T${time}:00Z`, 'UTC');
