import { type Html, html } from '../http/html.ts';
import { cardFields, type PageResult } from './checkout-page.ts';
import { cardOf } from './invoicing.ts';
import type { Ledger } from './ledger.ts';
import { alertOf, dateOf, money, page } from './pages.ts';
import { missing, PaymentError, type Portal, type Price, type Subscription } from './records.ts';

const portalOf = (ledger: Ledger, id: string): Portal => {
  const portal = ledger.records.portals.get(id);
  if (portal === undefined) throw missing('billing_portal.session', id);
  return portal;
};

export const showPortal = (ledger: Ledger, id: string): PageResult => portal(ledger, portalOf(ledger, id));

function portal(ledger: Ledger, { id, customer, return_url }: Portal, fault?: string): PageResult {
  const { card } = ledger.customerOf(customer);
  const content = html`${alertOf(fault)}
${subscriptionPart(ledger, id, subscriptionOf(ledger, customer))}
<h2>Payment method</h2>
<p>${card === undefined ? 'None' : `Card ending in ${card.slice(-4)}`}</p>
<form method="post" action="/portal/${id}/card">
${cardFields()}
<button type="submit">Replace the card</button>
</form>
${invoicesPart(ledger, customer)}
<p><a href="${return_url}">Back</a></p>`;
  return { status: fault === undefined ? 200 : 402, body: page('Billing', content) };
}

const subscriptionOf = (ledger: Ledger, customer: string): Subscription | undefined =>
  [...ledger.records.subscriptions.values()]
    .filter((one) => one.customer === customer && one.status !== 'canceled')
    .at(-1);

function subscriptionPart(ledger: Ledger, id: string, subscription: Subscription | undefined): Html {
  if (subscription === undefined) return html`<p>There is no subscription.</p>`;
  const { status, cancel_at, period_end, items } = subscription;
  const names = items.map(({ price, quantity }) => `${quantity} × ${ledger.priceOf(price).name}`);
  const next = cancel_at === null ? 'Renews on' : 'Ends on';
  return html`<h2>Subscription</h2>
<p>${names.join(', ')}. Status: ${status}. ${next} ${dateOf(cancel_at ?? period_end)}.</p>
${planForm(ledger, id, subscription)}
<form method="post" action="/portal/${id}/cancellation">
<button type="submit" class="plain" name="cancel" value="${cancel_at === null ? 'true' : 'false'}">${cancel_at === null ? 'Cancel at the end of the period' : 'Keep the subscription'}</button>
</form>`;
}

/** The prices of plans: those that no add-on has. */
const planPrices = (ledger: Ledger): readonly Price[] =>
  [...ledger.records.prices.values()].filter(
    ({ metadata }) => !(metadata['granary_item'] ?? '').startsWith('extra_'),
  );

const planItem = (ledger: Ledger, { items }: Subscription) =>
  items.find(({ price }) => planPrices(ledger).some(({ id }) => id === price));

function planForm(ledger: Ledger, id: string, subscription: Subscription): Html {
  const present = planItem(ledger, subscription);
  if (present === undefined) return html``;
  const options = planPrices(ledger).map(
    (price) =>
      html`<option value="${price.id}" ${price.id === present.price ? html`selected` : html``}>${price.name}: ${money(price.unit_amount, price.currency)} a month</option>`,
  );
  return html`<form method="post" action="/portal/${id}/plan">
<label for="plan">Plan</label>
<select id="plan" name="price">${options}</select>
<button type="submit">Change the plan</button>
</form>`;
}

function invoicesPart(ledger: Ledger, customer: string): Html {
  const invoices = [...ledger.records.invoices.values()]
    .filter((one) => one.customer === customer && one.status !== 'draft')
    .reverse()
    .slice(0, 24);
  if (invoices.length === 0) return html``;
  return html`<h2>Invoices</h2>
<table>
<thead><tr><th scope="col">Number</th><th scope="col">Date</th><th scope="col">Status</th><th scope="col">Amount</th></tr></thead>
<tbody>${invoices.map(({ number, created, status, total, currency }) => html`<tr><td>${number ?? ''}</td><td>${dateOf(created)}</td><td>${status}</td><td>${money(total, currency)}</td></tr>`)}</tbody>
</table>`;
}

/** Carries out a form of the portal, and shows it again. */
export function changeInPortal(
  ledger: Ledger,
  { id, action, form }: { readonly id: string; readonly action: string; readonly form: URLSearchParams },
): PageResult {
  const session = portalOf(ledger, id);
  try {
    change(ledger, session, action, form);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    return portal(ledger, session, error.message);
  }
  return { location: `/portal/${id}` };
}

function change(ledger: Ledger, { customer }: Portal, action: string, form: URLSearchParams): void {
  if (action === 'card') {
    const card = cardOf(form.get('card') ?? '');
    if (card === undefined || card.behavior === 'declined') {
      throw new PaymentError(402, 'card_error', {
        code: 'card_declined',
        message: 'Your card was declined. Choose another card.',
      });
    }
    ledger.replaceCard(customer, card.number);
    return;
  }
  const subscription = subscriptionOf(ledger, customer);
  if (subscription === undefined) return;
  if (action === 'cancellation') {
    ledger.cancelInPortal(subscription, form.get('cancel') === 'true');
  } else {
    const present = planItem(ledger, subscription);
    const price = form.get('price') ?? '';
    ledger.priceOf(price);
    if (present !== undefined && present.price !== price) {
      ledger.update(subscription.id, { items: [{ id: present.id, price, quantity: 1 }] });
    }
  }
}

/** The page of an invoice. */
export function showInvoice(ledger: Ledger, id: string): PageResult {
  const invoice = ledger.records.invoices.get(id);
  if (invoice === undefined) throw missing('invoice', id);
  const content = html`<p>Status: ${invoice.status}. ${dateOf(invoice.created)}.</p>
<table>
<thead><tr><th scope="col">Item</th><th scope="col">Amount</th></tr></thead>
<tbody>${invoice.lines.map(({ description, amount }) => html`<tr><td>${description}</td><td>${money(amount, invoice.currency)}</td></tr>`)}</tbody>
<tfoot><tr><th scope="row">Total</th><td>${money(invoice.total, invoice.currency)}</td></tr></tfoot>
</table>`;
  return { body: page(`Invoice ${invoice.number ?? ''}`, content) };
}
