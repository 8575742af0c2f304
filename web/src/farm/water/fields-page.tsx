import { useState } from 'preact/hooks';
import type { Field, Meter, WaterSettings } from '#commerce/water/water-fields.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { confirm } from '#web/components/dialog.tsx';
import { CheckField, FieldRow, Form, NumberField, SelectField, TextField } from '#web/components/fields.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { type PanelSteps, useAddressPanel } from '#web/data/address-state.ts';
import { refreshAll } from '#web/data/query.ts';
import { AllocationField, allocationDraft, allocationOf } from '#web/farm/water/allocation-field.tsx';
import type { Method } from '#web/farm/water/entry-fields.tsx';
import { MeterPanel } from '#web/farm/water/meter-panel.tsx';
import { ReadOnly } from '#web/farm/water/read-only.tsx';
import { fieldNameOf, useFields, useMeters, useWaterSettings } from '#web/farm/water/water-data.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatNumber } from '#web/text/format.ts';
import { locale } from '#web/text/language.ts';
import { texts } from '#web/text/texts.ts';

/** Fields with their allocations, meters with their readings, and the season. */
export default function FieldsPage() {
  const { water } = texts;
  const { id: brandId } = useBrand();
  const fields = useFields(brandId);
  const meters = useMeters(brandId);
  const settings = useWaterSettings(brandId);
  const fieldPanel = useAddressPanel('field');
  const meterPanel = useAddressPanel('meter');
  const reason = mayEdit() ? undefined : water.viewerReason;
  const known = fields.data ?? [];
  const fieldOf = { brandId, reason };
  const meterOf = { brandId, reason, fields: known };
  const counts = [water.fieldCount(known.length), water.meterCount(meters.data?.length ?? 0)];
  return (
    <Page
      title={water.fieldsTitle}
      answer={fields.data !== undefined && meters.data !== undefined && counts.join(' · ')}
      primary={
        <Button kind="primary" icon="plus" reason={reason} onClick={() => fieldPanel.show('new')}>
          {water.addField}
        </Button>
      }
    >
      <Section title={water.fields}>
        <List
          label={water.fields}
          rows={known}
          columns={fieldColumns()}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          panel={fieldPanel}
          isLoading={fields.isLoading}
          error={fields.error}
          onRetry={fields.refresh}
          empty={<Empty icon="water" title={water.noFieldsTitle} text={water.noFieldsText} />}
        />
      </Section>
      <Section
        title={water.meters}
        actions={
          <Button icon="plus" reason={reason} reasonAs="tip" onClick={() => meterPanel.show('new')}>
            {water.addMeter}
          </Button>
        }
      >
        <List
          label={water.meters}
          rows={meters.data ?? []}
          columns={meterColumns(known)}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          panel={meterPanel}
          isLoading={meters.isLoading}
          error={meters.error}
          onRetry={meters.refresh}
          empty={<Empty icon="water" title={water.noMetersTitle} text={water.noMetersText} />}
        />
      </Section>
      <Section title={water.settings} kind="card">
        {settings.data !== undefined ? (
          <SeasonForm key={settings.data.version} settings={settings.data} reason={reason} />
        ) : settings.error !== undefined ? (
          <Failure error={settings.error} onRetry={settings.refresh} />
        ) : (
          <Loading rows={3} />
        )}
      </Section>
      {fieldPanel.shown === 'new' ? (
        <FieldPanel {...fieldOf} field={undefined} steps={{ onClose: fieldPanel.close }} />
      ) : (
        <RecordPanel
          panel={fieldPanel}
          title={water.fields}
          rows={known}
          rowKey={({ id }) => id}
          isLoading={fields.isLoading}
        >
          {(field, steps) => <FieldPanel {...fieldOf} field={field} steps={steps} />}
        </RecordPanel>
      )}
      {meterPanel.shown === 'new' ? (
        <MeterPanel {...meterOf} meter={undefined} steps={{ onClose: meterPanel.close }} />
      ) : (
        <RecordPanel
          panel={meterPanel}
          title={water.meters}
          rows={meters.data ?? []}
          rowKey={({ id }) => id}
          isLoading={meters.isLoading}
        >
          {(meter, steps) => <MeterPanel {...meterOf} meter={meter} steps={steps} />}
        </RecordPanel>
      )}
    </Page>
  );
}

