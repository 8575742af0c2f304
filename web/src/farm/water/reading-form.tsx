import { useState } from 'preact/hooks';
import type { Meter, MeterReading } from '#contract/commerce/water-meters.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { DateField, FieldRow, Form, NumberField, SelectField, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { clockTime, momentOf } from '#web/farm/calendar/clock-time.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** The form of the next reading of a meter, or of the correction of an earlier one. */
export function ReadingForm({
  meter,
  last,
  corrected,
  onDone,
}: {
  readonly meter: Meter;
  readonly last: MeterReading | undefined;
  readonly corrected: MeterReading | undefined;
  readonly onDone: () => void;
}) {
  const { water } = texts;
  const { timeZone } = useBrand();
  const [value, setValue] = useState(corrected?.value);
  const [kind, setKind] = useState<MeterReading['kind']>(corrected?.kind ?? 'reading');
  const [finalValue, setFinalValue] = useState(corrected?.final_value);
  const [startValue, setStartValue] = useState(corrected?.start_value);
  const [readAt, setReadAt] = useState(() =>
    clockTime(corrected === undefined ? new Date() : new Date(corrected.read_at), timeZone),
  );
  const [why, setWhy] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isReasonMissing = corrected !== undefined && why.trim() === '';
  const save = useAction(
    async (read: number) => {
      const isMoved = corrected === undefined || readAt !== clockTime(new Date(corrected.read_at), timeZone);
      const input = {
        id: meter.id,
        value: read,
        kind,
        ...(kind === 'replacement' && { final_value: finalValue, start_value: startValue }),
        ...(isMoved && { read_at: momentOf(readAt, timeZone)?.toISOString() }),
      };
      if (corrected === undefined) await api('POST /api/v1/meters/{id}/readings', input);
      else
        await api(
          'PUT /api/v1/meters/{id}/readings/{reading_id}',
          { ...input, reading_id: corrected.id, reason: why.trim() },
          { ifMatch: corrected },
        );
      setChecked(false);
      refreshAll('water');
      onDone();
    },
    { done: water.readingSaved },
  );
  return (
    <Form
      label={corrected === undefined ? water.addReading : water.correctReading}
      error={save.error}
      onSubmit={() => {
        setChecked(true);
        if (value !== undefined && !isReasonMissing) void save.run(value);
      }}
      actions={
        <>
          {corrected !== undefined && <Button onClick={onDone}>{texts.states.cancel}</Button>}
          <Button kind="primary" type="submit" busy={save.isRunning}>
            {corrected === undefined ? water.addReading : water.correctReading}
          </Button>
        </>
      }
    >
      <FieldRow>
        <NumberField
          label={water.value}
          name="value"
          value={value}
          onChange={setValue}
          error={isChecked && value === undefined ? water.valueNeeded : undefined}
          hint={last && water.lastReading(formatNumber(last.value), formatDate(last.read_at))}
          min={0}
          digits={6}
          unit={water.units[meter.unit]}
          plain
          required
        />
        <DateField label={water.readAt} name="read_at" value={readAt} onChange={setReadAt} time />
      </FieldRow>
      <SelectField
        label={water.kind}
        name="kind"
        value={kind}
        options={(['reading', 'rollover', 'replacement'] as const).map((option) => ({
          value: option,
          label: water.kinds[option],
        }))}
        onChange={setKind}
      />
      {kind === 'replacement' && (
        <FieldRow>
          <NumberField
            label={water.finalValue}
            name="final_value"
            value={finalValue}
            onChange={setFinalValue}
            digits={6}
            plain
            required
          />
          <NumberField
            label={water.startValue}
            name="start_value"
            value={startValue}
            onChange={setStartValue}
            digits={6}
            plain
            required
          />
        </FieldRow>
      )}
      {corrected !== undefined && (
        <TextField
          label={water.correctionReason}
          name="reason"
          value={why}
          onChange={setWhy}
          error={isChecked && isReasonMissing ? water.reasonNeeded : undefined}
          maxLength={500}
          required
        />
      )}
    </Form>
  );
}
