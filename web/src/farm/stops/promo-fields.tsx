import { promoKinds as kinds } from '#contract/commerce/promo-codes.ts';
import {
  CheckField,
  DateField,
  FieldRow,
  MoneyField,
  NumberField,
  SelectField,
  TextField,
} from '#web/components/fields.tsx';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import type { PromoForm } from './promo-form.ts';

/** The fields of a promo code. The text of an existing code cannot be changed. */
export function PromoFields({
  form,
  isNew,
  onChange,
}: {
  readonly form: PromoForm;
  readonly isNew: boolean;
  readonly onChange: (part: Partial<PromoForm>) => void;
}) {
  const { currency } = useBrand();
  const { promo } = texts.stops;
  return (
    <>
      <FieldRow>
        {isNew && (
          <TextField
            label={promo.code}
            name="code"
            hint={promo.codeHint}
            required
            code
            autoFocus
            maxLength={50}
            value={form.code}
            onChange={(code) => onChange({ code })}
          />
        )}
        <TextField
          label={promo.description}
          name="description"
          optional
          maxLength={255}
          value={form.description}
          onChange={(description) => onChange({ description })}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          label={promo.kind}
          name="kind"
          value={form.kind}
          onChange={(kind) => onChange({ kind })}
          options={kinds.map((value) => ({ value, label: promo.kinds[value] }))}
        />
        {form.kind === 'percent' && (
          <NumberField
            label={promo.percent}
            name="percent"
            required
            min={0}
            max={100}
            digits={2}
            unit="%"
            value={form.percent}
            onChange={(percent) => onChange({ percent })}
          />
        )}
        {form.kind === 'fixed' && (
          <MoneyField
            label={promo.amount}
            name="amount_cents"
            required
            min={0}
            currency={currency}
            value={form.amount}
            onChange={(amount) => onChange({ amount })}
          />
        )}
        <MoneyField
          label={promo.minimum}
          name="minimum_cents"
          optional
          min={0}
          currency={currency}
          value={form.minimum}
          onChange={(minimum) => onChange({ minimum })}
        />
      </FieldRow>
      <FieldRow>
        <DateField
          label={promo.starts}
          name="starts_at"
          optional
          value={form.starts}
          onChange={(starts) => onChange({ starts })}
        />
        <DateField
          label={promo.ends}
          name="ends_at"
          optional
          min={form.starts}
          value={form.ends}
          onChange={(ends) => onChange({ ends })}
        />
      </FieldRow>
      <FieldRow>
        <NumberField
          label={promo.maxUses}
          name="max_uses"
          optional
          min={1}
          value={form.maxUses}
          onChange={(maxUses) => onChange({ maxUses })}
        />
        <NumberField
          label={promo.maxUsesPerCustomer}
          name="max_uses_per_customer"
          optional
          min={1}
          value={form.maxUsesPerCustomer}
          onChange={(maxUsesPerCustomer) => onChange({ maxUsesPerCustomer })}
        />
      </FieldRow>
      <CheckField
        label={promo.firstOrderOnly}
        name="first_order_only"
        value={form.firstOrderOnly}
        onChange={(firstOrderOnly) => onChange({ firstOrderOnly })}
      />
      <CheckField
        label={promo.isActive}
        name="is_active"
        value={form.isActive}
        onChange={(isActive) => onChange({ isActive })}
      />
    </>
  );
}
