import { useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { Stop } from '#commerce/stops/contract.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FieldFrame, type FieldProps } from '#web/components/field-frame.tsx';
import {
  CheckField,
  DateField,
  FieldRow,
  Form,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { stopForm, stopInput, weekdays } from './stop-form.ts';
import './stops.css';

/** Creates or edits a stop. A change by someone else in between is shown first. */
export function EditStop({
  stop,
  brandId,
  onClose,
}: {
  readonly stop: Stop | undefined;
  readonly brandId: string;
  readonly onClose: () => void;
}) {
  const [base, setBase] = useState(stop);
  const [form, setForm] = useState(() => stopForm(stop));
  const [isConflict, setConflict] = useState(false);
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const { stops } = texts;
  const words = stops.form;
  const save = useAction(async () => {
    try {
      const input = stopInput(form);
      if (base === undefined) await api('POST /api/v1/stops', { brand_id: brandId, ...input });
      else await api('PUT /api/v1/stops/{id}', { id: base.id, ...input }, { ifMatch: base });
      toast({ text: base === undefined ? stops.created : stops.done, tone: 'good' });
      onClose();
      refreshAll('selling');
    } catch (error) {
      if (base === undefined || !isApiError(error, 'precondition_failed')) throw error;
      const current = await api('GET /api/v1/stops/{id}', { id: base.id });
      setBase(current);
      setForm(stopForm(current));
      setConflict(true);
    }
  });
  return (
    <Dialog
      title={stop === undefined ? words.newTitle : words.editTitle(stop.name)}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form="edit-stop"
            busy={save.isRunning}
            reason={form.hours.length === 0 ? words.noTimes : undefined}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <Form id="edit-stop" onSubmit={() => save.run()} error={save.error}>
        {isConflict && (
          <Notice tone="warning" isNew>
            {stops.conflict}
          </Notice>
        )}
        <FieldRow>
          <TextField
            label={words.name}
            name="name"
            required
            autoFocus
            value={form.name}
            onChange={(name) => change({ name })}
          />
          <TextField
            label={words.address}
            name="address"
            optional
            value={form.address}
            onChange={(address) => change({ address })}
          />
        </FieldRow>
        <OpeningTimes hours={form.hours} onChange={(hours) => change({ hours })} />
        <CheckField
          label={words.cutOff}
          hint={form.hasCutOff ? undefined : words.cutOffHint}
          value={form.hasCutOff}
          onChange={(hasCutOff) => change({ hasCutOff })}
        />
        {form.hasCutOff && (
          <FieldRow>
            <NumberField
              label={words.daysBefore}
              name="cut_off.days_before"
              min={0}
              value={form.daysBefore}
              onChange={(daysBefore) => change({ daysBefore: daysBefore ?? 0 })}
            />
            <TimeField
              label={words.time}
              name="cut_off.time"
              value={form.time}
              onChange={(time) => change({ time })}
            />
          </FieldRow>
        )}
        <NumberField
          label={words.capacity}
          name="capacity"
          hint={words.capacityHint}
          min={1}
          value={form.capacity}
          onChange={(capacity) => change({ capacity })}
        />
        <ClosedDates dates={form.closedDates} onChange={(closedDates) => change({ closedDates })} />
        <TextAreaField
          label={words.notes}
          name="notes"
          optional
          rows={2}
          value={form.notes}
          onChange={(notes) => change({ notes })}
        />
        <CheckField
          label={words.isActive}
          name="is_active"
          value={form.isActive}
          onChange={(isActive) => change({ isActive })}
        />
      </Form>
    </Dialog>
  );
}

/** Days on which a stop is closed. */
function ClosedDates({
  dates,
  onChange,
}: {
  readonly dates: readonly string[];
  readonly onChange: (dates: readonly string[]) => void;
}) {
  const [day, setDay] = useState('');
  const { form } = texts.stops;
  return (
    <div class="stop-closed">
      <div class="stop-closed-add">
        <DateField
          label={form.closedDates}
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

type Hours = Stop['hours'][number];

/** The opening times of a stop, one line each. */
function OpeningTimes({
  hours,
  onChange,
}: {
  readonly hours: Stop['hours'];
  readonly onChange: (hours: Stop['hours']) => void;
}) {
  const { stops } = texts;
  const change = (place: number, part: Partial<Hours>) =>
    onChange(hours.map((one, index) => (index === place ? { ...one, ...part } : one)));
  const next = weekdays.find((day) => hours.every(({ weekday }) => weekday !== day)) ?? 'saturday';
  return (
    <fieldset class="stop-times">
      <legend>{stops.hours}</legend>
      {hours.map((one, index) => (
        <div class="stop-time" key={index}>
          <SelectField
            label={stops.form.weekday}
            labelHidden={index > 0}
            name={`hours.${index}.weekday`}
            value={one.weekday}
            onChange={(weekday) => change(index, { weekday })}
            options={weekdays.map((value) => ({ value, label: stops.weekday[value] }))}
          />
          <TimeField
            label={stops.form.opens}
            labelHidden={index > 0}
            name={`hours.${index}.opens`}
            value={one.opens}
            onChange={(opens) => change(index, { opens })}
          />
          <TimeField
            label={stops.form.closes}
            labelHidden={index > 0}
            name={`hours.${index}.closes`}
            value={one.closes}
            onChange={(closes) => change(index, { closes })}
          />
          <Button
            kind="quiet"
            icon="close"
            label={stops.form.removeTime(stops.weekday[one.weekday])}
            onClick={() => onChange(hours.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <Button
        small
        icon="plus"
        onClick={() => onChange([...hours, { weekday: next, opens: '09:00', closes: '12:00' }])}
      >
        {stops.form.addTime}
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
