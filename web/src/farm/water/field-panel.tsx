import { useState } from 'preact/hooks';
import type { Field } from '#contract/commerce/water-fields.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { CheckField, Form, NumberField, SelectField, TextField } from '#web/components/fields.tsx';
import { Panel } from '#web/components/panel.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { AllocationField, allocationDraft, allocationOf } from '#web/farm/water/allocation-field.tsx';
import type { Method } from '#web/farm/water/entry-fields.tsx';
import { ReadOnly } from '#web/farm/water/read-only.tsx';
import { texts } from '#web/text/texts.ts';

/** The form of a field, new or existing. */
export function FieldPanel({
  brandId,
  field,
  reason,
  onClose,
}: {
  readonly brandId: string;
  readonly field: Field | undefined;
  readonly reason: string | undefined;
  readonly onClose: () => void;
}) {
  const { water } = texts;
  const [name, setName] = useState(field?.name ?? '');
  const [area, setArea] = useState(field?.area_acres);
  const [crop, setCrop] = useState(field?.crop ?? '');
  const [method, setMethod] = useState<Method>(field?.water_method ?? 'none');
  const [allocation, setAllocation] = useState(allocationDraft(field?.allocation));
  const [isActive, setActive] = useState(field?.is_active ?? true);
  const [isChecked, setChecked] = useState(false);
  const save = useAction(
    async () => {
      const input = {
        name: name.trim(),
        area_acres: area,
        crop: crop.trim() === '' ? undefined : crop.trim(),
        water_method: method === 'none' ? undefined : method,
        allocation: allocationOf(allocation),
        is_active: isActive,
      };
      if (field === undefined) await api('POST /api/v1/fields', { brand_id: brandId, ...input });
      else await api('PUT /api/v1/fields/{id}', { id: field.id, ...input }, { ifMatch: field });
      refreshAll('water');
      onClose();
    },
    { done: water.fieldSaved },
  );
  const remove = useAction(
    async (id: string) => {
      await api('DELETE /api/v1/fields/{id}', { id });
      refreshAll('water');
      onClose();
    },
    { done: water.fieldDeleted },
  );
  const askToRemove = async (removed: Field) => {
    const isConfirmed = await confirm({
      title: water.deleteFieldTitle(removed.name),
      text: water.deleteFieldText,
      action: water.deleteField,
      danger: true,
    });
    if (isConfirmed) await remove.run(removed.id);
  };
  return (
    <Panel
      title={field?.name ?? water.addField}
      onClose={onClose}
      actions={
        <>
          {field !== undefined && (
            <Button icon="trash" reason={reason} reasonAs="tip" onClick={() => void askToRemove(field)}>
              {water.delete}
            </Button>
          )}
          <Button
            kind="primary"
            type="submit"
            form="water-field"
            busy={save.isRunning}
            reason={reason}
            reasonAs="tip"
          >
            {water.save}
          </Button>
        </>
      }
    >
      <Form
        id="water-field"
        label={water.editField}
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
            autoFocus={field === undefined}
            required
          />
          <AllocationField label={water.allocation} draft={allocation} onChange={setAllocation} />
          <SelectField
            label={water.usualMethod}
            name="water_method"
            value={method}
            options={(['none', 'drip', 'sprinkler', 'flood', 'manual'] as const).map((value) => ({
              value,
              label: value === 'none' ? water.noMethod : water.methods[value],
            }))}
            onChange={setMethod}
          />
          <NumberField
            label={water.area}
            name="area_acres"
            value={area}
            onChange={setArea}
            min={0}
            digits={6}
            unit={water.acres}
            plain
            optional
          />
          <TextField
            label={water.crop}
            name="crop"
            value={crop}
            onChange={setCrop}
            maxLength={255}
            optional
          />
          <CheckField
            label={water.active}
            name="is_active"
            value={isActive}
            onChange={setActive}
            hint={water.activeHint}
          />
        </ReadOnly>
      </Form>
    </Panel>
  );
}
