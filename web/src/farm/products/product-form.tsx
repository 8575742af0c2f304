import { useEffect } from 'preact/hooks';
import type { ShownProduct as Product, ProductVariant } from '#commerce/products/product-fields.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import {
  CheckField,
  FieldRow,
  Form,
  MoneyField,
  NumberField,
  TextAreaField,
  TextField,
} from '#web/components/fields.tsx';
import { ConflictNotice, type OtherValue } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAction } from '#web/data/action.ts';
import { isVersionConflict, type OtherChange, useVersionedDraft } from '#web/data/versioned-draft.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** All fields of a product and its variants. Saving sends them with the version that was read. */
export function ProductForm({
  product,
  reason,
  onSaved,
  onConflict,
}: {
  readonly product: Product;
  readonly reason: string | undefined;
  readonly onSaved: (product: Product) => void;
  readonly onConflict: () => void;
}) {
  const { base, draft, isChanged, conflict, setDraft, rebase, meetConflict } = useVersionedDraft(
    product,
    productDraft,
  );
  useUnsaved(isChanged);
  const save = useAction(
    async () => {
      const saved = await api(
        'PATCH /api/v1/products/{id}',
        { id: product.id, ...productPatch(draft) },
        { ifMatch: base },
      );
      rebase(saved);
      onSaved(saved);
    },
    { done: texts.products.saved },
  );
  useEffect(() => {
    if (!isVersionConflict(save.error)) return;
    meetConflict();
    onConflict();
  }, [save.error]);
  const { fields } = texts.products;
  const set = (members: Partial<ProductDraft>) => setDraft({ ...draft, ...members });
  return (
    <Form
      rules={contractRules('PATCH /api/v1/products/{id}')}
      label={texts.products.details}
      onSubmit={() => save.run()}
      error={isVersionConflict(save.error) ? undefined : save.error}
      actions={
        <>
          <Button kind="primary" type="submit" busy={save.isRunning} reason={reason}>
            {texts.products.save}
          </Button>
          {isChanged && <Button onClick={() => rebase(product)}>{texts.products.discard}</Button>}
        </>
      }
    >
      {conflict && <ConflictNotice values={conflict.map(otherValue)} />}
      <Section title={texts.products.details} kind="card">
        <FieldRow>
          <TextField
            name="name"
            label={fields.name}
            value={draft.name}
            onChange={(name) => set({ name })}
            required
            reason={reason}
          />
          <TextField
            name="category"
            label={fields.category}
            value={draft.category}
            onChange={(category) => set({ category })}
            reason={reason}
          />
        </FieldRow>
        <TextAreaField
          name="description"
          label={fields.description}
          value={draft.description}
          onChange={(description) => set({ description })}
          maxLength={5000}
          rows={3}
          reason={reason}
        />
        <SellingFields value={draft} onChange={set} reason={reason} />
        <TextField
          name="tax_category"
          label={fields.taxCategory}
          hint={fields.taxCategoryHint}
          value={draft.tax_category}
          onChange={(tax_category) => set({ tax_category })}
          reason={reason}
        />
      </Section>
      <VariantsField variants={draft.variants} onChange={(variants) => set({ variants })} reason={reason} />
    </Form>
  );
}

/** What the other person has stored in a field of the form that both have changed. */
function otherValue({ name, value }: OtherChange<ProductDraft>): OtherValue {
  const { fields, variants } = texts.products;
  const labels: Readonly<Record<keyof ProductDraft, string>> = {
    ...fields,
    unit_quantity: fields.unitQuantity,
    weight_grams: fields.weight,
    tax_category: fields.taxCategory,
    is_active: fields.isActive,
    variants,
  };
  const isText = typeof value === 'string' || typeof value === 'number';
  return { label: labels[name], text: isText ? String(value) : undefined };
}

