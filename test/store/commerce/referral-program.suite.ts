import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { personId } from '#commerce/customer.ts';
import type { Order } from '#commerce/orders/contract.ts';
import { changeOrderStatus } from '#commerce/orders/rules.ts';
import { newReferral, newReferralCode } from '#commerce/referral.ts';
import { referralSettings } from '#commerce/referrals/contract.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { newId } from '#persistence/new-id.ts';
import { findAccount, latestEntries } from '#store/commerce/referrals/credit.ts';
import { redeemForOrder, returnCreditActions } from '#store/commerce/referrals/credit-uses.ts';
import { earnReward } from '#store/commerce/referrals/earn-reward.ts';
import { readLeaders } from '#store/commerce/referrals/leaderboard.ts';
import { countShare, countVisitor, findLink, readLinks } from '#store/commerce/referrals/links.ts';
import { findCustomerCode, insertCustomerCode } from '#store/commerce/referrals/people.ts';
import { linkSigningSecret, visitorSalt } from '#store/commerce/referrals/program-keys.ts';
import { referBetweenCustomers } from '#store/commerce/referrals/refer.ts';
import { readRewards } from '#store/commerce/referrals/rewards.ts';
import { changeReferralSettings } from '#store/commerce/referrals/settings.ts';
import { insertReferral } from '#store/commerce/referrals.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { anOrder, changeOrder, insertOrder, newBrandId } from './samples.ts';