function fieldColumns(): readonly Column<Field>[] {
  const { water } = texts;
  return [
    { id: 'name', label: water.name, width: '2fr', cell: ({ name }) => name },
    {
      id: 'allocation',
      label: water.allocationShort,
      align: 'end',
      width: '180px',
      cell: ({ allocation }) =>
        allocation && `${formatNumber(allocation.amount)} ${water.units[allocation.unit]}`,
    },
    {
      id: 'method',
      label: water.usualMethod,
      hideable: true,
      width: '150px',
      cell: ({ water_method }) => water_method && water.methods[water_method],
    },
    { id: 'crop', label: water.crop, hideable: true, cell: ({ crop }) => crop },
    {
      id: 'area',
      label: water.area,
      align: 'end',
      hideable: true,
      width: '120px',
      card: 'none',
      cell: ({ area_acres }) => area_acres !== undefined && `${formatNumber(area_acres)} ${water.acres}`,
    },
    {
      id: 'state',
      label: water.state,
      width: '130px',
      cell: ({ is_active }) => <UseBadge isUsed={is_active} />,
    },
  ];
}

function meterColumns(fields: readonly Field[]): readonly Column<Meter>[] {
  const { water } = texts;
  return [
    { id: 'name', label: water.name, width: '2fr', cell: ({ name }) => name },
    { id: 'field', label: water.field, cell: (meter) => fieldNameOf(meter, fields) ?? water.noField },
    { id: 'unit', label: water.unit, width: '140px', cell: ({ unit }) => water.units[unit] },
    { id: 'serial', label: water.serial, hideable: true, cell: ({ serial_number }) => serial_number },
    {
      id: 'state',
      label: water.state,
      width: '130px',
      cell: ({ is_active }) => <UseBadge isUsed={is_active} />,
    },
  ];
}

function UseBadge({ isUsed }: { readonly isUsed: boolean }) {
  const { water } = texts;
  return <Badge tone={isUsed ? 'good' : 'neutral'}>{isUsed ? water.active : water.inactive}</Badge>;
}

/** First day of the season and allocation of the whole brand. */
function SeasonForm({
  settings,
  reason,
}: {
  readonly settings: WaterSettings;
  readonly reason: string | undefined;
}) {
  const { water } = texts;
  const [month, setMonth] = useState(settings.season_start.slice(0, 2));
  const [day, setDay] = useState(settings.season_start.slice(3));
  const [allocation, setAllocation] = useState(allocationDraft(settings.allocation));
  const lastDay = daysOf(month);
  const shownDay = Number(day) > lastDay ? String(lastDay) : day;
  const save = useAction(
    async () => {
      await api(
        'PUT /api/v1/water-settings',
        {
          brand_id: settings.brand_id,
          season_start: `${month}-${shownDay}`,
          allocation: allocationOf(allocation),
        },
        { ifMatch: settings },
      );
      refreshAll('water');
    },
    { done: water.settingsSaved },
  );
  return (
    <Form
      rules={contractRules('PUT /api/v1/water-settings')}
      label={water.settings}
      onSubmit={() => save.run()}
      error={save.error}
      actions={
        <Button type="submit" busy={save.isRunning} reason={reason} reasonAs="tip">
          {water.saveSettings}
        </Button>
      }
    >
      <ReadOnly reason={reason}>
        <FieldRow>
          <SelectField
            label={water.month}
            value={month}
            options={months}
            onChange={setMonth}
            hint={water.settingsText}
          />
          <SelectField
            label={water.day}
            value={shownDay}
            options={Array.from({ length: lastDay }, (_, index) => ({
              value: twoDigits(index + 1),
              label: formatNumber(index + 1),
            }))}
            onChange={setDay}
          />
        </FieldRow>
        <AllocationField label={water.wholeAllocation} draft={allocation} onChange={setAllocation} />
      </ReadOnly>
    </Form>
  );
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A season never begins on February 29. */
const daysOf = (month: string): number => new Date(Date.UTC(2025, Number(month), 0)).getUTCDate();

const monthNames = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, index) => ({
  value: twoDigits(index + 1),
  label: monthNames.format(new Date(Date.UTC(2025, index, 1))),
}));

/** The form of a field, new or existing. */
function FieldPanel({
  brandId,
  field,
  reason,
  steps,
}: {
  readonly brandId: string;
  readonly field: Field | undefined;
  readonly reason: string | undefined;
  readonly steps: PanelSteps;
}) {
  const { water } = texts;
  const [name, setName] = useState(field?.name ?? '');
  const [area, setArea] = useState(field?.area_acres);
  const [crop, setCrop] = useState(field?.crop ?? '');
  const [method, setMethod] = useState<Method>(field?.water_method ?? 'none');
  const [allocation, setAllocation] = useState(allocationDraft(field?.allocation));
  const [isActive, setActive] = useState(field?.is_active ?? true);
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
      steps.onClose();
    },
    { done: water.fieldSaved },
  );
  const remove = useAction(
    async (id: string) => {
      await api('DELETE /api/v1/fields/{id}', { id });
      refreshAll('water');
      steps.onClose();
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
      {...steps}
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
        rules={contractRules('POST /api/v1/fields')}
        id="water-field"
        label={water.editField}
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
