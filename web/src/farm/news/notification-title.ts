import type { Notification } from '#commerce/notifications/contract.ts';
import { formatAmount } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

type Facts = NonNullable<Notification['cause']>['facts'];

/** Returns the title in the language of the page, or the stored title for an event that this version does not know. */
export function notificationTitle({ cause, title }: Pick<Notification, 'cause' | 'title'>): string {
  return (cause && titleOf(cause.event, cause.facts)) ?? title;
}

function titleOf(event: string, facts: Facts): string | undefined {
  const words = texts.news.titles;
  const { reason, status } = facts;
  switch (event) {
    case 'order.created':
      return orderTitle(facts);
    case 'invoice.payment_failed':
      return words.paymentFailed;
    case 'subscription.payment_reminder':
      return counted(facts['days_left'], words.paymentDue, words.paymentDueIn);
    case 'subscription.changed':
      return subscriptionTitle(status);
    case 'webhook_endpoint.disabled':
      return reason === 'gone' ? words.endpointGone : words.endpointFails;
    case 'product.low_stock':
      return stockTitle(facts);
    case 'campaign.sent':
      return counted(facts['recipient_count'], words.campaignSent, words.campaignSentTo);
    case 'campaign.paused':
      return reason === 'sends_used_up' ? words.campaignOverLimit : words.campaignPaused;
    case 'campaign.failed':
      return reason === 'no_recipients' ? words.campaignEmpty : words.campaignFailed;
    case 'brand.deletion_scheduled':
      return words.deletionScheduled;
    case 'brand.deletion_reminder':
      return counted(facts['days'], words.deletionSoon, words.deletionIn);
    case 'brand.deletion_cancelled':
      return words.restored;
    case 'brand.export_ready':
      return words.exportReady;
    case 'member.joined':
      return memberTitle(facts);
    default:
      return undefined;
  }
}

const counted = (count: Facts[string] | undefined, plain: string, withCount: (count: number) => string) =>
  typeof count === 'number' ? withCount(count) : plain;

function orderTitle({ number, total, currency }: Facts): string {
  const words = texts.news.titles;
  return typeof number === 'number' && typeof total === 'number' && typeof currency === 'string'
    ? words.newOrderOf(number, formatAmount(total, currency))
    : words.newOrder;
}

function subscriptionTitle(status: Facts[string] | undefined): string | undefined {
  const words = texts.news.titles;
  switch (status) {
    case 'suspended':
      return words.suspended;
    case 'paused':
      return words.subscriptionPaused;
    case 'canceled':
      return words.subscriptionEnded;
    case 'active':
      return words.subscriptionActive;
    default:
      return undefined;
  }
}

function stockTitle({ name = texts.news.titles.aProduct, variant_name, available }: Facts): string {
  const words = texts.news.titles;
  const product = variant_name === undefined ? `${name}` : `${name}, ${variant_name}`;
  return typeof available === 'number' ? words.lowStockLeft(product, available) : words.lowStock(product);
}

function memberTitle({ role }: Facts): string {
  const words = texts.news.titles;
  if (role === undefined) return words.joined;
  const names: Readonly<Record<string, string>> = texts.members.roles;
  return words.joinedAs(names[role] ?? String(role));
}
