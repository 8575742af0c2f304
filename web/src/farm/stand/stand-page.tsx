import { useMemo, useState } from 'preact/hooks';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAction } from '#web/data/action.ts';
import { sendOrder } from '#web/offline/order-writes.ts';
import type { Taken } from '#web/offline/sale.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatMoney } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import {
  type DraftLine,
  emptyDraft,
  findOffers,
  keyOf,
  type Offer,
  orderInput,
  withOne,
} from '../new-order/draft.ts';
import { estimateOf } from '../new-order/estimate.ts';
import { useOffers } from '../new-order/offers.ts';
import { refreshOrders } from '../orders/after-change.ts';
import { useOrderSettings } from '../selling/order-rules.ts';
import { CashDialog } from './cash-dialog.tsx';
import { standTexts } from './stand-texts.ts';
import './stand.css';

/** More offers than fit on the screen of a phone get a search. */
const fewOffers = 12;

/** A sale that was just made. */
interface Sold {
  readonly dueCents: number;
  readonly changeCents: number;
  /** Unknown while the sale waits on the device. */
  readonly number: number | undefined;
}

/** The till of a stand: a tap on a tile adds one, and a second one takes the money. It sells without signal, too. */
export default function StandPage() {
  const brand = useBrand();
  const offers = useOffers(brand.id);
  const settings = useOrderSettings(brand.id);
  const [lines, setLines] = useState<readonly DraftLine[]>([]);
  const [email, setEmail] = useState('');
  const [isTakingCash, takeCash] = useState(false);
  const [last, setLast] = useState<Sold>();
  // One key for all attempts with the same content: a sale whose reply was lost is not made twice.
  const idempotencyKey = useMemo(() => crypto.randomUUID(), [lines, email]);
  useUnsaved(lines.length > 0);
  const estimate = estimateOf(
    { lines, fulfillment: 'pickup' },
    { currency: brand.currency, settings: settings.data, catalog: offers.products, promo: undefined },
  );
  const dueCents = estimate?.amount_due_cents ?? 0;
  const change = (next: readonly DraftLine[]) => {
    setLines(next);
    setLast(undefined);
  };
  const sell = useAction(async (method: Taken['method'], givenCents: number) => {
    const order = orderInput(brand.id, { ...emptyDraft, lines, customer: { ...emptyDraft.customer, email } });
    const outcome = await sendOrder(order, idempotencyKey, { method, amountCents: dueCents });
    setLines([]);
    setEmail('');
    takeCash(false);
    const number = outcome === 'waiting' ? undefined : outcome.number;
    setLast({ dueCents, changeCents: givenCents - dueCents, number });
    if (outcome !== 'waiting') refreshOrders();
  });
  if (offers.isLoading || offers.error !== undefined || offers.list.length === 0) {
    return (
      <Page title={standTexts.title}>
        {offers.isLoading ? (
          <Loading rows={8} />
        ) : offers.error !== undefined ? (
          <Failure error={offers.error} />
        ) : (
          <Empty
            icon="product"
            title={texts.orders.fresh.noProducts}
            action={
              <LinkButton to="/products" kind="primary">
                {texts.orders.fresh.toProducts}
              </LinkButton>
            }
          />
        )}
      </Page>
    );
  }
  const money = formatMoney(dueCents, brand.currency);
  const reason = mayEdit() ? (lines.length === 0 ? standTexts.empty : undefined) : texts.orders.viewerReason;
  return (
    <Page
      title={standTexts.title}
      answer={last ? <LastSale sold={last} currency={brand.currency} /> : money}
      note={noteOf(lines, last, brand.currency)}
      primary={
        <div class="stand-take">
          <Button
            kind="primary"
            icon="money"
            reason={reason}
            reasonAs="tip"
            busy={sell.isRunning}
            onClick={() => takeCash(true)}
          >
            {standTexts.cash(money)}
          </Button>
          <Button
            icon="card"
            reason={reason}
            reasonAs="tip"
            busy={sell.isRunning}
            onClick={() => void sell.run('card', dueCents)}
          >
            {standTexts.card(money)}
          </Button>
        </div>
      }
    >
      <Tiles
        offers={offers.list}
        lines={lines}
        currency={brand.currency}
        onAdd={(offer) => change(withOne(lines, offer))}
      />
      <Section title={standTexts.basket} kind="card">
        <Basket lines={lines} currency={brand.currency} onChange={change} />
        <Form id="stand-email" onSubmit={() => undefined}>
          <TextField
            label={standTexts.email}
            name="customer_email"
            type="email"
            optional
            hint={standTexts.emailHint}
            value={email}
            onChange={setEmail}
          />
        </Form>
      </Section>
      {isTakingCash && (
        <CashDialog
          dueCents={dueCents}
          currency={brand.currency}
          isRunning={sell.isRunning}
          onTake={(givenCents) => void sell.run('cash', givenCents)}
          onClose={() => takeCash(false)}
        />
      )}
    </Page>
  );
}

