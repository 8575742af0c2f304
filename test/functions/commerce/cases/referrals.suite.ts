import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Farm, Farms } from './farm.ts';

/** Rewards count what was paid and kept, and go to persons. Numbers are those of the list of reported cases. */
export function referralsSuite(farms: () => Farms): void {
  const open = async (reward: object = { kind: 'amount', amount_cents: 500 }) => {
    const farm = await farms().open({ catalog: 'external' });
    await farm.settings({ promotions: 'on' });
    await farm.data(`PUT /api/v1/brands/${farm.brand_id}/referral-settings`, { reward });
    return farm;
  };
  const codeOf = (farm: Farm, customer_email: string, fields: object = {}) =>
    farm.data('POST /api/v1/referrals/codes', { brand_id: farm.brand_id, customer_email, ...fields });
  const redemption = (farm: Farm, referral_code: string, referred_email: string, fields: object = {}) => ({
    brand_id: farm.brand_id,
    referral_code,
    referred_email,
    ...fields,
  });
  const redeem = 'POST /api/v1/referrals';
  const rewards = (farm: Farm) => farm.data(`GET /api/v1/referrals/rewards?brand_id=${farm.brand_id}`);
  const credit = (farm: Farm, customer_id: string) =>
    farm.data(`GET /api/v1/referrals/credits?brand_id=${farm.brand_id}&customer_id=${customer_id}`);
  const goods = (price: number) => [{ product_id: randomUUID(), quantity: 1, price }];
  const [ana, ben] = ['ana@example.com', 'ben@example.com'];

  /** An order of the referred customer, paid in full and completed. */
  const referredOrder = async (farm: Farm, fields: object = {}) => {
    const { customer_id, code } = await codeOf(farm, ana);
    await farm.data(redeem, redemption(farm, code, ben));
    const order = await farm.order({ customer_email: ben, items: goods(50), ...fields });
    if (order.amount_due_cents > 0) await farm.pay(order.id, order.amount_due_cents);
    await farm.move(order.id, 'confirmed', 'ready', 'completed');
    await farm.settled();
    return { customer_id, ...order };
  };

  describe('who can be referred', () => {
    test('not a customer with completed orders (case 26)', async () => {
      const farm = await open();
      const { code } = await codeOf(farm, ana);
      const { id } = await farm.order({ customer_email: ben });
      await farm.move(id, 'confirmed', 'ready', 'completed');
      const [status] = await farm.refusal(redeem, redemption(farm, code, ben));
      expect(status).toBe(409);
    });

    test('not a customer with completed orders, or referred before, whose phone number comes with another address', async () => {
      const farm = await open();
      const { code } = await codeOf(farm, ana);
      const [known, referred] = ['+1 303 555 0142', '+1 303 555 0143'];
      const { id } = await farm.order({ customer_phone: known });
      await farm.move(id, 'confirmed', 'ready', 'completed');
      const by = (referred_phone: string) => redemption(farm, code, 'new@example.com', { referred_phone });
      expect(await farm.refusal(redeem, by('(303) 555-0142'))).toEqual([409, 'existing_customer']);
      await farm.data(redeem, redemption(farm, code, ben));
      await farm.order({ customer_email: ben, customer_phone: referred });
      expect(await farm.refusal(redeem, by(referred))).toEqual([409, 'already_referred']);
    });

    test('a contact without orders', async () => {
      const farm = await open();
      const { code } = await codeOf(farm, ana);
      await farm.data('POST /api/v1/contacts', { brand_id: farm.brand_id, email: ben });
      expect((await farm.call(redeem, redemption(farm, code, ben))).status).toBe(201);
    });

    test('not the referrer from the same mailbox at googlemail.com (case 27)', async () => {
      const farm = await open();
      const { code } = await codeOf(farm, 'olive.fern@gmail.com');
      const mine = redemption(farm, code, 'olivefern@googlemail.com');
      expect(await farm.refusal(redeem, mine)).toEqual([409, 'self_referral']);
    });

    test('not the referrer by an earlier address, or by that of a merged contact', async () => {
      const farm = await open();
      const { brand_id } = farm;
      const { id } = await farm.data('POST /api/v1/contacts', { brand_id, email: ana });
      const { code } = await codeOf(farm, ana);
      await farm.data(`PATCH /api/v1/contacts/${id}`, { email: 'ana@farm.example' });
      const other = await farm.data('POST /api/v1/contacts', { brand_id, email: 'anna@example.com' });
      await farm.data(`POST /api/v1/contacts/${id}/merge`, { duplicate_id: other.id });
      for (const email of ['ana@farm.example', 'anna@example.com', ana])
        expect([email, ...(await farm.refusal(redeem, redemption(farm, code, email)))]).toEqual([
          email,
          409,
          'self_referral',
        ]);
    });

    test('not the referrer by an earlier phone number', async () => {
      const farm = await open();
      const { code, customer_id } = await codeOf(farm, ana, { customer_phone: '+1 303 555 0142' });
      await farm.data(`PATCH /api/v1/contacts/${customer_id}`, { phone: '+1 303 555 0143' });
      const mine = redemption(farm, code, ben, { referred_phone: '(303) 555-0142' });
      expect(await farm.refusal(redeem, mine)).toEqual([409, 'self_referral']);
    });

    test('not the referrer by phone, however it is written', async () => {
      const farm = await open();
      const { code } = await codeOf(farm, ana, { customer_phone: '+1 303 555 0142' });
      const mine = redemption(farm, code, ben, { referred_phone: '(303) 555-0142' });
      expect(await farm.refusal(redeem, mine)).toEqual([409, 'self_referral']);
    });

    test('a stranger in another country whose number ends in the same ten digits', async () => {
      const farm = await open();
      const { code } = await codeOf(farm, ana, { customer_phone: '+1 303 555 0142' });
      const stranger = redemption(farm, code, ben, { referred_phone: '+55 30 3555 0142' });
      expect((await farm.call(redeem, stranger)).status).toBe(201);
    });

    test('nobody by the code of a person whom they referred, through a merged contact', async () => {
      const farm = await open();
      const { brand_id } = farm;
      const { code } = await codeOf(farm, ana);
      await farm.data(redeem, redemption(farm, code, ben));
      const merged = await farm.data('POST /api/v1/contacts', { brand_id, email: 'benjamin@example.com' });
      const [owner] = await farm.data(`GET /api/v1/contacts?brand_id=${brand_id}&email=${ben}`);
      await farm.data(`POST /api/v1/contacts/${owner.id}/merge`, { duplicate_id: merged.id });
      const back = await codeOf(farm, 'benjamin@example.com');
      expect(await farm.refusal(redeem, redemption(farm, back.code, ana))).toEqual([409, 'referral_loop']);
    });
  });

  describe('a reward', () => {
    test('is earned by a referred order that is completed', async () => {
      const farm = await open();
      const { id, customer_id } = await referredOrder(farm);
      expect(await rewards(farm)).toMatchObject([{ state: 'earned', cents: 500, order_id: id, customer_id }]);
    });

    test('is not earned by a customer who turns out to be the referrer', async () => {
      const farm = await open();
      const { customer_id, code } = await codeOf(farm, ana);
      await farm.data(redeem, redemption(farm, code, ben));
      const { id, contact_id } = await farm.order({ customer_email: ben });
      await farm.data(`POST /api/v1/contacts/${customer_id}/merge`, { duplicate_id: contact_id });
      await farm.move(id, 'confirmed', 'ready', 'completed');
      await farm.settled();
      expect(await rewards(farm)).toMatchObject([{ state: 'pending', cents: 0 }]);
      expect((await credit(farm, customer_id)).balance_cents).toBe(0);
    });

    test('is taken back with a full refund (case 28)', async () => {
      const farm = await open();
      const { id, customer_id } = await referredOrder(farm);
      expect((await credit(farm, customer_id)).balance_cents).toBe(500);
      await farm.refund(id, 5000);
      await farm.settled();
      expect((await credit(farm, customer_id)).balance_cents).toBe(0);
      expect((await rewards(farm))[0].state).not.toBe('earned');
    });

    test('is not earned by an order that a code made free (case 29)', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'FREE', percent: 100 });
      const { customer_id, contact_id } = await referredOrder(farm, { promo_code: 'FREE' });
      expect(await rewards(farm)).toMatchObject([{ state: 'pending', cents: 0 }]);
      expect((await credit(farm, customer_id)).balance_cents).toBe(0);
      expect((await farm.contact(contact_id)).total_spent).toBe(0);
    });

    test('in percent is that of the worth, and follows a refund of a part', async () => {
      const farm = await open({ kind: 'percent', percent: 10 });
      await farm.promoCode({ code: 'HALF', percent: 50 });
      const { id, customer_id } = await referredOrder(farm, { promo_code: 'HALF' });
      expect((await credit(farm, customer_id)).balance_cents).toBe(250);
      await farm.refund(id, 1000);
      await farm.settled();
      expect((await credit(farm, customer_id)).balance_cents).toBe(150);
    });

    test('whose credit was spent becomes a negative entry after the refund', async () => {
      const farm = await open();
      const { id, customer_id } = await referredOrder(farm);
      await farm.order({ customer_email: ana, items: goods(20), credit_cents: 500 });
      expect((await credit(farm, customer_id)).balance_cents).toBe(0);
      await farm.refund(id, 5000);
      await farm.settled();
      expect((await credit(farm, customer_id)).balance_cents).toBe(-500);
    });

    test('is not earned by an order that credit paid, which is worth nothing', async () => {
      const farm = await open({ kind: 'amount', amount_cents: 2000 });
      const { customer_id } = await referredOrder(farm);
      const [cat] = ['cat@example.com'];
      const { code } = await codeOf(farm, cat);
      const [status] = await farm.refusal(redeem, redemption(farm, code, ana));
      expect(status).toBe(201);
      const free = await farm.order({ customer_email: ana, items: goods(20), credit_cents: 2000 });
      expect(free.amount_due_cents).toBe(0);
      await farm.move(free.id, 'confirmed', 'ready', 'completed');
      await farm.settled();
      expect((await farm.contact(free.contact_id)).total_spent).toBe(0);
      const states = (await rewards(farm)).map(({ state }: { state: string }) => state).sort();
      expect(states).toEqual(['pending', 'redeemed']);
      expect((await credit(farm, customer_id)).balance_cents).toBe(0);
    });

    test('follows its referrer to a new address', async () => {
      const farm = await open();
      const { contact_id } = await farm.order({ customer_email: ana });
      const { customer_id } = await referredOrder(farm);
      await farm.data(`PATCH /api/v1/contacts/${contact_id}`, { email: 'ana@farm.example' });
      const used = await farm.order({
        customer_email: 'ana@farm.example',
        items: goods(20),
        credit_cents: 500,
      });
      expect(used).toMatchObject({ credit_cents: 500, amount_due: 15 });
      expect((await credit(farm, customer_id)).balance_cents).toBe(0);
    });
  });

  test('the referred customer of a redemption is the contact of the later order', async () => {
    const farm = await open();
    const { code } = await codeOf(farm, ana);
    const { referred_user_id } = await farm.data(redeem, redemption(farm, code, ben));
    expect((await farm.order({ customer_email: ben })).contact_id).toBe(referred_user_id);
  });
}
