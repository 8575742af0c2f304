import { useState } from 'preact/hooks';
import type { Field } from '#contract/commerce/water-fields.ts';
import type { Meter } from '#contract/commerce/water-meters.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField, Form, NumberField, SelectField, TextField } from '#web/components/fields.tsx';
import { Panel } from '#web/components/panel.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { ReadOnly } from '#web/farm/water/read-only.tsx';
import { Readings } from '#web/farm/water/readings.tsx';
import { texts } from '#web/text/texts.ts';

/** A meter: its readings first, because they are entered each week, then its form. */
export function MeterPanel({
  brandId,
  meter,
  fields,
  reason,
  onClose,
}: {
  readonly brandId: string;
  readonly meter: Meter | undefined;
  readonly fields: readonly Field[];
  readonly reason: string | undefined;
  readonly onClose: () => void;
}) {
  const { water } = texts;
  const [name, setName] = useState(meter?.name ?? '');
  const [serial, setSerial] = useState(meter?.serial_number ?? '');
  const [fieldId, setFieldId] = useState(meter?.field_id ?? '');
  const [unit, setUnit] = useState<Meter['unit']>(meter?.unit ?? 'gallons');
  const [rollover, setRollover] = useState(meter?.rollover_at);
  const [isActive, setActive] = useState(meter?.is_active ?? true);
  const [isChecked, setChecked] = useState(false);
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
      onClose();
    },
    { done: water.meterSaved },
  );
  return (
    <Panel
      title={meter?.name ?? water.addMeter}
      onClose={onClose}
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
        id="water-meter"
        label={water.meter}
        error={save.error}
        onSubmit={() => {
          setChecked(true);
          if (name.trim() !== '') void save.run();
        }}
      >
        <ReadOnly reason={reason}>
          <TextField
            label={water.name}
            name="name"
            value={name}
            onChange={setName}
            error={isChecked && name.trim() === '' ? water.nameNeeded : undefined}
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
