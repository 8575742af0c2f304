import type { Field } from '#commerce/water/water-fields.ts';
import {
  ChoiceField,
  DateField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '#web/components/fields.tsx';
import { clockTime, momentOf } from '#web/farm/calendar/clock-time.ts';
import type { WaterLogFields } from '#web/offline/outbox-entry.ts';
import { texts } from '#web/text/texts.ts';
import './water.css';

/** Values of the form of a water log. */
export interface EntryDraft {
  readonly fieldId: string;
  readonly fieldName: string;
  readonly gallons: number | undefined;
  readonly method: Method;
  readonly minutes: number | undefined;
  /** Clock time in the time zone of the brand. */
  readonly when: string;
  readonly notes: string;
}

export type Method = 'drip' | 'sprinkler' | 'flood' | 'manual' | 'none';

/** The fields of a water log. What is needed each time stands first: field, gallons, method. */
export function EntryFields({
  draft,
  fields,
  isNew,
  onChange,
}: {
  readonly draft: EntryDraft;
  readonly fields: readonly Field[];
  readonly isNew: boolean;
  readonly onChange: (change: Partial<EntryDraft>) => void;
}) {
  const { water } = texts;
  const offered = fields.filter(({ id, is_active }) => is_active || id === draft.fieldId);
  const names = offered.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      {offered.length === 0 ? (
        <TextField
          label={water.fieldName}
          name="field_name"
          value={draft.fieldName}
          onChange={(fieldName) => onChange({ fieldName })}
          maxLength={255}
          optional
        />
      ) : offered.length <= 6 ? (
        <ChoiceField
          label={water.field}
          name="field_id"
          value={draft.fieldId}
          options={names}
          onChange={(fieldId) => onChange({ fieldId })}
          wide
        />
      ) : (
        <SelectField
          label={water.field}
          name="field_id"
          value={draft.fieldId}
          options={[{ value: '', label: water.noField }, ...names]}
          onChange={(fieldId) => onChange({ fieldId })}
        />
      )}
      <NumberField
        label={water.gallons}
        name="gallons"
        value={draft.gallons}
        onChange={(gallons) => onChange({ gallons })}
        min={0}
        step={stepFor(draft.gallons)}
        digits={2}
        unit={water.gallonsShort}
        required
      />
      <ChoiceField
        label={water.method}
        name="water_method"
        value={draft.method}
        options={(['drip', 'sprinkler', 'flood', 'manual', 'none'] as const).map((value) => ({
          value,
          label: value === 'none' ? water.noMethod : water.methods[value],
        }))}
        onChange={(method) => onChange({ method })}
        wide
      />
      <details class="entry-more" open={!isNew}>
        <summary>{water.more}</summary>
        <NumberField
          label={water.duration}
          name="duration_minutes"
          value={draft.minutes}
          onChange={(minutes) => onChange({ minutes })}
          min={0}
          step={15}
          digits={0}
          unit={water.minutes}
          optional
        />
        <DateField
          label={water.when}
          name="logged_at"
          value={draft.when}
          onChange={(when) => onChange({ when })}
          required
          time
        />
        <TextAreaField
          label={water.notes}
          name="notes"
          value={draft.notes}
          onChange={(notes) => onChange({ notes })}
          rows={2}
          maxLength={500}
          optional
        />
      </details>
    </>
  );
}

/** The form for an entry, or for a new one with the values that are most likely. */
export function draftOf(entry: Partial<WaterLogFields>, timeZone: string): EntryDraft {
  return {
    fieldId: entry.field_id ?? '',
    fieldName: entry.field_name ?? '',
    gallons: entry.gallons,
    method: entry.water_method ?? 'none',
    minutes: entry.duration_minutes,
    when: clockTime(entry.logged_at === undefined ? new Date() : new Date(entry.logged_at), timeZone),
    notes: entry.notes ?? '',
  };
}

/** The entry of a draft, which needs gallons and a time. The time keeps its seconds unless it was changed. */
export function entryOf(
  draft: EntryDraft,
  {
    fields,
    timeZone,
    loggedAt,
  }: { readonly fields: readonly Field[]; readonly timeZone: string; readonly loggedAt?: string | undefined },
): WaterLogFields | undefined {
  const isUnchanged = loggedAt !== undefined && clockTime(new Date(loggedAt), timeZone) === draft.when;
  const moment = isUnchanged ? new Date(loggedAt) : momentOf(draft.when, timeZone);
  const { gallons } = draft;
  if (gallons === undefined || moment === undefined) return undefined;
  const name = fields.find(({ id }) => id === draft.fieldId)?.name ?? draft.fieldName.trim();
  return {
    field_id: draft.fieldId === '' ? undefined : draft.fieldId,
    field_name: name === '' ? undefined : name,
    gallons,
    duration_minutes: draft.minutes,
    water_method: draft.method === 'none' ? undefined : draft.method,
    notes: draft.notes.trim() === '' ? undefined : draft.notes.trim(),
    logged_at: moment.toISOString(),
  };
}

/** A step that fits the amount, so that a few taps change it noticeably. */
const stepFor = (gallons = 0): number => (gallons >= 10_000 ? 1000 : gallons >= 1000 ? 100 : 50);
