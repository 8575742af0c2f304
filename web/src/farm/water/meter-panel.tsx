import { useState } from 'preact/hooks';
import type { Field, Meter, Reading } from '#commerce/water/water-fields.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable } from '#web/components/data-table.tsx';
import {
  CheckField,
  DateField,
  FieldRow,
  Form,
  NumberField,
  SelectField,
  TextField,
} from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import type { PanelSteps } from '#web/data/address-state.ts';
import { refreshAll, usePages } from '#web/data/query.ts';
import { clockTime, momentOf } from '#web/farm/calendar/clock-time.ts';
import { ReadOnly } from '#web/farm/water/read-only.tsx';
import { useBrand } from '#web/session/session.ts';
import { formatDateOf, formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './water.css';

/** A meter: its readings first, because they are entered each week, then its form. */
export function MeterPanel({
  brandId,
  meter,
  fields,
  reason,
  steps,
}: {
  readonly brandId: string;
  readonly meter: Meter | undefined;
  readonly fields: readonly Field[];
  readonly reason: string | undefined;
  readonly steps: PanelSteps;
}) {
  const { water } = texts;
  const [name, setName] = useState(meter?.name ?? '');
  const [serial, setSerial] = useState(meter?.serial_number ?? '');
  const [fieldId, setFieldId] = useState(meter?.field_id ?? '');
  const [unit, setUnit] = useState<Meter['unit']>(meter?.unit ?? 'gallons');
  const [rollover, setRollover] = useState(meter?.rollover_at);
  const [isActive, setActive] = useState(meter?.is_active ?? true);
  const save = useAction(
    async () => {
      const input = {
        name: name.trim(),
        serial_number: serial.trim() === '' ? undefined : serial.trim(),
        field_id: fieldId === '' ? undefined : fieldId,
        unit,
        rollover_at: rollover,
        is_active: isActive,
      };
      if (meter === undefined) await api('POST /api/v1/meters', { brand_id: brandId, ...input });
      else await api('PUT /api/v1/meters/{id}', { id: meter.id, ...input }, { ifMatch: meter });
      refreshAll('water');
      steps.onClose();
    },
    { done: water.meterSaved },
  );
  return (
    <Panel
      title={meter?.name ?? water.addMeter}
      {...steps}
      actions={
        <Button
          kind={meter === undefined ? 'primary' : 'secondary'}
          type="submit"
          form="water-meter"
          busy={save.isRunning}
          reason={reason}
          reasonAs="tip"
        >
          {water.save}
        </Button>
      }
    >
      {meter !== undefined && <Readings meter={meter} reason={reason} />}
      <Form
        rules={contractRules('POST /api/v1/meters')}
        id="water-meter"
        label={water.meter}
        error={save.error}
        onSubmit={() => save.run()}
      >
        <ReadOnly reason={reason}>
          <TextField
            label={water.name}
            name="name"
            value={name}
            onChange={setName}
            maxLength={255}
            autoFocus={meter === undefined}
            required
          />
          <SelectField
            label={water.field}
            name="field_id"
            value={fieldId}
            options={[
              { value: '', label: water.noField },
              ...fields.map(({ id, name: fieldName }) => ({ value: id, label: fieldName })),
            ]}
            onChange={setFieldId}
          />
          <SelectField
            label={water.unit}
            name="unit"
            value={unit}
            options={(['gallons', 'acre_feet', 'cubic_metres', 'litres'] as const).map((value) => ({
              value,
              label: water.units[value],
            }))}
            onChange={setUnit}
            hint={meter === undefined ? undefined : water.unitFixed}
          />
          <NumberField
            label={water.rollover}
            name="rollover_at"
            value={rollover}
            onChange={setRollover}
            hint={water.rolloverHint}
            digits={6}
            plain
            optional
          />
          <TextField
            label={water.serial}
            name="serial_number"
            value={serial}
            onChange={setSerial}
            maxLength={64}
            optional
          />
          <CheckField label={water.active} name="is_active" value={isActive} onChange={setActive} />
        </ReadOnly>
      </Form>
    </Panel>
  );
}

/** The readings of a meter, newest first, with a form for the next one and corrections of earlier ones. */
function Readings({ meter, reason }: { readonly meter: Meter; readonly reason: string | undefined }) {
  const { water } = texts;
  const readings = usePages(`water/readings/${meter.id}`, (cursor) =>
    api('GET /api/v1/meters/{id}/readings', {
      id: meter.id,
      limit: 20,
      ...(cursor !== undefined && { cursor }),
    }),
  );
  const [corrected, setCorrected] = useState<Reading | undefined>(undefined);
  return (
    <Section title={water.readings}>
      {reason === undefined && !readings.isLoading && (
        <ReadingForm
          key={corrected?.id ?? 'new'}
          meter={meter}
          last={readings.rows[0]}
          corrected={corrected}
          onDone={() => setCorrected(undefined)}
        />
      )}
      {readings.isLoading && <Loading rows={3} />}
      {readings.error !== undefined && <Failure error={readings.error} onRetry={readings.refresh} />}
      {!readings.isLoading && readings.error === undefined && readings.rows.length === 0 && (
        <p>{water.noReadings}</p>
      )}
      {readings.rows.length > 0 && (
        <DataTable
          label={water.readings}
          rows={readings.rows}
          rowKey={({ id }) => id}
          columns={[
            { id: 'time', label: water.readAt, cell: ({ read_at }) => formatDateTime(read_at) },
            { id: 'value', label: water.value, align: 'end', cell: (reading) => <Value reading={reading} /> },
            {
              id: 'used',
              label: water.usedSince,
              align: 'end',
              cell: ({ used }) =>
                used === null ? water.first : `${formatNumber(used[meter.unit])} ${water.units[meter.unit]}`,
            },
            {
              id: 'correct',
              label: water.correct,
              cell: (reading) => (
                <Button
                  kind="quiet"
                  icon="edit"
                  label={`${water.correct}: ${formatDateTime(reading.read_at)}`}
                  reason={reason}
                  reasonAs="tip"
                  small
                  onClick={() => setCorrected(reading)}
                />
              ),
            },
          ]}
        />
      )}
      {readings.hasMore && (
        <Button busy={readings.isLoadingMore} onClick={() => void readings.loadMore()}>
          {texts.list.loadMore}
        </Button>
      )}
    </Section>
  );
}

function Value({ reading: { value, kind, corrections } }: { readonly reading: Reading }) {
  const { water } = texts;
  return (
    <>
      {formatNumber(value)}
      {kind !== 'reading' && <div class="readings-note">{water.kinds[kind]}</div>}
      {corrections.length > 0 && <div class="readings-note">{water.corrections(corrections.length)}</div>}
    </>
  );
}

/** The form of the next reading of a meter, or of the correction of an earlier one. */
function ReadingForm({
  meter,
  last,
  corrected,
  onDone,
}: {
  readonly meter: Meter;
  readonly last: Reading | undefined;
  readonly corrected: Reading | undefined;
  readonly onDone: () => void;
}) {
  const { water } = texts;
  const { timeZone } = useBrand();
  const [value, setValue] = useState(corrected?.value);
  const [kind, setKind] = useState<Reading['kind']>(corrected?.kind ?? 'reading');
  const [finalValue, setFinalValue] = useState(corrected?.final_value);
  const [startValue, setStartValue] = useState(corrected?.start_value);
  const [readAt, setReadAt] = useState(() =>
    clockTime(corrected === undefined ? new Date() : new Date(corrected.read_at), timeZone),
  );
  const [why, setWhy] = useState('');
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
      refreshAll('water');
      onDone();
    },
    { done: water.readingSaved },
  );
  return (
    <Form
      rules={contractRules('POST /api/v1/meters/{id}/readings')}
      label={corrected === undefined ? water.addReading : water.correctReading}
      error={save.error}
      onSubmit={() => value !== undefined && save.run(value)}
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
          hint={last && water.lastReading(formatNumber(last.value), formatDateOf(last.read_at))}
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
          maxLength={500}
          required
        />
      )}
    </Form>
  );
}
