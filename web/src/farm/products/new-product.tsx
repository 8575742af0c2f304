import { useState } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FieldRow, Form, MoneyField, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** Asks for what a product needs at least, and opens its page for the rest. */
export function NewProduct({ onClose }: { readonly onClose: () => void }) {
  const brand = useBrand();
  const [name, setName] = useState('');
  const [price, setPrice] = useState<number>();
  const [unit, setUnit] = useState('');
  const [category, setCategory] = useState('');
  const { fields } = texts.products;
  const create = useAction(
    () =>
      api('POST /api/v1/products', {
        brand_id: brand.id,
        name: name.trim(),
        price,
        unit: unit.trim() || undefined,
        category: category.trim() || undefined,
      }),
    { done: texts.products.addDone },
  );
  const submit = async () => {
    const product = await create.run();
    if (!product) return;
    refreshAll('products');
    refreshAll('selling/catalog');
    navigate(`/products/${product.id}`);
  };
  return (
    <Dialog
      title={texts.products.addTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.products.cancel}</Button>
          <Button kind="primary" type="submit" form="new-product" busy={create.isRunning}>
            {texts.products.add}
          </Button>
        </>
      }
    >
      <Form id="new-product" label={texts.products.addTitle} onSubmit={submit} error={create.error}>
        <TextField name="name" label={fields.name} value={name} onChange={setName} required autoFocus />
        <FieldRow>
          <MoneyField
            name="price"
            label={fields.price}
            currency={brand.currency}
            value={price}
            onChange={setPrice}
            min={0}
          />
          <TextField name="unit" label={fields.unit} hint={fields.unitHint} value={unit} onChange={setUnit} />
        </FieldRow>
        <TextField name="category" label={fields.category} value={category} onChange={setCategory} optional />
      </Form>
    </Dialog>
  );
}
