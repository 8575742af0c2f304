import { useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Form, SelectField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { isOwner } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** The form of the brand's settings. It says so when somebody else changed them meanwhile. */
export function BrandForm({
  brand,
  onSaved,
}: {
  readonly brand: Brand;
  readonly onSaved: (brand: Brand) => void;
}) {
  const [base, setBase] = useState(brand);
  const [form, setForm] = useState(() => formOf(brand));
  const [isConflict, setConflict] = useState(false);
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const words = texts.settings;
  const reason = isOwner() ? undefined : words.ownersOnly;
  const show = (current: Brand) => {
    setBase(current);
    setForm(formOf(current));
    onSaved(current);
  };
  const save = useAction(async () => {
    const content = { brand_id: brand.id, ...form };
    try {
      show(await api('PUT /api/v1/brands/{brand_id}', content, { ifMatch: base }));
      setConflict(false);
      toast({ text: words.saved, tone: 'good' });
    } catch (error) {
      if (!isApiError(error, 'precondition_failed')) throw error;
      show(await api('GET /api/v1/brands/{brand_id}', { brand_id: brand.id }));
      setConflict(true);
    }
  });
  return (
    <Section title={words.brand}>
      <Form
        label={words.brand}
        error={save.error}
        onSubmit={() => (reason === undefined ? save.run() : undefined)}
        actions={
          <Button kind="primary" type="submit" busy={save.isRunning} reason={reason}>
            {words.save}
          </Button>
        }
      >
        {isConflict && (
          <Notice tone="warning" isNew>
            {words.conflict}
          </Notice>
        )}
        <TextField
          label={words.name}
          name="name"
          required
          reason={reason}
          maxLength={255}
          value={form.name}
          onChange={(name) => change({ name })}
        />
        <SelectField
          label={words.timeZone}
          name="time_zone"
          hint={words.timeZoneHint}
          reason={reason}
          value={form.time_zone}
          options={zonesWith(form.time_zone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          onChange={(time_zone) => change({ time_zone })}
        />
        <SelectField
          label={words.currency}
          name="currency"
          reason={reason}
          value={form.currency}
          options={currenciesWith(form.currency).map((value) => ({ value, label: value }))}
          onChange={(currency) => change({ currency })}
        />
        <TextField
          label={words.locale}
          name="locale"
          hint={words.localeHint}
          reason={reason}
          value={form.locale}
          onChange={(locale) => change({ locale })}
        />
        <SelectField
          label={words.catalog}
          name="catalog"
          reason={reason}
          value={form.catalog}
          options={(['managed', 'external'] as const).map((value) => ({
            value,
            label: words.catalogs[value],
          }))}
          onChange={(catalog) => change({ catalog })}
        />
        <SelectField
          label={words.prices}
          name="prices"
          reason={reason}
          value={form.prices}
          options={(['trust', 'match'] as const).map((value) => ({ value, label: words.pricesOf[value] }))}
          onChange={(prices) => change({ prices })}
        />
        <SelectField
          label={words.stops}
          name="stops"
          reason={reason}
          value={form.stops}
          options={(['managed', 'external'] as const).map((value) => ({
            value,
            label: words.stopsOf[value],
          }))}
          onChange={(stops) => change({ stops })}
        />
      </Form>
    </Section>
  );
}

type Currency = NonNullable<ApiInput<'PUT /api/v1/brands/{brand_id}'>['currency']>;

/** What the form changes. The service refuses every currency that it does not know. */
function formOf({ name, catalog, prices, stops, time_zone, currency, locale }: Brand) {
  return { name, catalog, prices, stops, time_zone, currency: currency as Currency, locale };
}

/** The time zones that the browser knows, and the one that is set. */
const zonesWith = (zone: string): readonly string[] =>
  [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();

/** Currencies that a farm is likely to use, and the one that is set. */
const currenciesWith = (currency: Currency): readonly Currency[] => [
  ...new Set<Currency>([currency, 'USD', 'EUR', 'GBP', 'CAD', 'MXN', 'AUD', 'NZD', 'CHF']),
];
