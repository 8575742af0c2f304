import { useEffect, useState } from 'preact/hooks';
import type { AddOn, PlanList, ProrationPreview, Subscription } from '#commerce/billing/billing-fields.ts';
import { api } from '#web/api/api.ts';
import { location } from '#web/app/router.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { confirm, Dialog } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Form, NumberField } from '#web/components/fields.tsx';
import { Figure } from '#web/components/figure.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { useQuery } from '#web/data/query.ts';
import { isOwner, useBrand } from '#web/session/session.ts';
import { formatAmount, formatDateOf, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { Invoices } from './invoices.tsx';
import './billing.css';

/** What the brand pays for: plan, usage against its limits, add-ons and invoices. */
export default function BillingPage() {
  const { id } = useBrand();
  const billing = useQuery('billing', async () => {
    const [plans, subscription] = await Promise.all([
      api('GET /api/v1/billing/plans'),
      api('GET /api/v1/billing/subscription', { brand_id: id }),
    ]);
    return { plans, subscription };
  });
  const words = texts.billing;
  const { data } = billing;
  useActivation(data?.subscription, billing.refresh);
  if (data === undefined)
    return (
      <Page title={words.title}>
        {billing.error === undefined ? (
          <Loading rows={8} />
        ) : (
          <Failure error={billing.error} onRetry={() => void billing.refresh()} />
        )}
      </Page>
    );
  const show = (subscription: Subscription) => billing.set({ ...data, subscription });
  return (
    <Page
      title={words.title}
      answer={answerOf(data.subscription)}
      note={noteOf(data.subscription)}
      actions={<PortalButton subscription={data.subscription} />}
    >
      {location.value.query.get('done') === '1' && <Notice tone="good">{words.done}</Notice>}
      <Overdue subscription={data.subscription} />
      <Usage subscription={data.subscription} />
      <Plans plans={data.plans} subscription={data.subscription} onChanged={show} />
      <AddOns subscription={data.subscription} onChanged={show} />
      <Invoices />
    </Page>
  );
}

/** After a payment, the plan is active when the service has the event of the payment provider. Until then the page asks for it. */
function useActivation(subscription: Subscription | undefined, refresh: () => Promise<void>): void {
  const isPending = subscription?.status === 'none' || subscription?.status === 'incomplete';
  const isAwaited = isPending && location.value.query.get('done') === '1';
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setInterval(() => void refresh(), activationInterval);
    const end = setTimeout(() => clearInterval(timer), longestActivation);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [isAwaited]);
}

const activationInterval = 2_000;
const longestActivation = 120_000;

const tones: Readonly<Record<Subscription['status'], Tone>> = {
  none: 'neutral',
  incomplete: 'warning',
  trialing: 'info',
  active: 'good',
  past_due: 'danger',
  suspended: 'danger',
  paused: 'warning',
  canceled: 'neutral',
};

function answerOf({ status, plan, price_per_month, currency }: Subscription) {
  const words = texts.billing;
  if (price_per_month === undefined) return words.none;
  return (
    <span class="billing-answer">
      {words.answer(words.plan[plan], formatAmount(price_per_month, currency))}
      <Badge tone={tones[status]}>{words.status[status]}</Badge>
    </span>
  );
}

function noteOf({ status, current_period_end, cancel_at, ended_at, trial_ends_at }: Subscription) {
  const { noneText, trialEnds, ends, ended, renews } = texts.billing;
  if (ended_at !== undefined) return ended(formatDateOf(ended_at));
  if (cancel_at !== undefined) return ends(formatDateOf(cancel_at));
  if (status === 'trialing' && trial_ends_at) return trialEnds(formatDateOf(trial_ends_at));
  if (current_period_end === undefined) return status === 'none' ? noneText : undefined;
  return renews(formatDateOf(current_period_end));
}

function Overdue({ subscription: { status, grace_ends_at } }: { readonly subscription: Subscription }) {
  if (status !== 'past_due' || grace_ends_at === undefined) return null;
  return <Notice tone="danger">{texts.billing.overdue(formatDateOf(grace_ends_at))}</Notice>;
}

