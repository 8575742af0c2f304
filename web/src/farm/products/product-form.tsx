import { useEffect } from 'preact/hooks';
import type { ShownProduct as Product } from '#contract/commerce/products.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { ConflictNotice, type OtherValue } from '#web/components/conflict-notice.tsx';
import { FieldRow, Form, TextAreaField, TextField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAction } from '#web/data/action.ts';
import { isVersionConflict, type OtherChange, useVersionedDraft } from '#web/data/versioned-draft.ts';
import { texts } from '#web/text/texts.ts';
import { type ProductDraft, productDraft, productPatch } from './product-draft.ts';
import { SellingFields } from './selling-fields.tsx';
import { VariantsField } from './variants-field.tsx';

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
    { done: texts.products.saved, shows: isVersionConflict },
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
