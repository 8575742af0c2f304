import type { PlanList, Subscription } from '#contract/commerce/billing-records.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Section } from '#web/components/page.tsx';
import { useAction } from '#web/data/action.ts';
import { isOwner, useBrand } from '#web/session/session.ts';
import { formatAmount, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

type Plan = PlanList['plans'][number];

/** The plans side by side. Without a subscription a plan leads to the payment page, with one it is changed at once. */
export function Plans({
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
