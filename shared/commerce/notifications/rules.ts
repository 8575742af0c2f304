import * as z from 'zod';
import type { RecordedEvent } from '#contract/commerce/events.ts';
import type { NotificationCause, NotificationKind } from './contract.ts';

/** A notification before it reaches the inboxes. Its id is that of its cause, so that a cause has one notification. */
export interface Notice {
  readonly id: string;
  readonly brand_id: string;
  readonly kind: NotificationKind;
  readonly title: string;
  readonly cause?: NotificationCause | undefined;
  readonly resource?: { readonly type: string; readonly id: string } | undefined;
  readonly created_at: string;
  /** Who of the members gets it; all of them if absent. */
  readonly audience?: 'owners' | undefined;
}

interface Sender {
  readonly currency: string;
  readonly locale: string;
}

/** Facts that the titles use. Each kind of event has some of them. */
const facts = z.object({
  id: z.string().optional().catch(undefined),
  number: z.number().optional().catch(undefined),
  invoice_id: z.string().optional().catch(undefined),
  product_id: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  variant_name: z.string().optional().catch(undefined),
  total: z.number().optional().catch(undefined),
  available: z.number().optional().catch(undefined),
  recipient_count: z.number().optional().catch(undefined),
  role: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  days_left: z.number().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  previous_status: z.string().optional().catch(undefined),
  days: z.number().optional().catch(undefined),
});
type Facts = z.output<typeof facts>;

interface Rule {
  readonly kind: NotificationKind;
  readonly audience?: Notice['audience'];
  /** Undefined for facts that notify nobody. */
  title(data: Facts, sender: Sender): string | undefined;
  /** Type of the record, and its id in the event. */
  readonly resource?: readonly [type: string, id: (data: Facts) => string | undefined];
}

/** One rule for each event that notifies people. Titles hold no personal data. */
const rules: Readonly<Record<string, Rule>> = {
  'order.created': {
    kind: 'new_order',
    title: ({ number, total }, sender) =>
      ['New order', number && `#${number}`, total !== undefined && `of ${moneyText(total, sender)}`]
        .filter(Boolean)
        .join(' '),
    resource: ['order', ({ id }) => id],
  },
  'invoice.payment_failed': {
    kind: 'payment_failed',
    audience: 'owners',
    title: () => 'The payment of your subscription failed; check the payment method',
    resource: ['invoice', ({ invoice_id, id }) => invoice_id ?? id],
  },
  'subscription.payment_reminder': {
    kind: 'payment_failed',
    audience: 'owners',
    title: ({ days_left: days }) =>
      days === undefined
        ? 'A payment of your subscription is still due'
        : `A payment of your subscription is still due; your plan ends in ${days} ${days === 1 ? 'day' : 'days'}`,
  },
  'subscription.changed': {
    kind: 'subscription_changed',
    audience: 'owners',
    title: ({ status, previous_status: before }) =>
      status === before ? undefined : subscriptionTitle(status ?? '', before ?? ''),
  },
  'webhook_endpoint.disabled': {
    kind: 'webhook_disabled',
    title: ({ reason }) =>
      reason === 'gone'
        ? 'A webhook endpoint was disabled because it answered 410'
        : 'A webhook endpoint was disabled because its deliveries fail',
    resource: ['webhook_endpoint', ({ id }) => id],
  },
  'product.low_stock': {
    kind: 'low_stock',
    title: ({ name = 'A product', variant_name, available }) => {
      const product = variant_name === undefined ? name : `${name}, ${variant_name}`;
      return available === undefined
        ? `${product} is low in stock`
        : `${product} is low in stock: ${available} left`;
    },
    resource: ['product', ({ product_id, id }) => product_id ?? id],
  },
  'campaign.sent': {
    kind: 'campaign_sent',
    title: ({ recipient_count: count }) =>
      count === undefined
        ? 'A campaign was sent'
        : `A campaign was sent to ${count} ${count === 1 ? 'contact' : 'contacts'}`,
    resource: ['campaign', ({ id }) => id],
  },
  'campaign.paused': {
    kind: 'campaign_stopped',
    title: ({ reason }) =>
      reason === 'sends_used_up'
        ? 'A campaign was paused before its first message: the plan includes too few messages this month'
        : 'A campaign was paused because it cannot be sent',
    resource: ['campaign', ({ id }) => id],
  },
  'campaign.failed': {
    kind: 'campaign_stopped',
    title: ({ reason }) =>
      reason === 'no_recipients'
        ? 'A campaign was not sent because it has no recipients'
        : reason === 'interrupted'
          ? 'A campaign stopped several times while it was being sent; send it again or cancel it'
          : 'A campaign was not sent; check its settings',
    resource: ['campaign', ({ id }) => id],
  },
  'brand.deletion_scheduled': {
    kind: 'brand_deletion',
    title: () => 'The deletion of the brand is scheduled; an owner can restore it',
  },
  'brand.deletion_reminder': {
    kind: 'brand_deletion',
    title: ({ days }) =>
      days === 1
        ? 'The brand will be deleted in one day'
        : `The brand will be deleted in ${days ?? 'some'} days`,
  },
  'brand.deletion_cancelled': { kind: 'brand_deletion', title: () => 'The brand is restored' },
  'brand.export_ready': {
    kind: 'export_ready',
    title: () => 'The export of the brand is ready for download',
    resource: ['brand_export', ({ id }) => id],
  },
  'member.joined': {
    kind: 'member_joined',
    title: ({ role }) => (role === undefined ? 'A member joined' : `A member joined as ${role}`),
  },
};

/** Statuses after which owners have to act, and the return from them. */
function subscriptionTitle(status: string, before: string): string | undefined {
  switch (status) {
    case 'suspended':
      return 'Your plan is suspended because a payment is due; pay it in the billing portal';
    case 'paused':
      return 'Your subscription is paused';
    case 'canceled':
      return 'Your subscription has ended';
    case 'active':
      return ['past_due', 'suspended', 'paused', 'canceled'].includes(before)
        ? 'Your subscription is active again'
        : undefined;
    default:
      return undefined;
  }
}

export const notifies = (type: string): boolean => Object.hasOwn(rules, type);

/** The notification of an event; undefined for an event that notifies nobody. */
export function noticeOf(
  { id, brand_id, type, created_at, data }: RecordedEvent,
  sender: Sender,
): Notice | undefined {
  const rule = Object.hasOwn(rules, type) ? rules[type] : undefined;
  if (rule === undefined) return undefined;
  const known = facts.parse(data);
  const title = rule.title(known, sender);
  if (title === undefined) return undefined;
  const [resourceType = '', idOf = () => undefined] = rule.resource ?? [];
  const resourceId = idOf(known);
  return {
    id,
    brand_id,
    kind: rule.kind,
    title,
    cause: { event: type, facts: titleFacts(known, sender) },
    ...(resourceId !== undefined && { resource: { type: resourceType, id: resourceId } }),
    created_at,
    ...(rule.audience !== undefined && { audience: rule.audience }),
  };
}

/** The facts that titles state, without ids. An amount has its currency. */
function titleFacts(
  { id, invoice_id, product_id, ...stated }: Facts,
  { currency }: Sender,
): NotificationCause['facts'] {
  const known = Object.entries(stated).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...(stated.total !== undefined && { currency }) };
}

const moneyText = (amount: number, { currency, locale }: Sender): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
