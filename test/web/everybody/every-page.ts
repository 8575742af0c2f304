import { claim as payment, remittanceFile, remittanceOf, transfer } from '#test/fixtures/x12/remittance.ts';
import { claims, commerce, stack } from '../browser/browser.ts';
import { prepareClaim } from '../claims/prepared-claims.ts';

/** Pages of a farm and of claims that show lists, settings or an empty form: no record is in their address. */
export const farmPages: readonly string[] = [
  ...[
    '/',
    '/orders',
    '/orders/new',
    '/stand',
    '/pick-list',
    '/stops',
    '/products',
    '/customers',
    '/segments',
  ],
  ...['/campaigns', '/campaigns/new', '/campaigns/settings', '/referrals', '/water', '/water/fields'],
  ...['/reports', '/billing', '/members', '/keys', '/webhooks', '/settings', '/tour', '/news', '/outbox'],
];
export const claimsPages: readonly string[] = [
  ...['/claims', '/claims/files', '/claims/search', '/claims/worklist', '/claims/submit'],
  ...['/claims/submissions', '/claims/remittances', '/claims/acknowledgments', '/claims/unmatched'],
  ...['/claims/money', '/claims/figures', '/claims/audit', '/claims/configuration', '/claims/alerts'],
  ...['/claims/retention', '/claims/denials'],
];

/** Stores a record of each kind of a farm. Returns the addresses of their pages, and those of {@link farmPages}. */
export async function everyFarmPage(): Promise<readonly string[]> {
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
    ...farmPages,
    ...[`/orders/${order.id}`, `/products/${product.id}`, `/customers/${contact.id}`],
    ...[`/campaigns/${campaign.id}`, `/webhooks/${webhook.id}`],
  ];
}

/** Stores claims, a file and its remittance. Returns the addresses of their pages, and those of {@link claimsPages}. */
export async function everyClaimsPage(): Promise<readonly string[]> {
  const client = claims('admin');
  const claim = await prepareClaim({});
  // A payment of a claim that is not stored goes to the unmatched items.
  const paid = payment({ patientControlNumber: `NONE${Date.now()}` });
  const trace = `EFT${Date.now()}`;
  const remitted = remittanceOf([paid], { payment: { ...transfer, amount: paid.paid, trace } });
  await client.remittances.parse({ content: remittanceFile(remitted).toString() });
  const [remittance] = (await client.remittances.list({ limit: 1 })).data;
  const [unmatched] = (await client.unmatched.list({ limit: 1 })).data;
  const [file] = (await client.files.list({ limit: 1 })).data;
  const records = { claim, remittances: remittance, unmatched, files: file };
  return [
    ...claimsPages,
    ...Object.entries(records).map(([kind, record]) => {
      if (record === undefined) throw new Error(`No record for the page below /claims/${kind}`);
      return `/claims/${kind}/${record.id}`;
    }),
  ];
}