/** The pages of the payment provider for payment methods, invoices and cancellation. */
function PortalButton({ subscription }: { readonly subscription: Subscription }) {
  const { id } = useBrand();
  const words = texts.billing;
  const open = useAction(async () => {
    const return_url = `${window.location.origin}/billing`;
    window.location.assign((await api('POST /api/v1/billing/portal', { brand_id: id, return_url })).url);
  });
  const reason = isOwner()
    ? subscription.status === 'none'
      ? words.needsPlan
      : undefined
    : words.ownersOnly;
  return (
    <Button busy={open.isRunning} reason={reason} reasonAs="tip" onClick={() => void open.run()}>
      {words.portal}
    </Button>
  );
}

function Usage({ subscription }: { readonly subscription: Subscription }) {
  const words = texts.billing;
  return (
    <Section title={words.usage} kind="card">
      <div class="billing-usage">
        {subscription.entitlements.map(({ entitlement, limit, used }) =>
          used === undefined || limit === undefined ? (
            used !== undefined && (
              <Figure
                key={entitlement}
                label={words.entitlements[entitlement]}
                value={formatNumber(used)}
                note={words.unlimited}
              />
            )
          ) : (
            <Progress
              key={entitlement}
              label={words.entitlements[entitlement]}
              value={used}
              max={limit}
              text={words.of(formatNumber(used), formatNumber(limit))}
              tone={used >= limit ? 'warning' : undefined}
            />
          ),
        )}
      </div>
    </Section>
  );
}

type Plan = PlanList['plans'][number];

/** The plans side by side. Without a subscription a plan leads to the payment page, with one it is changed at once. */
function Plans({
  plans,
  subscription,
  onChanged,
}: {
  readonly plans: PlanList;
  readonly subscription: Subscription;
  readonly onChanged: (subscription: Subscription) => void;
}) {
  const { id } = useBrand();
  const words = texts.billing;
  const isSubscribed = ['trialing', 'active', 'past_due'].includes(subscription.status);
  const choose = useAction(async ({ plan, price_per_month, currency }: Plan) => {
    if (!isSubscribed) {
      const back = `${window.location.origin}/billing`;
      const urls = { success_url: `${back}?done=1`, cancel_url: back };
      window.location.assign(
        (await api('POST /api/v1/billing/checkout', { brand_id: id, plan, ...urls })).url,
      );
      return;
    }
    const isWanted = await confirm({
      title: words.change(words.plan[plan]),
      text: words.changeText(formatAmount(price_per_month, currency)),
      action: words.change(words.plan[plan]),
    });
    if (isWanted) onChanged(await api('PUT /api/v1/billing/subscription', { brand_id: id, plan }));
  });
  return (
    <Section title={words.plans}>
      <ul class="billing-plans">
        {plans.plans.map((plan) => {
          const isCurrent = isSubscribed && plan.plan === subscription.plan;
          return (
            <li key={plan.plan} class={isCurrent ? 'billing-plan billing-current' : 'billing-plan'}>
              <h3>{words.plan[plan.plan]}</h3>
              <p class="billing-price">
                {formatAmount(plan.price_per_month, plan.currency)} <small>{words.month}</small>
              </p>
              <ul>
                {(['campaign_sends', 'members', 'products', 'brands'] as const).map((name) => (
                  <li key={name}>
                    {words.entitlements[name]}: {formatNumber(plan.entitlements[name])}
                  </li>
                ))}
              </ul>
              {isCurrent ? (
                <Badge tone="good" icon="check">
                  {words.current}
                </Badge>
              ) : (
                <Button
                  busy={choose.isRunning}
                  reason={isOwner() ? undefined : words.ownersOnly}
                  reasonAs="tip"
                  onClick={() => void choose.run(plan)}
                >
                  {(isSubscribed ? words.change : words.choose)(words.plan[plan.plan])}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** The add-ons with their quantities. A change shows what it costs first. */
function AddOns({
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
