import { type Html, html } from '../http/html.ts';
import { cardOf, testCards } from './invoicing.ts';
import type { Ledger } from './ledger.ts';
import { alertOf, money, page } from './pages.ts';
import { missing, type Session } from './records.ts';

export interface PageResult {
  readonly status?: number;
  readonly body?: string;
  /** The address to which the page leads. */
  readonly location?: string;
}

const sessionOf = (ledger: Ledger, id: string): Session => {
  const session = ledger.records.sessions.get(id);
  if (session === undefined) throw missing('checkout.session', id);
  return session;
};

export const showCheckout = (ledger: Ledger, id: string): PageResult =>
  checkout(ledger, sessionOf(ledger, id));

function checkout(ledger: Ledger, session: Session, fault?: string): PageResult {
  if (session.status === 'complete') return { location: session.success_url };
  if (session.status === 'expired') {
    const content = html`<p>Go back to the shop and start again.</p><p><a href="${session.cancel_url}">Back</a></p>`;
    return { status: 410, body: page('This payment page has expired', content) };
  }
  const lines = session.lines.map(({ price, quantity }) => ({ ...ledger.priceOf(price), quantity }));
  const total = lines.reduce((sum, { unit_amount, quantity }) => sum + unit_amount * quantity, 0);
  const currency = lines[0]?.currency ?? 'usd';
  const content = html`${alertOf(fault)}
<table>
<caption class="note">Each month</caption>
<thead><tr><th scope="col">Item</th><th scope="col">Amount</th></tr></thead>
<tbody>${lines.map(({ name, quantity, unit_amount }) => html`<tr><td>${quantity} × ${name}</td><td>${money(unit_amount * quantity, currency)}</td></tr>`)}</tbody>
<tfoot><tr><th scope="row">Total due today</th><td>${money(total, currency)}</td></tr></tfoot>
</table>
<form method="post" action="/checkout/${session.id}">
${cardFields()}
<button type="submit">Subscribe</button>
</form>
<p><a href="${session.cancel_url}">Cancel and go back</a></p>`;
  return { status: fault === undefined ? 200 : 402, body: page('Subscribe', content) };
}

/** The test cards, one of which pays. */
export const cardFields = (): Html => html`<fieldset>
<legend>Test card</legend>
${testCards.map(
  ({ number, label }, index) =>
    html`<label><input type="radio" name="card" value="${number}" required ${index === 0 ? html`checked` : html``}> ${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}: ${label}</label>`,
)}
</fieldset>`;

/** Pays with the chosen card. */
export function payCheckout(ledger: Ledger, id: string, form: URLSearchParams): PageResult {
  const session = sessionOf(ledger, id);
  if (session.status !== 'open') return checkout(ledger, session);
  const card = cardOf(form.get('card') ?? '');
  switch (card?.behavior) {
    case 'succeeds':
      ledger.complete(session, card.number);
      return { location: session.success_url };
    case 'needs_authentication':
      ledger.records.sessions.set(id, { ...session, pending_card: card.number });
      return { body: page('Confirm the payment', authentication(id)) };
    case 'declined':
    case 'fails_later':
      return checkout(ledger, session, 'Your card was declined. Choose another card.');
    case undefined:
      return checkout(ledger, session, 'Choose one of the test cards.');
  }
}

const authentication = (id: string) => html`<p>Your bank asks you to confirm this payment.</p>
<form method="post" action="/checkout/${id}/authentication">
<button type="submit" name="result" value="complete">Confirm</button>
<button type="submit" name="result" value="fail" class="plain">Refuse</button>
</form>`;

export function authenticateCheckout(ledger: Ledger, id: string, form: URLSearchParams): PageResult {
  const session = sessionOf(ledger, id);
  const card = session.pending_card;
  if (session.status !== 'open' || card === undefined) return checkout(ledger, session);
  if (form.get('result') !== 'complete') {
    return checkout(ledger, session, 'The payment was not confirmed. Choose another card, or try again.');
  }
  ledger.complete(session, card);
  return { location: session.success_url };
}
