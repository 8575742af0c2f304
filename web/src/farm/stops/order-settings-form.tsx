import { useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { OrderSettings } from '#contract/commerce/order-settings.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField, FieldRow, Form, MoneyField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { isOwner, useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { useOrderSettings } from '../selling/order-rules.ts';
import { settingsForm, settingsInput } from './settings-form.ts';
import { TaxRates } from './tax-rates.tsx';
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
  const { settings: words, ownerReason, conflict } = texts.stops;
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
