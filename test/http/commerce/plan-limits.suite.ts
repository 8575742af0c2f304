import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { entitlementUses } from '#commerce/billing/entitlement-records.ts';
import { putItem } from '#store/dynamodb/items.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { keyIn } from '#store/records/place.ts';
import { type ApiResponse, call, type Stack } from '../stack/api-client.ts';
import { bearer } from '../stack/bearer.ts';
import type { StackClock } from '../stack/stack-clock.ts';
import { stackOutbox } from '../stack/stack-outbox.ts';
import { putContacts } from './contact-items.ts';

interface RunningStack {
  readonly stack: Stack;
  readonly clock: StackClock;
  readonly table: Table;
  readonly dataFolder: string;
}

/** A brand that subscribes to the smallest plan, meets each of its limits, and goes on. */
export function planLimitsSuite(running: () => RunningStack): void {
  let owner: string;
  let brand_id: string;

  const tokenFor = (sub: string) =>
    bearer({ sub }, { dataFolder: running().dataFolder, baseUrl: running().stack.baseUrl });
  const send = (method: string, path: string, body?: unknown, token = owner) =>
    call(method, `/api/v1${path}`, {
      baseUrl: running().stack.baseUrl,
      key: null,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    });
  const until = async <T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> => {
    for (let attempt = 0; attempt < 300; attempt++) {
      const value = await read();
      if (holds(value)) return value;
      await delay(100);
    }
    throw new Error('The expected state did not come');
  };
  const subscription = async () =>
    (await send('GET', `/billing/subscription?brand_id=${brand_id}`)).body.data;
  const hasStatus = (status: string) => until(subscription, (one) => one.status === status);
  const submit = (url: string, card: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });
  const usedOf = async (name: string) =>
    (await subscription()).entitlements.find(
      ({ entitlement }: { entitlement: string }) => entitlement === name,
    );
  const expectLimit = (
    { status, body }: ApiResponse,
    entitlement: string,
    limit: number,
    liftedBy: string,
  ) => {
    expect([status, body.code]).toEqual([402, 'payment_required']);
    expect(body.details).toMatchObject([
      { entitlement, limit, used: expect.any(Number), lifted_by: expect.arrayContaining([liftedBy]) },
    ]);
  };
  const outbox = () => stackOutbox(running().stack);

  const invite = (email: string) => send('POST', '/invitations', { brand_id, email, role: 'manager' });
  /** The token arrives by e-mail only. */
  async function tokenSentTo(to: string, not?: string): Promise<string> {
    const read = async () => /^[\w-]{43}$/m.exec((await outbox().messages({ to }))[0]?.text ?? '')?.[0];
    return (await until(read, (token) => token !== undefined && token !== not)) ?? '';
  }
  const accept = async (email: string, person: string = randomUUID()) =>
    send('POST', '/invitations/accept', { token: await tokenSentTo(email) }, await tokenFor(person));

  /** Status codes of the owner's calls while something happens. */
  async function answersDuring(happens: () => Promise<void>): Promise<ReadonlySet<number>> {
    const path = `/billing/subscription?brand_id=${brand_id}`;
    const answers: Promise<ApiResponse>[] = [];
    const timer = setInterval(() => answers.push(send('GET', path)), 40);
    try {
      await happens();
    } finally {
      clearInterval(timer);
    }
    return new Set((await Promise.all(answers)).map(({ status }) => status));
  }

  beforeAll(async () => {
    owner = await tokenFor(`owner-${randomUUID()}`);
    brand_id = (await send('POST', '/brands', { name: 'Limited Farm' })).body.data.id;
    const pages = { success_url: 'https://app.example/done', cancel_url: 'https://app.example/back' };
    const opened = await send('POST', '/billing/checkout', { brand_id, plan: 'starter', ...pages });
    const answers = await answersDuring(async () => {
      expect((await submit(opened.body.data.url, '4242424242424242')).status).toBe(303);
      await hasStatus('active');
      await running().clock.advance(61);
    });
    expect([...answers]).toEqual([200]);
  });

  test('a cancellation in the portal is shown with its day, and taken back', async () => {
    const return_url = 'https://app.example/back';
    const { url } = (await send('POST', '/billing/portal', { brand_id, return_url })).body.data;
    const body = new URLSearchParams({ cancel: 'true' });
    await fetch(`${url}/cancellation`, { method: 'POST', body, redirect: 'manual' });
    const ending = await until(subscription, ({ cancel_at }) => cancel_at !== undefined);
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at: ending.current_period_end,
      cancel_at_period_end: true,
    });
    const kept = await send('PUT', '/billing/subscription', { brand_id, cancel_at_period_end: false });
    expect(kept.body.data).toMatchObject({ cancel_at_period_end: false });
    expect(await subscription()).not.toHaveProperty('cancel_at');
  });

  test('a change with a proration date of 2020 is refused', async () => {
    const change = { brand_id, plan: 'farm', proration_date: '2020-01-01T00:00:00Z' };
    const refused = await send('PUT', '/billing/subscription', change);
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(refused.body.details).toMatchObject([{ path: ['body', 'proration_date'] }]);
    expect(await subscription()).toMatchObject({ plan: 'starter' });
  });

  test('members: an invitation is mailed, the last seat has one taker, and an add-on makes more', async () => {
    const emails = ['a', 'b', 'c'].map((name) => `${name}-${randomUUID()}@example.com`);
    const [one = '', two = '', three = ''] = emails;
    for (const email of emails) {
      const made = await invite(email);
      expect([made.status, 'token' in made.body.data]).toEqual([201, false]);
    }
    expect((await accept(one)).body.data).toMatchObject({ brand_id, role: 'manager', email: one });
    const [sent] = await outbox().messages({ to: two });
    expect(sent).toMatchObject({ subject: 'Invitation to Limited Farm' });
    const first = await tokenSentTo(two);
    const open = (await send('GET', `/invitations?brand_id=${brand_id}`)).body.data;
    const { id } = open.find(({ email }: { email: string }) => email === two);
    const resent = await send('POST', `/invitations/${id}/resend`);
    expect([resent.status, 'token' in resent.body.data]).toEqual([201, false]);
    await tokenSentTo(two, first);

    const races = await Promise.all([accept(two), accept(three)]);
    expect(races.map(({ status }) => status).sort()).toEqual([201, 402]);
    const refused = races.find(({ status }) => status === 402);
    if (refused !== undefined) expectLimit(refused, 'members', 3, 'add_on:extra_seats');
    expectLimit(await invite('d@example.com'), 'members', 3, 'plan:farm');
    const seats = { brand_id, add_on: 'extra_seats', quantity: 1 };
    expect((await send('POST', '/billing/add-ons', seats)).status).toBe(201);
    expect((await accept(refused === races[0] ? two : three)).status).toBe(201);
    expect(await usedOf('members')).toMatchObject({ limit: 8, used: 4 });
    const members = (await send('GET', `/members?brand_id=${brand_id}`)).body.data;
    expect((await send('DELETE', `/members/${members.at(-1).id}`)).status).toBe(204);
    expect(await usedOf('members')).toMatchObject({ used: 3 });
  });

  test('webhook endpoints and brands: a removal makes room for one', async () => {
    const hook = () =>
      send('POST', '/webhook-endpoints', {
        brand_id,
        url: 'http://127.0.0.1:9/hook',
        event_types: ['order.paid'],
      });
    const made = await Promise.all([hook(), hook(), hook()]);
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 402]);
    const refused = made.find(({ status }) => status === 402);
    if (refused !== undefined) expectLimit(refused, 'webhook_endpoints', 2, 'plan:farm');
    const [first] = (await send('GET', `/webhook-endpoints?brand_id=${brand_id}`)).body.data;
    expect((await send('DELETE', `/webhook-endpoints/${first.id}`)).status).toBe(204);
    expect((await hook()).status).toBe(201);
    expectLimit(await send('POST', '/brands', { name: 'Second' }), 'brands', 1, 'add_on:extra_brands');
  });

  test('products: an import reports the lines beyond the limit', async () => {
    const lines = Array.from({ length: 253 }, (_, n) => `L-${n},Product ${n},1`);
    const imported = async (query = '') => {
      const started = await call('POST', `/api/v1/product-imports?brand_id=${brand_id}${query}`, {
        baseUrl: running().stack.baseUrl,
        key: null,
        headers: { authorization: `Bearer ${owner}`, 'content-type': 'text/csv' },
        text: ['sku,name,price', ...lines].join('\r\n'),
      });
      const path = `/product-imports/${started.body.data.id}`;
      const { body } = await until(
        () => send('GET', path),
        (reply) => reply.body.data.status === 'done',
      );
      return { ...body.data, faults: (await send('GET', `${path}/faults`)).body.data };
    };
    const faults = [252, 253, 254].map((line) => ({
      line,
      faults: [expect.objectContaining({ code: 'limit_reached' })],
    }));
    expect(await imported('&dry_run=true')).toMatchObject({ created: 250, bad: 3, faults });
    expect(await imported()).toMatchObject({ created: 250, bad: 3, faults });
    const create = () => send('POST', '/products', { brand_id, name: 'One more' });
    expectLimit(await create(), 'products', 250, 'plan:farm');
    const [product] = (await send('GET', `/products?brand_id=${brand_id}&limit=1`)).body.data;
    expect((await send('DELETE', `/products/${product.id}`)).status).toBe(204);
    const races = await Promise.all([create(), create(), create()]);
    expect(races.map(({ status }) => status).sort()).toEqual([201, 402, 402]);
    expect(await usedOf('products')).toMatchObject({ limit: 250, used: 250 });
  });

  test('campaign sends: a campaign beyond the limit sends nothing and says so, and goes on with the plan', async () => {
    const { clock, table } = running();
    await send('PUT', `/brands/${brand_id}/messaging`, { postal_address: '1 Creek Road' });
    const contact_ids = await putContacts(table, brand_id, [
      { email: `${randomUUID()}@example.com` },
      { email: `${randomUUID()}@example.com` },
    ]);
    const month = (await clock.now()).toISOString().slice(0, 'YYYY-MM'.length);
    await putItem(table, {
      Item: { ...keyIn(entitlementUses, { brand_id, name: `campaign_sends.${month}` }), used: 1_999 },
    });
    const fields = { brand_id, name: 'News', subject: 'Hello', content: 'Kale is back', contact_ids };
    const { id } = (await send('POST', '/campaigns', fields)).body.data;
    expect((await send('POST', `/campaigns/${id}/send`)).body.data).toMatchObject({ status: 'sending' });
    const campaign = async () => (await send('GET', `/campaigns/${id}`)).body.data;
    expect(await until(campaign, ({ status }) => status !== 'sending')).toMatchObject({
      status: 'paused',
      reason: 'sends_used_up',
    });
    const statistics = async () => (await send('GET', `/campaigns/${id}/statistics`)).body.data;
    expect(await statistics()).toMatchObject({ recipients: 2, pending: 2, sent: 0 });
    expect(await outbox().messages({ campaign: id })).toEqual([]);
    expectLimit(await send('POST', `/campaigns/${id}/send`), 'campaign_sends', 2_000, 'plan:farm');
    const larger = { brand_id, plan: 'farm' };
    expect((await send('PUT', '/billing/subscription', larger)).body.data).toMatchObject({ plan: 'farm' });
    expect((await send('POST', `/campaigns/${id}/send`)).status).toBe(200);
    await until(campaign, ({ status }) => status === 'sent');
    expect(await statistics()).toMatchObject({ recipients: 2, pending: 0, sent: 2 });
    expect(await outbox().messages({ campaign: id })).toHaveLength(2);
    expect(await usedOf('campaign_sends')).toMatchObject({ limit: 20_000, used: 2_001 });
  });

  test('a failed payment, its grace and the suspended plan reach the owners, and nothing can grow', async () => {
    const { clock } = running();
    const manager = `manager-${randomUUID()}`;
    const email = `${manager}@example.com`;
    await invite(email);
    expect((await accept(email, manager)).status).toBe(201);
    await clock.advance(61);
    const portal = await send('POST', '/billing/portal', {
      brand_id,
      return_url: 'https://app.example/back',
    });
    await submit(`${portal.body.data.url}/card`, '4000000000000341');
    const { current_period_end } = await subscription();
    await clock.advanceTo(new Date(Date.parse(current_period_end) + 12 * 3600_000), 15 * 86_400);
    await hasStatus('past_due');
    const answers = await answersDuring(async () => {
      for (const days of [3, 4, 5, 3]) await clock.advance(days * 86_400);
      await hasStatus('suspended');
      await clock.advance(61);
      await clock.advance(661);
    });
    expect([...answers]).toEqual([200]);
    const titles = async (token: string): Promise<string[]> =>
      (await send('GET', `/notifications?brand_id=${brand_id}&limit=50`, undefined, token)).body.data.map(
        ({ title }: { title: string }) => title,
      );
    const owners = await titles(owner);
    const about = (word: string) => owners.filter((title) => title.includes(word)).length;
    expect(about('payment of your subscription failed')).toBeGreaterThan(0);
    expect([about('still due'), about('is suspended'), about('paused before its first')]).toEqual([3, 1, 1]);
    const others = await titles(await tokenFor(manager));
    expect(others).toContain('A member joined as manager');
    expect(others.filter((title) => /subscription|suspended/.test(title))).toEqual([]);

    const refused = await send('POST', '/products', { brand_id, name: 'One more' });
    expect(refused).toMatchObject({ status: 402, body: { details: [{ limit: 0 }] } });
    expect((await send('GET', `/products?brand_id=${brand_id}`)).status).toBe(200);
  });
}