/** The variants of a product, such as sizes and packagings. */
function VariantsField({
  variants,
  onChange,
  reason,
}: {
  readonly variants: readonly VariantDraft[];
  readonly onChange: (variants: readonly VariantDraft[]) => void;
  readonly reason: string | undefined;
}) {
  const words = texts.products;
  const set = (key: string, members: Partial<VariantDraft>) =>
    onChange(variants.map((variant) => (variant.key === key ? { ...variant, ...members } : variant)));
  return (
    <Section
      title={words.variants}
      note={variants.length > 0 ? words.variantsText : words.noVariants}
      kind="card"
      actions={
        <Button
          icon="plus"
          reason={reason}
          reasonAs="tip"
          onClick={() => onChange([...variants, newVariant()])}
        >
          {words.addVariant}
        </Button>
      }
    >
      {variants.map((variant, index) => (
        <fieldset key={variant.key} class="variant">
          <legend class="variant-title">{words.variantTitle(index + 1)}</legend>
          <TextField
            name={`variants.${index}.name`}
            label={words.variantName}
            value={variant.name}
            onChange={(name) => set(variant.key, { name })}
            required
            autoFocus={variant.id === undefined && variant.name === ''}
            reason={reason}
          />
          <SellingFields
            value={variant}
            onChange={(members) => set(variant.key, members)}
            reason={reason}
            path={`variants.${index}.`}
          />
          <div class="variant-foot">
            <CheckField
              name={`variants.${index}.is_active`}
              label={words.fields.isActive}
              value={variant.is_active}
              onChange={(is_active) => set(variant.key, { is_active })}
              reason={reason}
            />
            <Button
              kind="quiet"
              icon="trash"
              label={words.removeVariant(variant.name || String(index + 1))}
              reason={reason}
              reasonAs="tip"
              onClick={() => onChange(variants.filter(({ key }) => key !== variant.key))}
            />
          </div>
        </fieldset>
      ))}
    </Section>
  );
}

/** Price, unit and codes of a product or variant. `path` is the place of its members in the request. */
function SellingFields({
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

/** A product as its form holds it: texts are never undefined. */
interface ProductDraft extends SellingDraft {
  readonly description: string;
  readonly category: string;
  readonly tax_category: string;
  readonly variants: readonly VariantDraft[];
}

/** A variant as its form holds it. A new one has no id. */
interface VariantDraft extends SellingDraft {
  readonly id: string | undefined;
  /** Distinguishes variants while the form is open. */
  readonly key: string;
}

/** What products and variants share. */
interface SellingDraft {
  readonly name: string;
  readonly sku: string;
  readonly barcode: string;
  readonly price: number | undefined;
  readonly unit: string;
  readonly unit_quantity: number | undefined;
  readonly weight_grams: number | undefined;
  readonly is_active: boolean;
}

/** The form of a stored product. */
const productDraft = (product: Product): ProductDraft => ({
  ...sellingDraft(product),
  description: product.description ?? '',
  category: product.category ?? '',
  tax_category: product.tax_category ?? '',
  variants: (product.variants ?? []).map((variant) => ({
    ...sellingDraft(variant),
    id: variant.id,
    key: variant.id,
  })),
});

/** The form of a new variant. */
const newVariant = (): VariantDraft => ({
  id: undefined,
  key: crypto.randomUUID(),
  name: '',
  sku: '',
  barcode: '',
  price: undefined,
  unit: '',
  unit_quantity: undefined,
  weight_grams: undefined,
  is_active: true,
});

/** The change that makes the stored product what the form shows. Empty texts and numbers remove their members. */
function productPatch(draft: ProductDraft): Omit<ApiInput<'PATCH /api/v1/products/{id}'>, 'id'> {
  const { name, sku, barcode, price, unit, unit_quantity, weight_grams, is_active } = draft;
  return {
    name: name.trim(),
    description: orNull(draft.description),
    category: orNull(draft.category),
    tax_category: orNull(draft.tax_category),
    sku: orNull(sku),
    barcode: orNull(barcode),
    unit: orNull(unit),
    price: price ?? null,
    unit_quantity: unit_quantity ?? null,
    weight_grams: weight_grams ?? null,
    is_active,
    variants: draft.variants.map(variantInput),
  };
}

function sellingDraft(source: Product | ProductVariant): SellingDraft {
  const { name, sku = '', barcode = '', price, unit = '', unit_quantity, weight_grams, is_active } = source;
  return { name, sku, barcode, price, unit, unit_quantity, weight_grams, is_active };
}

const variantInput = ({
  id,
  name,
  sku,
  barcode,
  price,
  unit,
  unit_quantity,
  weight_grams,
  is_active,
}: VariantDraft) => ({
  id,
  name: name.trim(),
  sku: orUndefined(sku),
  barcode: orUndefined(barcode),
  price,
  unit: orUndefined(unit),
  unit_quantity,
  weight_grams,
  is_active,
});

const orNull = (text: string): string | null => text.trim() || null;
const orUndefined = (text: string): string | undefined => text.trim() || undefined;
