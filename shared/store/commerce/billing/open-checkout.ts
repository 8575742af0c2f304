import type * as z from 'zod';
import { isLive, statusOf } from '#commerce/billing/account.ts';
import type { HostedPage, PaymentProvider, SubscribedItems } from '#commerce/billing/provider.ts';
import type { checkoutInput } from '#contract/commerce/billing-records.ts';
import { ApiError, found } from '#contract/errors.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { findBrand } from '../brands.ts';
import { accountAction, accountOf, customerAction } from './accounts.ts';

interface CheckoutOrder extends z.output<typeof checkoutInput> {
  /** Identifies the request and its repetitions. */
  readonly reference: string;
  readonly now: Date;
}

/**
 * Opens a payment page for a first or new subscription. The customer is created once for a brand. An earlier page expires,
 * so that a brand cannot pay twice.
 *
 * @returns the page, and the actions that remember it
 * @throws ApiError already_subscribed
 */
export async function openCheckout(
  table: Table,
  provider: Pick<PaymentProvider, 'createCustomer' | 'createCheckout' | 'expireCheckout'>,
  { brand_id, plan, add_ons = [], success_url, cancel_url, reference, now }: CheckoutOrder,
): Promise<HostedPage & { readonly actions: readonly TransactAction[] }> {
  const [record, account] = await Promise.all([findBrand(table, brand_id), accountOf(table, brand_id)]);
  const { id, name, version } = found(record).brand;
  if (isLive(statusOf(account, now))) throw new ApiError('already_subscribed');
  // A renamed brand has another version, and a key is for one input only.
  const customer_id =
    account.customer_id ?? (await provider.createCustomer({ id, name }, `customer-${id}-${version}`));
  if (account.checkout_id !== undefined) {
    await provider.expireCheckout(account.checkout_id, `expire-${account.checkout_id}`);
  }
  const wanted: SubscribedItems = {
    plan,
    add_ons: Object.fromEntries(add_ons.map(({ add_on, quantity }) => [add_on, quantity])),
  };
  const page = await provider.createCheckout(
    { ...wanted, customer_id, brand_id, success_url, cancel_url },
    `checkout-${reference}`,
  );
  const after = { ...account, customer_id, checkout_id: page.id };
  return { ...page, actions: [accountAction(account, after), customerAction(customer_id, brand_id)] };
}
