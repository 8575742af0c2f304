import { claim as payment, remittanceFile, remittanceOf, transfer } from '#test/fixtures/x12/remittance.ts';
import { claims, commerce, stack } from '../browser/browser.ts';
import { prepareClaim } from '../claims/prepared-claims.ts';

/** A page of the app with records to show. */
export interface ShownPage {
  readonly path: string;
  /** Who may see it. */
  readonly person: 'Ana' | 'Max';
}

/** Stores records of each kind, and returns the address of every page. */
export async function everyPage(): Promise<readonly ShownPage[]> {
  const farm = await farmPaths();
  const office = await claimsPaths();
  return [
    ...farm.map((path) => ({ path, person: 'Ana' as const })),
    ...office.map((path) => ({ path, person: 'Max' as const })),
  ];
}

async function farmPaths(): Promise<readonly string[]> {
  const client = commerce();
  const brand_id = stack.brandId;
  const product = await client.products.create({ brand_id, name: `Plums ${Date.now()}`, price: 2.5 });
  const order = await client.orders.create({
    brand_id,
    customer_email: 'olive.fern@example.com',
    items: [{ product_id: product.id, quantity: 2, price: 2.5 }],
  });
  const contact = await client.contacts.create({
    brand_id,
    name: 'Olive Fern',
    email: `olive.${Date.now()}@example.com`,
  });
  const campaign = await client.campaigns.create({
    brand_id,
    name: 'Plums',
    subject: 'Plums are in',
    content: 'Hello',
  });
  const webhook = await client.webhooks.createEndpoint({
    brand_id,
    url: 'https://shop.example.com/hooks',
    event_types: ['order.created'],
  });
  return [
    '/',
    ...['/orders', '/orders/new', `/orders/${order.id}`, '/pick-list', '/stops'],
    ...['/products', `/products/${product.id}`, '/customers', `/customers/${contact.id}`, '/segments'],
    ...['/campaigns', '/campaigns/new', '/campaigns/settings', `/campaigns/${campaign.id}`, '/referrals'],
    ...['/water', '/water/fields', '/reports', '/billing', '/members', '/keys'],
    ...['/webhooks', `/webhooks/${webhook.id}`, '/settings', '/tour', '/news', '/outbox'],
  ];
}

async function claimsPaths(): Promise<readonly string[]> {
  const client = claims('admin');
  const claim = await prepareClaim({});
  // A payment of a claim that is not stored goes to the unmatched items.
  const paid = payment({ patientControlNumber: `NONE${Date.now()}` });
  const trace = `EFT${Date.now()}`;
  const remitted = remittanceOf([paid], { payment: { ...transfer, amount: paid.paid, trace } });
  await client.remittances.parse({ content: remittanceFile(remitted).toString() });
  const [remittance] = (await client.remittances.list({ limit: 1 })).data;
  const [unmatched] = (await client.unmatched.list({ limit: 1 })).data;
  return [
    ...['/claims', '/claims/files', `/claims/claim/${claim.id}`, '/claims/search', '/claims/worklist'],
    ...['/claims/submit', '/claims/submissions', '/claims/remittances', '/claims/acknowledgments'],
    ...(remittance === undefined ? [] : [`/claims/remittances/${remittance.id}`]),
    '/claims/unmatched',
    ...(unmatched === undefined ? [] : [`/claims/unmatched/${unmatched.id}`]),
    ...['/claims/money', '/claims/figures', '/claims/audit', '/claims/configuration'],
    ...['/claims/alerts', '/claims/retention'],
  ];
}
