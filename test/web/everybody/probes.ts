import { CommerceClient } from '#clients/typescript/src/index.ts';
import { claims, stack } from '../browser/browser.ts';
import { prepareClaim } from '../claims/prepared-claims.ts';

/** Markup that sets `window.probe` if a page inserts it as HTML, inside or outside of an attribute. */
export const markup = `<img src=x onerror="window.probe=1">"'><svg onload=window.probe=1>`;

/** The markup where only a few characters are allowed. */
export const shortMarkup = '<img src=x onerror=window.probe=1>';

/** An address that sets `window.probe` if a person follows it. */
export const scriptAddress = 'javascript:window.probe=1';

/** The API as the owner of the farm of these tests, so that the lists of other tests have no probes. */
export const otherFarm = (): CommerceClient =>
  new CommerceClient({ baseUrl: stack.baseUrl, apiKey: stack.apiKeys.otherBrand, maxRetries: 10 });

/** Stored text fields by name, and the pages of the records that have them. */
export interface StoredProbes {
  /** Each stored field has its name before the markup. */
  readonly fields: readonly string[];
  readonly paths: readonly string[];
}

/**
 * Stores the markup in the text fields of each kind of record of a farm. Descriptions of codes are in panels that
 * these tests do not open, and the address of a webhook is shown encoded: no page must show those as they were entered.
 */
export async function storeFarmProbes(): Promise<StoredProbes> {
  const client = otherFarm();
  const brand_id = stack.otherBrandId;
  const fields: string[] = [];
  const probe = (field: string): string => {
    fields.push(field);
    return `${field} ${markup}`;
  };
  const product = await client.products.create({
    brand_id,
    name: probe('product-name'),
    description: probe('product-description'),
    category: probe('product-category'),
    price: 2.5,
  });
  const stop = await client.stops.create({
    brand_id,
    name: probe('stop-name'),
    address: probe('stop-address'),
    notes: probe('stop-notes'),
    hours: (['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const).map(
      (weekday) => ({ weekday, opens: '23:58', closes: '23:59' }),
    ),
  });
  const email = `probe.${Date.now()}@example.com`;
  const order = await client.orders.create({
    brand_id,
    items: [{ product_id: product.id, quantity: 1, price: 2.5 }],
    customer_email: email,
    customer_name: probe('order-customer'),
    customer_address: probe('order-address'),
    notes: probe('order-notes'),
    stop_id: stop.id,
    pickup_date: new Date().toISOString().slice(0, 10),
  });
  await client.orders.createPayment({
    id: order.id,
    amount_cents: 100,
    method: 'other',
    reference: probe('payment-reference'),
  });
  await client.orders.updateStatus({ id: order.id, status: 'cancelled', reason: probe('cancel-reason') });
  const contact = await client.contacts.create({
    brand_id,
    name: probe('contact-name'),
    email: `contact.${email}`,
    address: probe('contact-address'),
  });
  await client.contacts.createNote({ id: contact.id, text: probe('contact-note') });
  await client.segments.create({
    brand_id,
    name: probe('segment-name'),
    filter: { match: 'tag', equals: 'probe' },
  });
  const campaign = await client.campaigns.create({
    brand_id,
    name: probe('campaign-name'),
    subject: probe('campaign-subject'),
    content: `<p>${probe('campaign-content')}</p><a href="${scriptAddress}">link</a><p style="color: rgb(120, 0, 0)">Styled</p>`,
    content_type: 'html',
    contact_ids: [contact.id],
  });
  const webhook = await client.webhooks.createEndpoint({
    brand_id,
    url: `https://shop.example.com/${encodeURIComponent(markup)}?${scriptAddress}`,
    description: probe('webhook-description'),
    event_types: ['order.created'],
  });
  await client.apiKeys.create({ brand_id, name: probe('key-name'), role: 'viewer' });
  const field = await client.water.createField({
    brand_id,
    name: probe('field-name'),
    crop: probe('field-crop'),
  });
  await client.water.createMeter({
    brand_id,
    name: probe('meter-name'),
    field_id: field.id,
    unit: 'gallons',
  });
  await client.waterLogs.createWaterLog({
    brand_id,
    field_id: field.id,
    gallons: 12,
    notes: probe('water-notes'),
  });
  await client.promotions.createPromoCode({
    brand_id,
    code: `PROBE-${Date.now()}`,
    description: markup,
    kind: 'percent',
    percent: 5,
  });
  await client.referrals.createCode({
    brand_id,
    code: `PROBE${Date.now()}`,
    description: markup,
  });
  await client.messaging.updateSettings({
    brand_id,
    from_name: probe('from-name'),
    postal_address: probe('postal-address'),
  });
  await renameFarm(probe('brand-name'));
  return {
    fields,
    paths: [
      ...[`/orders/${order.id}`, `/products/${product.id}`, `/customers/${contact.id}`],
      ...[`/campaigns/${campaign.id}`, `/webhooks/${webhook.id}`],
    ],
  };
}

/** Gives the farm of these tests its name again, which other tests expect. */
export const restoreFarmName = (): Promise<void> => renameFarm('Orchard Hill');

async function renameFarm(name: string): Promise<void> {
  const { catalog, prices, stops, time_zone, locale } = await otherFarm().brands.get({
    brand_id: stack.otherBrandId,
  });
  const settings = { catalog, prices, stops, time_zone, locale };
  await otherFarm().brands.update({ ...settings, brand_id: stack.otherBrandId, name });
}

/** Stores the markup in names, notes and rules of claims. */
export async function storeClaimsProbes(): Promise<StoredProbes> {
  const client = claims('admin');
  const claim = await prepareClaim({ lastName: `claim-name ${shortMarkup}` });
  await client.followUp.addNote({ id: claim.id, text: `claim-note ${markup}` });
  await client.alerts.createRule({
    name: `alert-name ${markup}`.slice(0, 80),
    condition: { kind: 'rejected_claims', lanes: ['denied'], hours: 1, count: 100_000 },
    schedule: { mode: 'daily', hour: 6 },
    recipients: { emails: ['probe@example.com'] },
    paused: true,
  });
  return {
    fields: ['claim-name', 'claim-note', 'alert-name'],
    paths: [`/claims/claim/${claim.id}`],
  };
}
