import { Button } from '#web/components/button.tsx';
import { CheckField, TextField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { texts } from '#web/text/texts.ts';
import { newVariant, type VariantDraft } from './product-draft.ts';
import { SellingFields } from './selling-fields.tsx';

/** The variants of a product, such as sizes and packagings. */
export function VariantsField({
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
