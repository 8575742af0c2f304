import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Contact } from '#commerce/contacts/contact-fields.ts';
import type { Amounts } from '#commerce/orders/amounts.ts';
import type { OrderSettings } from '#commerce/orders/contract.ts';
import type { PromoCode } from '#commerce/promo-codes/contract.ts';
import { refusalNow } from '#commerce/promo-codes/rules.ts';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { FieldRow, Form, TextAreaField, TextField } from '#web/components/fields.tsx';
import { Columns, Page, Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAction } from '#web/data/action.ts';
import { useQuery } from '#web/data/query.ts';
import { sendOrder } from '#web/offline/order-writes.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatMoney, formatOrder } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { DeliveryFields } from '../new-order/delivery-fields.tsx';
import {
  type Draft,
  type DraftCustomer,
  emptyDraft,
  keyOf,
  lineNameOf,
  orderInput,
} from '../new-order/draft.ts';
import { estimateOf } from '../new-order/estimate.ts';
import { Finder } from '../new-order/finder.tsx';
import { LinesEditor } from '../new-order/lines-editor.tsx';
import { type Offers, useOffers } from '../new-order/offers.ts';
import { effectOf, useOrderSettings, usePromoCodes } from '../selling/order-rules.ts';
import { refreshOrders } from './after-change.ts';
import './order.css';

/** A new order by phone or at the stand: customer, items, delivery and total. Ctrl+Enter creates the order. */
export default function NewOrderPage() {
  const brand = useBrand();
  const offers = useOffers(brand.id);
  const settings = useOrderSettings(brand.id);
  const codes = usePromoCodes(brand.id);
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [sentLines, setSentLines] = useState(draft.lines);
  // One key for all attempts with the same content: an order whose reply was lost is not created twice.
  const idempotencyKey = useMemo(() => crypto.randomUUID(), [draft]);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const changeCustomer = (part: Partial<Draft['customer']>) =>
    setDraft((before) => ({ ...before, customer: { ...before.customer, ...part } }));
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(emptyDraft));
  const { fresh } = texts.orders;
  const reason = reasonOf(draft, offers);
  const create = useAction(async () => {
    setSentLines(draft.lines);
    const order = await sendOrder(orderInput(brand.id, draft), idempotencyKey);
    if (order === 'waiting') {
      toast({ text: texts.orders.done.waiting, tone: 'info' });
      navigate('/outbox', { saved: true });
      return;
    }
    toast({ text: fresh.created(formatOrder(order)), tone: 'good' });
    refreshOrders();
    navigate(`/orders/${order.id}`, { saved: true });
  });
  const submit = () => (reason === undefined ? create.run() : undefined);
  useSubmitKey(submit);
  const estimate = estimateOf(draft, {
    currency: brand.currency,
    settings: settings.data,
    catalog: offers.products,
    promo: settings.data?.promotions === 'on' ? promoOf(codes.data, draft.promoCode) : undefined,
  });
  if (offers.isLoading)
    return (
      <Page title={fresh.title}>
        <Loading rows={8} />
      </Page>
    );
  if (offers.error !== undefined)
    return (
      <Page title={fresh.title}>
        <Failure error={offers.error} />
      </Page>
    );
  if (offers.list.length === 0) {
    return (
      <Page title={fresh.title}>
        <Empty
          icon="product"
          title={fresh.noProducts}
          action={
            <LinkButton to="/products" kind="primary">
              {fresh.toProducts}
            </LinkButton>
          }
        />
      </Page>
    );
  }
  return (
    <Page
      title={fresh.title}
      answer={estimate && formatMoney(estimate.amount_due_cents, brand.currency)}
      note={<span class="new-order-keys">{fresh.keys}</span>}
      primary={
        <Button
          kind="primary"
          type="submit"
          form="new-order"
          busy={create.isRunning}
          reason={mayEdit() ? reason : texts.orders.viewerReason}
          keys="Control+Enter"
        >
          {fresh.submit}
        </Button>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/orders')}
        id="new-order"
        onSubmit={submit}
        error={create.error}
        labelOf={(fault) => lineNameOf(sentLines, fault)}
      >
        <Columns even={false}>
          <div class="new-order-main">
            <Section title={fresh.customer} kind="card">
              <CustomerFields brandId={brand.id} customer={draft.customer} onChange={changeCustomer} />
            </Section>
            <Section title={fresh.items} kind="card">
              <LinesEditor
                lines={draft.lines}
                sentLines={sentLines}
                offers={offers.list}
                currency={brand.currency}
                onChange={(lines) => change({ lines })}
              />
            </Section>
            <Section title={fresh.delivery} kind="card">
              <DeliveryFields
                brandId={brand.id}
                delivery={{ ...draft, address: draft.customer.address }}
                onChange={({ address, ...part }) => {
                  change(part);
                  if (address !== undefined) changeCustomer({ address });
                }}
              />
            </Section>
          </div>
          <Section title={fresh.totals} kind="card">
            <PromoField
              value={draft.promoCode}
              onChange={(promoCode) => change({ promoCode })}
              codes={codes.data}
              settings={settings.data}
              currency={brand.currency}
            />
            <TextAreaField
              label={fresh.notes}
              name="notes"
              optional
              rows={2}
              maxLength={1000}
              value={draft.notes}
              onChange={(notes) => change({ notes })}
            />
            <EstimateLines estimate={estimate} settings={settings.data} currency={brand.currency} />
          </Section>
        </Columns>
      </Form>
    </Page>
  );
}

