import { Button } from '#web/components/button.tsx';
import { NumberField, TextField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import type { RateForm } from './settings-form.ts';
import './stops.css';

/** The tax rates, one line each. */
export function TaxRates({
  rates,
  reason,
  onChange,
}: {
  readonly rates: readonly RateForm[];
  readonly reason: string | undefined;
  readonly onChange: (rates: readonly RateForm[]) => void;
}) {
  const { settings } = texts.stops;
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