/** One line in every state, so that the page keeps its height. */
function noteOf(lines: readonly DraftLine[], last: Sold | undefined, currency: string): string {
  if (last)
    return last.number === undefined
      ? standTexts.waiting
      : standTexts.soldAs(formatMoney(last.dueCents, currency), last.number);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return pieces === 0 ? standTexts.empty : standTexts.count(pieces);
}

/** What to hand out, in the place of the amount, until the next sale begins. So no tile moves under a finger. */
function LastSale({ sold, currency }: { readonly sold: Sold; readonly currency: string }) {
  const money = (cents: number) => formatMoney(cents, currency);
  return (
    <span role="status">
      {sold.changeCents > 0
        ? standTexts.change(money(sold.changeCents))
        : standTexts.sold(money(sold.dueCents))}
    </span>
  );
}

function Tiles({
  offers,
  lines,
  currency,
  onAdd,
}: {
  readonly offers: readonly Offer[];
  readonly lines: readonly DraftLine[];
  readonly currency: string;
  readonly onAdd: (offer: Offer) => void;
}) {
  const [text, setText] = useState('');
  const { orders } = texts;
  const inBasket = new Map(lines.map((line) => [keyOf(line), line.quantity]));
  const shown = text.trim() === '' ? offers : findOffers(offers, text);
  return (
    <Section title={standTexts.offers} titleHidden>
      {offers.length > fewOffers && <SearchField label={standTexts.search} value={text} onChange={setText} />}
      {shown.length === 0 && <p>{orders.fresh.noProduct}</p>}
      <ul class="stand-tiles">
        {shown.map((offer) => {
          const { key, line, available } = offer;
          const count = inBasket.get(key) ?? 0;
          const left = (available ?? Infinity) - count;
          const price = formatMoney(Math.round(line.price * 100), currency);
          return (
            <li key={key}>
              <button
                type="button"
                class="stand-tile"
                aria-disabled={left <= 0 ? true : undefined}
                onClick={() => left > 0 && onAdd(offer)}
              >
                <span class="stand-tile-name">{line.name}</span>
                <span class="stand-tile-price">{line.unit ? standTexts.each(price, line.unit) : price}</span>
                {left <= 0 && <span class="stand-tile-note">{orders.fresh.soldOut}</span>}
                {count > 0 && <span class="stand-tile-count">{standTexts.count(count)}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** The items of the sale, each with a way to take one back. */
function Basket({
  lines,
  currency,
  onChange,
}: {
  readonly lines: readonly DraftLine[];
  readonly currency: string;
  readonly onChange: (lines: readonly DraftLine[]) => void;
}) {
  if (lines.length === 0) return <p>{standTexts.empty}</p>;
  const takeBack = (key: string) =>
    onChange(
      lines
        .map((line) => (keyOf(line) === key ? { ...line, quantity: line.quantity - 1 } : line))
        .filter(({ quantity }) => quantity > 0),
    );
  return (
    <ul class="stand-lines">
      {lines.map((line) => (
        <li key={keyOf(line)} class="stand-line">
          <span class="stand-line-name">{standTexts.line(line.quantity, line.name)}</span>
          <span>{formatMoney(Math.round(line.price * line.quantity * 100), currency)}</span>
          <Button
            kind="quiet"
            icon="minus"
            label={standTexts.takeBack(line.name)}
            onClick={() => takeBack(keyOf(line))}
          />
        </li>
      ))}
    </ul>
  );
}
