import { useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { OrderSettings } from '#commerce/orders/contract.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { CheckField, FieldRow, Form, MoneyField, NumberField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { isOwner, useBrand } from '#web/session/session.ts';
import { useOrderSettings } from '../selling/order-rules.ts';
import { stopTexts } from './stop-texts.ts';
import './stops.css';

/** Promotions, taxes and shipping of orders. Only an owner can change them. */
export function OrderSettingsForm() {
  const settings = useOrderSettings(useBrand().id);
  if (settings.data !== undefined) return <Fields settings={settings.data} onSaved={settings.set} />;
  if (settings.error === undefined) return <Loading rows={6} />;
  return <Failure error={settings.error} onRetry={() => void settings.refresh()} />;
}

function Fields({
  settings,
  onSaved,
}: {
  readonly settings: OrderSettings;
  readonly onSaved: (settings: OrderSettings) => void;
}) {
  const { id, currency } = useBrand();
  const [base, setBase] = useState(settings);
  const [form, setForm] = useState(() => settingsForm(settings));
  const [isConflict, setConflict] = useState(false);
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const { settings: words, ownerReason, conflict } = stopTexts;
  const reason = isOwner() ? undefined : ownerReason;
  const show = (current: OrderSettings) => {
    setBase(current);
    setForm(settingsForm(current));
    onSaved(current);
  };
  const save = useAction(async () => {
    try {
      show(
        await api('PUT /api/v1/brands/{brand_id}/order-settings', settingsInput(id, form), { ifMatch: base }),
      );
      setConflict(false);
      toast({ text: words.saved, tone: 'good' });
    } catch (error) {
      if (!isApiError(error, 'precondition_failed')) throw error;
      show(await api('GET /api/v1/brands/{brand_id}/order-settings', { brand_id: id }));
      setConflict(true);
    }
  });
  return (
    <Form
      rules={contractRules('PUT /api/v1/brands/{brand_id}/order-settings')}
      onSubmit={() => (reason === undefined ? save.run() : undefined)}
      error={save.error}
      label={words.title}
      actions={
        <Button kind="primary" type="submit" busy={save.isRunning} reason={reason}>
          {words.save}
        </Button>
      }
    >
      {isConflict && (
        <Notice tone="warning" isNew>
          {conflict}
        </Notice>
      )}
      <p class="stop-effect">{words.effect}</p>
      <CheckField
        label={words.promotions}
        name="promotions"
        reason={reason}
        value={form.promotions}
        onChange={(promotions) => change({ promotions })}
      />
      <TaxRates rates={form.rates} reason={reason} onChange={(rates) => change({ rates })} />
      <CheckField
        label={words.taxesIncluded}
        name="taxes_included"
        reason={reason}
        value={form.taxesIncluded}
        onChange={(taxesIncluded) => change({ taxesIncluded })}
      />
      <CheckField
        label={words.charges}
        reason={reason}
        value={form.charges}
        onChange={(charges) => change({ charges })}
      />
      {form.charges && (
        <FieldRow>
          <TextField
            label={words.shippingLabel}
            name="shipping.label"
            reason={reason}
            value={form.shippingLabel}
            onChange={(shippingLabel) => change({ shippingLabel })}
          />
          <MoneyField
            label={words.fee}
            name="shipping.fee_cents"
            currency={currency}
            min={0}
            reason={reason}
            value={form.fee}
            onChange={(fee) => change({ fee })}
          />
          <MoneyField
            label={words.freeFrom}
            name="shipping.free_from_cents"
            hint={words.freeFromHint}
            currency={currency}
            min={0}
            reason={reason}
            value={form.freeFrom}
            onChange={(freeFrom) => change({ freeFrom })}
          />
        </FieldRow>
      )}
    </Form>
  );
}

/** The tax rates, one line each. */
function TaxRates({
  rates,
  reason,
  onChange,
}: {
  readonly rates: readonly RateForm[];
  readonly reason: string | undefined;
  readonly onChange: (rates: readonly RateForm[]) => void;
}) {
  const { settings } = stopTexts;
  const change = (place: number, part: Partial<RateForm>) =>
    onChange(rates.map((one, index) => (index === place ? { ...one, ...part } : one)));
  return (
    <fieldset class="stop-rates">
      <legend class="stop-legend">{settings.taxRates}</legend>
      {rates.length === 0 && <p>{settings.noRates}</p>}
      {rates.map((rate, index) => (
        <div class="stop-rate" key={index}>
          <TextField
            label={settings.taxLabel}
            name={`tax_rates.${index}.label`}
            reason={reason}
            value={rate.label}
            onChange={(label) => change(index, { label })}
          />
          <TextField
            label={settings.taxCategory}
            name={`tax_rates.${index}.category`}
            placeholder={settings.taxCategoryHint}
            reason={reason}
            value={rate.category}
            onChange={(category) => change(index, { category })}
          />
          <NumberField
            label={settings.taxRate}
            name={`tax_rates.${index}.rate_percent`}
            plain
            unit="%"
            digits={4}
            min={0}
            max={100}
            reason={reason}
            value={rate.percent}
            onChange={(percent) => change(index, { percent })}
          />
          <Button
            kind="quiet"
            icon="close"
            label={settings.removeRate(rate.label)}
            reason={reason}
            reasonAs="tip"
            onClick={() => onChange(rates.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <Button
        small
        icon="plus"
        reason={reason}
        reasonAs="tip"
        onClick={() => onChange([...rates, { label: '', category: '', percent: undefined }])}
      >
        {settings.addRate}
      </Button>
    </fieldset>
  );
}

/** A tax rate of the form. */
interface RateForm {
  readonly label: string;
  readonly category: string;
  readonly percent: number | undefined;
}

/** The values of the form of the order settings. Amounts are in whole units of the currency. */
interface SettingsForm {
  readonly promotions: boolean;
  readonly taxesIncluded: boolean;
  readonly rates: readonly RateForm[];
  readonly charges: boolean;
  readonly shippingLabel: string;
  readonly fee: number | undefined;
  readonly freeFrom: number | undefined;
}

/** The form of settings. */
function settingsForm({ promotions, taxes_included, tax_rates, shipping }: OrderSettings): SettingsForm {
  return {
    promotions: promotions === 'on',
    taxesIncluded: taxes_included,
    rates: tax_rates.map(({ label, category = '', rate_percent }) => ({
      label,
      category,
      percent: rate_percent,
    })),
    charges: shipping !== undefined,
    shippingLabel: shipping?.label ?? '',
    fee: shipping === undefined ? undefined : shipping.fee_cents / 100,
    freeFrom: shipping?.free_from_cents === undefined ? undefined : shipping.free_from_cents / 100,
  };
}

/** The request of a form. */
function settingsInput(
  brandId: string,
  form: SettingsForm,
): ApiInput<'PUT /api/v1/brands/{brand_id}/order-settings'> {
  const label = form.shippingLabel.trim();
  const cents = (amount: number) => Math.round(amount * 100);
  return {
    brand_id: brandId,
    promotions: form.promotions ? 'on' : 'off',
    taxes_included: form.taxesIncluded,
    tax_rates: form.rates.map((rate) => ({
      label: rate.label.trim(),
      ...(rate.category.trim() && { category: rate.category.trim() }),
      rate_percent: rate.percent ?? 0,
    })),
    ...(form.charges && {
      shipping: {
        ...(label && { label }),
        fee_cents: cents(form.fee ?? 0),
        ...(form.freeFrom !== undefined && { free_from_cents: cents(form.freeFrom) }),
      },
    }),
  };
}
