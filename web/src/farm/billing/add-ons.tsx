import { useState } from 'preact/hooks';
import type { AddOn, ProrationPreview, Subscription } from '#contract/commerce/billing-records.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Form, NumberField } from '#web/components/fields.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { useQuery } from '#web/data/query.ts';
import { isOwner, useBrand } from '#web/session/session.ts';
import { formatAmount, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** The add-ons with their quantities. A change shows what it costs first. */
export function AddOns({
  subscription,
  onChanged,
}: {
  readonly subscription: Subscription;
  readonly onChanged: (subscription: Subscription) => void;
}) {
  const { id } = useBrand();
  const addOns = useQuery('billing/add-ons', () => api('GET /api/v1/billing/add-ons', { brand_id: id }));
  const [isEditing, setEditing] = useState(false);
  const words = texts.billing;
  const isSubscribed = ['trialing', 'active', 'past_due'].includes(subscription.status);
  const reason = isOwner() ? (isSubscribed ? undefined : words.needsPlan) : words.ownersOnly;
  return (
    <Section
      title={words.addOns}
      actions={
        <Button icon="edit" reason={reason} reasonAs="tip" onClick={() => setEditing(true)}>
          {words.edit}
        </Button>
      }
    >
      {addOns.isLoading && <Loading rows={3} />}
      {addOns.data === undefined && addOns.error !== undefined && (
        <Failure error={addOns.error} onRetry={() => void addOns.refresh()} />
      )}
      {addOns.data && (
        <DataTable
          label={words.addOns}
          rows={addOns.data}
          rowKey={({ add_on }) => add_on}
          columns={[
            { id: 'name', label: words.addOnName, cell: describe },
            {
              id: 'quantity',
              label: words.quantity,
              align: 'end',
              cell: ({ quantity }) => formatNumber(quantity),
            },
            { id: 'price', label: words.monthly, align: 'end', cell: priceOf },
          ]}
        />
      )}
      {isEditing && addOns.data && (
        <EditAddOns
          addOns={addOns.data}
          onClose={() => setEditing(false)}
          onChanged={(changed) => {
            onChanged(changed);
            void addOns.refresh();
          }}
        />
      )}
    </Section>
  );
}

function describe({ add_on, adds }: AddOn) {
  const { addOn, adds: words } = texts.billing;
  const [count = 0] = Object.values(adds);
  return (
    <>
      <b>{addOn[add_on]}</b> <span class="billing-note">{words[add_on](formatNumber(count))}</span>
    </>
  );
}

const priceOf = ({ price_per_month, currency }: AddOn) => formatAmount(price_per_month, currency);

function EditAddOns({
  addOns,
  onClose,
  onChanged,
}: {
  readonly addOns: readonly AddOn[];
  readonly onClose: () => void;
  readonly onChanged: (subscription: Subscription) => void;
}) {
  const { id } = useBrand();
  const [quantities, setQuantities] = useState(() =>
    addOns.map(({ add_on, quantity }) => ({ add_on, quantity })),
  );
  const [preview, setPreview] = useState<ProrationPreview>();
  const words = texts.billing;
  const changed = quantities.filter(({ quantity }, index) => quantity !== addOns[index]?.quantity);
  const show = useAction(async () =>
    setPreview(await api('POST /api/v1/billing/add-ons/preview', { brand_id: id, add_ons: changed })),
  );
  const apply = useAction(async () => {
    for (const { add_on, quantity } of changed) {
      if (quantity === 0) await api('DELETE /api/v1/billing/add-ons/{add_on}', { brand_id: id, add_on });
      else await api('POST /api/v1/billing/add-ons', { brand_id: id, add_on, quantity });
    }
    onChanged(await api('GET /api/v1/billing/subscription', { brand_id: id }));
    toast({ text: words.applied, tone: 'good' });
    onClose();
  });
  const action = preview === undefined ? show : apply;
  return (
    <Dialog title={words.edit} onClose={onClose}>
      <Form
        label={words.edit}
        error={action.error}
        onSubmit={() => (changed.length > 0 ? action.run() : undefined)}
        actions={
          <Button
            kind="primary"
            type="submit"
            busy={action.isRunning}
            reason={changed.length > 0 ? undefined : words.nothingChanged}
          >
            {preview === undefined ? words.preview : words.apply}
          </Button>
        }
      >
        {quantities.map(({ add_on, quantity }, index) => (
          <NumberField
            key={add_on}
            label={words.addOn[add_on]}
            min={0}
            max={100}
            value={quantity}
            onChange={(value = 0) => {
              setPreview(undefined);
              setQuantities((all) => all.map((one, n) => (n === index ? { ...one, quantity: value } : one)));
            }}
          />
        ))}
        {preview && (
          <Facts
            facts={[
              { label: words.dueNow, value: formatAmount(preview.due_now, preview.currency) },
              { label: words.newPrice, value: formatAmount(preview.price_per_month, preview.currency) },
            ]}
          />
        )}
      </Form>
    </Dialog>
  );
}