/** Why the order cannot be created yet. */
function reasonOf({ customer, lines, stopId, pickupDate, fulfillment }: Draft, offers: Offers) {
  const { needItems, needCustomer, needStock, needDay } = texts.orders.fresh;
  const available = new Map(offers.list.map((offer) => [offer.key, offer.available]));
  if (lines.length === 0) return needItems;
  if (lines.some((line) => line.quantity > (available.get(keyOf(line)) ?? Infinity))) return needStock;
  if ([customer.name, customer.email, customer.phone].every((text) => text.trim() === ''))
    return needCustomer;
  return fulfillment !== 'ship' && stopId !== '' && pickupDate === '' ? needDay : undefined;
}

/** Ctrl+Enter (on a Mac Command+Enter) submits from anywhere on the page. */
function useSubmitKey(submit: () => void): void {
  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** The active promo code with this text, without regard to letter case. */
const promoOf = (codes: readonly PromoCode[] | undefined, text: string): PromoCode | undefined => {
  const wanted = text.trim().toLowerCase();
  return codes?.find(
    (promo) => promo.code.toLowerCase() === wanted && refusalNow(promo, new Date()) === undefined,
  );
};

/** A field for a promo code that says at once what the code gives. */
function PromoField({
  value,
  onChange,
  codes,
  settings,
  currency,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly codes: readonly PromoCode[] | undefined;
  readonly settings: OrderSettings | undefined;
  readonly currency: string;
}) {
  const { fresh } = texts.orders;
  const promo = promoOf(codes, value);
  const isEntered = value.trim() !== '';
  const isOff = settings?.promotions === 'off';
  const isUnknown = isEntered && !isOff && codes !== undefined && promo === undefined;
  return (
    <TextField
      label={fresh.promoCode}
      name="promo_code"
      optional
      code
      value={value}
      onChange={onChange}
      error={isUnknown ? fresh.promoUnknown : undefined}
      hint={isEntered && isOff ? fresh.promoOff : promo && fresh.promoFine(effectOf(promo, currency))}
    />
  );
}

/** The estimated amounts of a new order line by line. */
function EstimateLines({
  estimate,
  settings,
  currency,
}: {
  readonly estimate: Omit<Amounts, 'lines'> | undefined;
  readonly settings: OrderSettings | undefined;
  readonly currency: string;
}) {
  const { fresh, one } = texts.orders;
  const {
    subtotal_cents = 0,
    discount_cents = 0,
    shipping_cents = 0,
    tax_cents = 0,
    amount_due_cents = 0,
  } = estimate ?? {};
  const taxes = settings?.taxes_included === true ? one.taxesIncluded(fresh.taxes) : fresh.taxes;
  return (
    <>
      <dl class="order-amounts" aria-live="polite">
        <Line label={one.subtotal} amount={formatMoney(subtotal_cents, currency)} />
        {discount_cents > 0 && (
          <Line label={fresh.discount} amount={formatMoney(-discount_cents, currency)} />
        )}
        {shipping_cents > 0 && <Line label={fresh.shipping} amount={formatMoney(shipping_cents, currency)} />}
        {tax_cents > 0 && <Line label={taxes} amount={formatMoney(tax_cents, currency)} />}
        <Line label={one.due} amount={formatMoney(amount_due_cents, currency)} isSum />
      </dl>
      <p class="order-estimate">{fresh.estimate}</p>
    </>
  );
}

function Line({
  label,
  amount,
  isSum = false,
}: {
  readonly label: string;
  readonly amount: string;
  readonly isSum?: boolean;
}) {
  return (
    <div class={isSum ? 'order-amount order-amount-sum' : 'order-amount'}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}

const maxResults = 8;

/** Finds a known customer, or takes a new one. */
function CustomerFields({
  brandId,
  customer,
  onChange,
}: {
  readonly brandId: string;
  readonly customer: DraftCustomer;
  readonly onChange: (part: Partial<DraftCustomer>) => void;
}) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const found = useQuery(
    wanted.length < 2 ? undefined : `customers/find?text=${wanted}`,
    () => findContacts(brandId, wanted),
    { keep: false },
  );
  const contacts = wanted.length < 2 ? [] : (found.data ?? []);
  const { fresh, one } = texts.orders;
  const choose = (id: string) => {
    const contact = contacts.find((each) => each.id === id);
    if (contact) onChange(customerOf(contact));
  };
  const field = (member: keyof DraftCustomer) => ({
    value: customer[member],
    onChange: (value: string) => onChange({ [member]: value }),
  });
  return (
    <>
      <Finder
        label={fresh.findCustomer}
        hint={fresh.findCustomerHint}
        text={text}
        onText={setText}
        autoFocus
        onChoose={choose}
        none={found.isLoading || wanted.length < 2 ? '' : fresh.noCustomer}
        results={contacts.map((contact) => ({
          key: contact.id,
          label: nameOf(contact),
          detail: [contact.name ? contact.email : undefined, contact.phone, fresh.known(contact.order_count)]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
      <FieldRow>
        <TextField label={one.name} name="customer_name" maxLength={255} {...field('name')} />
        <TextField label={one.email} name="customer_email" type="email" {...field('email')} />
        <TextField label={one.phone} name="customer_phone" type="tel" {...field('phone')} />
      </FieldRow>
    </>
  );
}

/** Contacts whose name contains the text, or whose address or phone number begins with the text. */
async function findContacts(brandId: string, text: string): Promise<readonly Contact[]> {
  const filter = text.includes('@') ? 'email' : /^[+\d][\d\s()-]*$/.test(text) ? 'phone' : 'name';
  const list = (by: 'email' | 'phone' | 'name') =>
    api('GET /api/v1/contacts', { brand_id: brandId, [by]: text, limit: maxResults });
  const { data } = await list(filter);
  if (filter !== 'name' || data.length >= maxResults || text.includes(' ')) return data;
  const byEmail = await list('email');
  const known = new Set(data.map(({ id }) => id));
  return [...data, ...byEmail.data.filter(({ id }) => !known.has(id))].slice(0, maxResults);
}

const nameOf = ({ name, first_name, last_name, email, phone }: Contact): string =>
  name ?? ([first_name, last_name].filter(Boolean).join(' ') || email || phone || texts.orders.noName);

function customerOf(contact: Contact): DraftCustomer {
  const { address, postal_code, city, region } = contact;
  const place = [[postal_code, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ');
  return {
    name: contact.name ?? [contact.first_name, contact.last_name].filter(Boolean).join(' '),
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    address: [address, place].filter(Boolean).join('\n'),
  };
}
