import { FieldRow, MoneyField, NumberField, TextField } from '#web/components/fields.tsx';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import type { SellingDraft } from './product-draft.ts';

/** Price, unit and codes of a product or variant. `path` is the place of its members in the request. */
export function SellingFields({
  value,
  onChange,
  reason,
  path = '',
}: {
  readonly value: SellingDraft;
  readonly onChange: (members: Partial<SellingDraft>) => void;
  readonly reason: string | undefined;
  readonly path?: string | undefined;
}) {
  const { currency } = useBrand();
  const { fields } = texts.products;
  return (
    <>
      <FieldRow>
        <MoneyField
          name={`${path}price`}
          label={fields.price}
          currency={currency}
          min={0}
          value={value.price}
          onChange={(price) => onChange({ price })}
          reason={reason}
        />
        <TextField
          name={`${path}unit`}
          label={fields.unit}
          hint={fields.unitHint}
          value={value.unit}
          onChange={(unit) => onChange({ unit })}
          reason={reason}
        />
        <NumberField
          name={`${path}unit_quantity`}
          label={fields.unitQuantity}
          hint={fields.unitQuantityHint}
          plain
          digits={3}
          min={0}
          value={value.unit_quantity}
          onChange={(unit_quantity) => onChange({ unit_quantity })}
          reason={reason}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          name={`${path}sku`}
          label={fields.sku}
          hint={fields.skuHint}
          code
          value={value.sku}
          onChange={(sku) => onChange({ sku })}
          reason={reason}
        />
        <TextField
          name={`${path}barcode`}
          label={fields.barcode}
          code
          inputmode="numeric"
          value={value.barcode}
          onChange={(barcode) => onChange({ barcode })}
          reason={reason}
        />
        <NumberField
          name={`${path}weight_grams`}
          label={fields.weight}
          hint={fields.weightHint}
          plain
          unit="g"
          min={0}
          value={value.weight_grams}
          onChange={(weight_grams) => onChange({ weight_grams })}
          reason={reason}
        />
      </FieldRow>
    </>
  );
}
