import { useState } from 'preact/hooks';
import type { ShownProduct as Product } from '#contract/commerce/products.ts';
import { adjustmentKinds as kinds } from '#contract/commerce/stock.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { ChoiceField, Form, NumberField, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';

/** Records stock that was received, counted or wasted. */
export function AdjustStock({
  product,
  variantId,
  name,
  onClose,
  onAdjusted,
}: {
  readonly product: Product;
  readonly variantId: string | undefined;
  readonly name: string;
  readonly onClose: () => void;
  readonly onAdjusted: () => void;
}) {
  const words = texts.products;
  const [kind, setKind] =
    useState<ApiInput<'POST /api/v1/products/{id}/stock/adjustments'>['kind']>('receive');
  const [quantity, setQuantity] = useState<number>();
  const [reason, setReason] = useState('');
  const adjust = useAction(
    () =>
      api('POST /api/v1/products/{id}/stock/adjustments', {
        id: product.id,
        variant_id: variantId,
        kind,
        quantity: quantity ?? 0,
        reason: reason.trim() || undefined,
      }),
    { done: words.adjusted },
  );
  const submit = async () => {
    if (!(await adjust.run())) return;
    onAdjusted();
    onClose();
  };
  return (
    <Dialog
      title={words.adjustTitle(name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form="adjust-stock" busy={adjust.isRunning}>
            {words.adjust}
          </Button>
        </>
      }
    >
      <Form id="adjust-stock" label={words.adjustTitle(name)} onSubmit={submit} error={adjust.error}>
        <ChoiceField
          name="kind"
          label={words.adjustKind}
          wide
          value={kind}
          options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          hint={words.kindHints[kind]}
          onChange={setKind}
        />
        <NumberField
          name="quantity"
          label={words.quantity}
          min={0}
          value={quantity}
          onChange={setQuantity}
          required
          autoFocus
        />
        <TextField
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          value={reason}
          onChange={setReason}
        />
      </Form>
    </Dialog>
  );
}
