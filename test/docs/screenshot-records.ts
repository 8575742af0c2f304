import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ClaimsClient, CommerceClient } from '#clients/typescript/src/index.ts';

interface FilledStack {
  readonly baseUrl: string;
  readonly brandId: string;
  readonly apiKeys: { readonly owner: string };
  readonly claimsApiKeys: { readonly biller: string };
}

const people = ['ana', 'ben', 'cleo', 'dario', 'elena', 'finn', 'greta', 'hugo'];
const hours = [{ weekday: 'saturday', opens: '08:00', closes: '13:00' }] as const;
const fields = [
  { name: 'North field', acre_feet: 3, gallons: [18_400, 22_100, 19_750] },
  { name: 'Orchard', acre_feet: 2, gallons: [9_300, 11_800] },
  { name: 'South beds', acre_feet: 1, gallons: [6_200, 7_450, 5_900] },
];

/** Stores a day of made-up orders and water, and pays the sample claims of `folder` through the test payer. */
export async function fillStack(stack: FilledStack, folder: string): Promise<void> {
  await Promise.all([fillFarm(stack), fillOffice(stack, folder)]);
}

async function fillFarm({ baseUrl, brandId: brand_id, apiKeys }: FilledStack): Promise<void> {
  const client = new CommerceClient({ baseUrl, apiKey: apiKeys.owner, maxRetries: 10 });
  const { data: products } = await client.products.list({ brand_id, limit: 50 });
  const stops = [];
  for (const name of ['Market square', 'Farm gate'])
    stops.push(await client.stops.create({ brand_id, name, address: '12 Main Street', hours }));
  for (let number = 0; number < 24; number++) {
    const items = products
      .filter((_, place) => (place + number) % 3 === 0)
      .map(({ id, price }) => ({ product_id: id, quantity: 1 + (number % 4), price: price ?? 1 }));
    const order = await client.orders.create({
      brand_id,
      customer_email: `${people[number % people.length]}@example.com`,
      fulfillment: 'pickup',
      stop_id: stops[number % stops.length]?.id,
      items,
    });
    if (number % 3 > 0) await client.orders.updateStatus({ id: order.id, status: 'confirmed' });
    if (number % 3 > 1) await client.orders.updateStatus({ id: order.id, status: 'ready' });
  }
  for (const { name, acre_feet, gallons } of fields) {
    const { id: field_id } = await client.water.createField({
      brand_id,
      name,
      allocation: { amount: acre_feet, unit: 'acre_feet' },
    });
    for (const amount of gallons)
      await client.waterLogs.createWaterLog({
        brand_id,
        field_id,
        gallons: amount,
        water_method: 'drip',
      });
  }
}

async function fillOffice({ baseUrl, claimsApiKeys }: FilledStack, folder: string): Promise<void> {
  const client = new ClaimsClient({ baseUrl, apiKey: claimsApiKeys.biller, maxRetries: 10 });
  const { upload } = await client.files.create({ name: 'claims.x12' });
  const body = new Uint8Array(readFileSync(join(folder, 'samples/claims.x12')));
  const { ok, status } = await fetch(upload.url, { method: upload.method, headers: upload.headers, body });
  if (!ok) throw new Error(`The upload of the sample claims ended with status ${status}`);
  await until(async () => (await client.claims.list({ lane: 'ready' })).data.length >= 5);
  await client.clearinghouse.submitClaims({ payer_id: 'CO_TXIX' });
  await until(async () => (await client.remittances.list({})).data.length > 0);
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    if (await isReached()) return;
    await delay(500);
  }
  throw new Error('The records did not arrive within two minutes');
}
