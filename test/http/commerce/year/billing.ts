import type { BrandYear } from './brand-year.ts';

const paying = '4242424242424242';
/** Can be stored, but every charge fails. */
const failing = '4000000000000341';

/** What the owner did, with its time, and the proration that a preview promised. */
export interface Purchase {
  readonly at: string;
  readonly did: 'subscribed' | 'changed' | 'card_failed' | 'card_replaced' | 'canceled';
  readonly plan?: string;
  readonly addOns?: Readonly<Record<string, number>>;
  /** Time and amount of a proration, as a preview promised them. */
  readonly preview?: { readonly at: string; readonly cents: number };
}

/**
 * Plans the subscription of the year: Starter, Farm with an upgrade that is prorated, an add-on and its end, a failed payment with its
 * reminders, a cancellation that is taken back, one that is not, and a second subscription.
 */
export async function subscribe(year: BrandYear): Promise<readonly Purchase[]> {
  const purchases: Purchase[] = [];
  const note = async (purchase: Omit<Purchase, 'at'>) => {
    await year.clock.settled();
    purchases.push({ at: (await year.clock.now()).toISOString(), ...purchase });
  };
  await checkOut(year, 'starter');
  await note({ did: 'subscribed', plan: 'starter', addOns: {} });
  const plan = (local: string, run: () => Promise<void>) => year.at(year.moment(local), run);
  plan('01-12T12:00', async () => {
    await note({ did: 'changed', plan: 'farm', preview: await change(year, 'farm') });
  });
  plan('03-05T12:00', async () => {
    const { brandId: brand_id } = year;
    const wanted = { brand_id, add_ons: [{ add_on: 'extra_sends', quantity: 2 }] };
    const preview = await year.done('POST', '/billing/add-ons/preview', wanted);
    const { proration_date, due_now_cents } = preview;
    const input = { brand_id, add_on: 'extra_sends', quantity: 2, proration_date };
    await year.done('POST', '/billing/add-ons', input);
    await note({
      did: 'changed',
      addOns: { extra_sends: 2 },
      preview: { at: proration_date, cents: due_now_cents },
    });
  });
  plan('05-20T12:00', async () => {
    await year.done('DELETE', `/billing/add-ons/extra_sends?${year.ofBrand}`);
    await note({ did: 'changed', addOns: {} });
  });
  plan('06-25T12:00', async () => {
    await replaceCard(year, failing);
    await note({ did: 'card_failed' });
  });
  // Every day, so that each reminder has its own time.
  for (let day = 1; day <= 12; day++) plan(`07-${String(day).padStart(2, '0')}T04:00`, async () => {});
  plan('07-13T12:00', async () => {
    await replaceCard(year, paying);
    await note({ did: 'card_replaced' });
  });
  plan('08-10T12:00', () => cancel(year, true));
  plan('08-20T12:00', () => cancel(year, false));
  plan('09-25T12:00', () => cancel(year, true));
  plan('10-01T12:00', () => note({ did: 'canceled' }));
  plan('10-05T12:00', async () => {
    await checkOut(year, 'enterprise');
    await note({ did: 'subscribed', plan: 'enterprise', addOns: {} });
  });
  return purchases;
}

async function checkOut(year: BrandYear, plan: string): Promise<void> {
  const pages = { success_url: 'https://app.example/done', cancel_url: 'https://app.example/back' };
  const { url } = await year.done('POST', '/billing/checkout', { brand_id: year.brandId, plan, ...pages });
  await submit(url, { card: paying });
}

/** Changes the plan at the price of its preview. */
async function change(year: BrandYear, plan: string): Promise<Purchase['preview'] & object> {
  const { brandId: brand_id } = year;
  const { proration_date, due_now_cents } = await year.done('POST', '/billing/add-ons/preview', {
    brand_id,
    plan,
  });
  await year.done('PUT', '/billing/subscription', { brand_id, plan, proration_date });
  return { at: proration_date, cents: due_now_cents };
}

const cancel = (year: BrandYear, cancel_at_period_end: boolean): Promise<void> =>
  year.done('PUT', '/billing/subscription', { brand_id: year.brandId, cancel_at_period_end });

async function replaceCard(year: BrandYear, card: string): Promise<void> {
  const portal = { brand_id: year.brandId, return_url: 'https://app.example/back' };
  const { url } = await year.done('POST', '/billing/portal', portal);
  await submit(`${url}/card`, { card });
}

async function submit(url: string, form: Readonly<Record<string, string>>): Promise<void> {
  const { status } = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  if (status !== 303) throw new Error(`The page of the payment provider is ${status}`);
}