export function referralProgramSuite(table: () => Table): void {
  const surroundings = () => ({ now: new Date(), newId: () => newId() });

  const settle = (brand_id: string) =>
    changeReferralSettings(
      table(),
      referralSettings.parse({
        brand_id,
        version: 1,
        reward: { kind: 'amount', amount_cents: 500 },
        minimum_order_cents: 100,
      }),
    );

  async function codeOf(brand_id: string, email: string, phone?: string): Promise<string> {
    const input = { brand_id, customer_email: email, ...(phone && { customer_phone: phone }) };
    const known = await findCustomerCode(table(), input);
    if (known) return known.code;
    const random = crypto.getRandomValues(new Uint8Array(16));
    const made = newReferralCode({ brand_id }, { id: newId(), now: new Date(), random });
    const code = { ...made, customer_id: personId(brand_id, email) };
    await insertCustomerCode(table(), input, code, []);
    return code.code;
  }

  async function refer(brand_id: string, referral_code: string, referred_email: string, phone?: string) {
    const input = { brand_id, referral_code, referred_email };
    const referral = newReferral(input, { id: newId(), now: new Date() });
    const between = await referBetweenCustomers(table(), referral, { phone, rewardId: newId() });
    await insertReferral(table(), referral, [], between);
  }

  async function completedOrder(brand: string, customer_email: string): Promise<Order> {
    let order = anOrder(brand, {
      customer_email,
      items: [{ product_id: randomUUID(), quantity: 1, price: 20 }],
    });
    await insertOrder(table(), order, 'returning', []);
    for (const status of ['confirmed', 'ready', 'completed'] as const) {
      const moved = changeOrderStatus(order, status, new Date());
      await changeOrder(table(), order, moved);
      order = moved;
    }
    return order;
  }

  const earn = (brandId: string, orderId: string) =>
    retryOnConflict(() => earnReward(table(), { brandId, orderId, ...surroundings() }));

  async function customerWithCredit(brand: string, email: string, friends: number) {
    const code = await codeOf(brand, email);
    for (let n = 0; n < friends; n++) {
      const friend = `friend-${n}-${randomUUID()}@example.com`;
      await refer(brand, code, friend);
      const order = await completedOrder(brand, friend);
      // The event is delivered at least once, also at the same time.
      await Promise.all([earn(brand, order.id), earn(brand, order.id)]);
    }
    return personId(brand, email);
  }

  test('a reward is pending, earned once by a completed order, and ranks its customer', async () => {
    const brand = newBrandId();
    await settle(brand);
    const code = await codeOf(brand, 'ana@example.com');
    expect(await codeOf(brand, 'ANA+shop@example.com')).toBe(code);
    await refer(brand, code, 'ben@example.com');
    const customer_id = personId(brand, 'ana@example.com');
    const rewards = async () =>
      (await readRewards(table(), { brand_id: brand, customer_id, limit: 10 })).data;
    expect(await rewards()).toMatchObject([{ state: 'pending', cents: 0, customer_id }]);
    const order = await completedOrder(brand, 'Ben+farm@example.com');
    await Promise.all(Array.from({ length: 5 }, () => earn(brand, order.id)));
    await earn(brand, (await completedOrder(brand, 'ben@example.com')).id);
    expect(await rewards()).toMatchObject([{ state: 'earned', remaining_cents: 500, order_id: order.id }]);
    expect(await readLeaders(table(), brand, 'all', 10)).toMatchObject([
      { rank: 1, customer_id, referral_code: code, referral_count: 1, earned_cents: 500 },
    ]);
  }, 60_000);

  test('of parallel uses of credit none is more than there is, and the entries add up', async () => {
    const brand = newBrandId();
    await settle(brand);
    const customer = await customerWithCredit(brand, 'ana@example.com', 2);
    const orders = Array.from({ length: 8 }, () =>
      anOrder(brand, {
        customer_email: 'ana@example.com',
        items: [{ product_id: randomUUID(), quantity: 1, price: 3 }],
      }),
    );
    for (const order of orders) await insertOrder(table(), order, 'returning', []);
    const use = (order: Order) =>
      retryOnConflict(
        () =>
          redeemForOrder(
            table(),
            { brandId: brand, orderId: order.id, cents: 300, ...surroundings() },
            () => [],
          ),
        50,
      );
    // Each order twice: an order uses credit once.
    const results = await Promise.allSettled([...orders, ...orders].map(use));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const { lots } = await findAccount(table(), brand, customer);
    expect(lots.map(({ cents }) => cents)).toEqual([100]);
    const entries = await latestEntries(table(), brand, customer, 100);
    expect(entries.reduce((sum, { cents }) => sum + cents, 0)).toBe(100);
    const used = entries.find(({ kind }) => kind === 'redeemed')?.order_id ?? '';
    const giveBack = () =>
      retryOnConflict(async () => {
        const given = { brandId: brand, orderId: used, ...surroundings() };
        const actions = await returnCreditActions(table(), given);
        if (actions.length > 0) await transact(table(), actions);
      });
    await Promise.all([giveBack(), giveBack(), giveBack()]);
    const after = await findAccount(table(), brand, customer);
    expect(after.lots.reduce((sum, { cents }) => sum + cents, 0)).toBe(400);
  }, 60_000);

  test('self-referral, loops and a second referrer are refused with a reason', async () => {
    const brand = newBrandId();
    await settle(brand);
    const [ana, ben, cleo] = ['ana@example.com', 'ben@example.com', 'cleo@example.com'];
    const anas = await codeOf(brand, ana, '+1 303 555 0142');
    const bens = await codeOf(brand, ben);
    const cleos = await codeOf(brand, cleo);
    await expect(refer(brand, anas, 'ANA+2@example.com')).rejects.toMatchObject({ code: 'self_referral' });
    await expect(refer(brand, anas, 'other@example.com', '3035550142')).rejects.toMatchObject({
      code: 'self_referral',
    });
    await refer(brand, anas, ben);
    await refer(brand, bens, cleo);
    await expect(refer(brand, bens, ana)).rejects.toMatchObject({ code: 'referral_loop' });
    await expect(refer(brand, cleos, ana)).rejects.toMatchObject({ code: 'referral_loop' });
    await expect(refer(brand, anas, cleo)).rejects.toMatchObject({ code: 'already_referred' });
    await expect(refer(brand, anas, ben)).rejects.toMatchObject({ code: 'already_redeemed' });
  });

  test('of two customers who refer each other at the same time one succeeds', async () => {
    const brand = newBrandId();
    const anas = await codeOf(brand, 'ana@example.com');
    const bens = await codeOf(brand, 'ben@example.com');
    const results = await Promise.allSettled([
      refer(brand, anas, 'ben@example.com'),
      refer(brand, bens, 'ana@example.com'),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('shares and visitors of a link are counted, a visitor once a day', async () => {
    const brand = newBrandId();
    const code = await codeOf(brand, 'ana@example.com');
    const key = await linkSigningSecret(table());
    const now = new Date();
    const share = () =>
      retryOnConflict(
        () =>
          countShare(
            table(),
            { input: { brand_id: brand, referral_code: code.toLowerCase(), channel: 'sms' }, key, now },
            () => [],
          ),
        20,
      );
    const [link] = await Promise.all([share(), share(), share()]);
    const id = link?.link_id ?? '';
    const visits = ['a', 'a', 'b'].map((visitor) => countVisitor(table(), id, visitor, now));
    expect((await Promise.all(visits)).filter(Boolean)).toHaveLength(2);
    const tomorrow = new Date(now.getTime() + 86_400_000);
    expect(await countVisitor(table(), id, 'a', tomorrow)).toBe(true);
    expect(await findLink(table(), id)).toMatchObject({ share_count: 3, visitor_count: 3, channel: 'sms' });
    const { data } = await readLinks(table(), { brand_id: brand, referral_code: code, limit: 10 });
    expect(data.map(({ link_id }) => link_id)).toEqual([id]);
    expect(await visitorSalt(table(), now)).not.toBe(await visitorSalt(table(), tomorrow));
  });
}
