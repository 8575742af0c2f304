import { useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { PromoCode } from '#contract/commerce/promo-codes.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { confirm, Dialog } from '#web/components/dialog.tsx';
import { Form } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { PromoFields } from './promo-fields.tsx';
import { promoForm, promoInput } from './promo-form.ts';

/** Creates, edits or deletes a promo code. A change by someone else in between is shown first. */
export function EditPromoCode({
  promo,
  onClose,
}: {
  readonly promo: PromoCode | undefined;
  readonly onClose: () => void;
}) {
  const { id: brandId, timeZone } = useBrand();
  const [base, setBase] = useState(promo);
  const [form, setForm] = useState(() => promoForm(promo, timeZone));
  const [isConflict, setConflict] = useState(false);
  const { promo: words, form: buttons, conflict } = texts.stops;
  const done = (text: string) => {
    toast({ text, tone: 'good' });
    onClose();
    refreshAll('selling');
  };
  const save = useAction(async () => {
    const input = promoInput(form, timeZone, base);
    try {
      if (base === undefined)
        await api('POST /api/v1/promo-codes', { brand_id: brandId, code: form.code.trim(), ...input });
      else await api('PUT /api/v1/promo-codes/{id}', { id: base.id, ...input }, { ifMatch: base });
      done(base === undefined ? words.created : words.saved);
    } catch (error) {
      if (base === undefined || !isApiError(error, 'precondition_failed')) throw error;
      const current = await api('GET /api/v1/promo-codes/{id}', { id: base.id });
      setBase(current);
      setForm(promoForm(current, timeZone));
      setConflict(true);
    }
  });
  const remove = useAction(async (code: PromoCode) => {
    await api('DELETE /api/v1/promo-codes/{id}', { id: code.id });
    done(words.deleted);
  });
  const ask = async (code: PromoCode) => {
    const question = {
      title: words.deleteTitle(code.code),
      text: words.deleteEffect,
      action: words.delete,
      danger: true,
    };
    if (await confirm(question)) await remove.run(code);
  };
  return (
    <Dialog
      title={promo === undefined ? words.newTitle : words.editTitle(promo.code)}
      wide
      onClose={onClose}
      actions={
        <>
          {base && (
            <Button icon="trash" busy={remove.isRunning} onClick={() => void ask(base)}>
              {words.delete}
            </Button>
          )}
          <Button onClick={onClose}>{buttons.cancel}</Button>
          <Button kind="primary" type="submit" form="edit-promo-code" busy={save.isRunning}>
            {buttons.save}
          </Button>
        </>
      }
    >
      <Form id="edit-promo-code" onSubmit={() => save.run()} error={save.error}>
        {isConflict && (
          <Notice tone="warning" isNew>
            {conflict}
          </Notice>
        )}
        <PromoFields
          form={form}
          isNew={base === undefined}
          onChange={(part) => setForm((before) => ({ ...before, ...part }))}
        />
      </Form>
    </Dialog>
  );
}
