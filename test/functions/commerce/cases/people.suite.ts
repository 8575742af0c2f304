import { describe, expect, test } from '@jest/globals';
import type { Farm, Farms } from './farm.ts';

/** A customer is a person, not a spelling of an address. Numbers are those of the list of reported cases. */
export function peopleSuite(farms: () => Farms): void {
  const open = async (settings: object = { promotions: 'on' }) => {
    const farm = await farms().open({ catalog: 'external' });
    await farm.settings(settings);
    return farm;
  };
  const order = 'POST /api/v1/orders';
  const item = { product_id: 'b5b1f8c2-6b0e-4c69-9a43-0c4f0f1f7b11', quantity: 1, price: 10 };

  describe('addresses', () => {
    test('a number with the trunk zero in brackets is the number without it (case 7)', async () => {
      const farm = await open();
      const first = await farm.order({ customer_phone: '+44 (0)20 7946 0018' });
      const second = await farm.order({ customer_phone: '+44 20 7946 0018' });
      expect(second.contact_id).toBe(first.contact_id);
      expect((await farm.contact(first.contact_id)).order_count).toBe(2);
    });

    test('an order adds a missing phone and address to its contact', async () => {
      const farm = await open();
      const customer_email = 'olive@example.com';
      const { contact_id } = await farm.order({ customer_email });
      await farm.order({
        customer_email,
        customer_name: 'Olive Fern',
        customer_phone: '+1 303 555 0142',
        customer_address: '1 Creek Road',
      });
      expect(await farm.contact(contact_id)).toMatchObject({ name: 'Olive Fern', address: '1 Creek Road' });
      const byPhone = await farm.order({ customer_phone: '(303) 555-0142' });
      expect(byPhone.contact_id).toBe(contact_id);
    });

    test('an order replaces no phone and no address that its contact has', async () => {
      const farm = await open();
      const customer_email = 'olive@example.com';
      const theirs = { customer_email, customer_phone: '+1 303 555 0142', customer_address: '1 Creek Road' };
      const { contact_id } = await farm.order(theirs);
      await farm.order({ ...theirs, customer_phone: '+1 303 555 0199', customer_address: '2 Hill Road' });
      expect(await farm.contact(contact_id)).toMatchObject({ address: '1 Creek Road' });
      expect((await farm.contact(contact_id)).phone.replaceAll(/\D/g, '')).toBe('13035550142');
    });
  });

  describe('limits of promo codes', () => {
    test('hold for a customer whose e-mail address changes (case 3)', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'ONCE', max_uses_per_customer: 1 });
      const { contact_id } = await farm.order({ customer_email: 'old@example.com', promo_code: 'ONCE' });
      await farm.data(`PATCH /api/v1/contacts/${contact_id}`, { email: 'new@example.com' });
      const again = {
        brand_id: farm.brand_id,
        customer_email: 'new@example.com',
        promo_code: 'ONCE',
        items: [item],
      };
      const { status, body } = await farm.call(order, again);
      expect([status, body.code, body.details?.[0]?.code]).toEqual([
        409,
        'promo_code_refused',
        'customer_exhausted',
      ]);
    });

    test('hold for every spelling of a mailbox', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'ONCE', max_uses_per_customer: 1 });
      await farm.promoCode({ code: 'FIRST', first_order_only: true });
      await farm.order({ customer_email: 'olive.fern@gmail.com', promo_code: 'ONCE' });
      for (const customer_email of ['olivefern+farm@gmail.com', 'OliveFern@googlemail.com'])
        for (const promo_code of ['ONCE', 'FIRST']) {
          const again = { brand_id: farm.brand_id, customer_email, promo_code, items: [item] };
          expect(await farm.refusal(order, again)).toEqual([409, 'promo_code_refused']);
        }
    });

    describe.each([
      ['e-mail address', { customer_email: 'old@example.com' }, { email: 'new@example.com' }],
      ['phone number', { customer_phone: '+1 303 555 0142' }, { phone: '+1 303 555 0143' }],
    ])('and an earlier %s of a customer', (_, earlier, change) => {
      const present = Object.fromEntries(
        Object.entries(change).map(([name, value]) => [`customer_${name}`, value]),
      );

      async function moved() {
        const farm = await open();
        await farm.promoCode({ code: 'ONCE', max_uses_per_customer: 1 });
        const { contact_id } = await farm.order(earlier);
        await farm.data(`PATCH /api/v1/contacts/${contact_id}`, change);
        const use = (customer: object) =>
          farm.call(order, { brand_id: farm.brand_id, ...customer, promo_code: 'ONCE', items: [item] });
        return { farm, contact_id, use };
      }

      test.each([
        ['the earlier one', present, earlier],
        ['the present one', earlier, present],
      ])('hold for %s', async (_name, first, second) => {
        const { use } = await moved();
        expect((await use(first)).status).toBe(201);
        expect((await use(second)).body).toMatchObject({ code: 'promo_code_refused' });
      });

      test('hold no more after the erasure of the customer', async () => {
        const { farm, contact_id, use } = await moved();
        expect((await use(present)).status).toBe(201);
        await farm.data(`POST /api/v1/contacts/${contact_id}/erasure`);
        await farm.settled();
        expect((await use(earlier)).status).toBe(201);
      });
    });

    test('hold for an order by the phone number of a customer with several spellings of a mailbox', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'ONCE', max_uses_per_customer: 1 });
      await farm.order({ customer_email: 'olive.fern@gmail.com', customer_phone: '+1 303 555 0142' });
      await farm.order({ customer_email: 'olivefern+farm@gmail.com', promo_code: 'ONCE' });
      const again = {
        brand_id: farm.brand_id,
        customer_phone: '(303) 555-0142',
        promo_code: 'ONCE',
        items: [item],
      };
      expect(await farm.refusal(order, again)).toEqual([409, 'promo_code_refused']);
    });

    test('do not hold for an order whose address is shared since', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'ONCE', max_uses_per_customer: 1 });
      await farm.order({ customer_email: 'olive@example.com', promo_code: 'ONCE' });
      const { id, contact_id } = await farm.order({ customer_email: 'olive@example.com' });
      await farm.data(`PUT /api/v1/contacts/${contact_id}/addresses/email`, { shared: true });
      const edited = await farm.data(`PATCH /api/v1/orders/${id}`, { promo_code: 'ONCE' });
      expect(edited).toMatchObject({ contact_id, promotion: { code: 'ONCE' } });
    });

    test('hold across a merge, for the addresses of both contacts', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'ONCE', max_uses_per_customer: 1 });
      const used = await farm.order({ customer_email: 'olive@example.com', promo_code: 'ONCE' });
      const other = await farm.order({ customer_email: 'fern@example.com' });
      await farm.data(`POST /api/v1/contacts/${other.contact_id}/merge`, { duplicate_id: used.contact_id });
      for (const customer_email of ['fern@example.com', 'olive@example.com']) {
        const again = { brand_id: farm.brand_id, customer_email, promo_code: 'ONCE', items: [item] };
        expect(await farm.refusal(order, again)).toEqual([409, 'promo_code_refused']);
      }
    });

    test('hold for a customer who is known by phone alone', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'ONCE', max_uses_per_customer: 1 });
      const customer = { customer_email: 'olive@example.com', customer_phone: '+1 303 555 0142' };
      await farm.order({ ...customer, promo_code: 'ONCE' });
      const byPhone = { customer_phone: '303-555-0142', promo_code: 'ONCE', items: [item] };
      expect(await farm.refusal(order, { brand_id: farm.brand_id, ...byPhone })).toEqual([
        409,
        'promo_code_refused',
      ]);
    });

    test('give the first order back after its cancellation (case 2)', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'FIRST', first_order_only: true });
      const customer = { customer_email: 'olive@example.com', promo_code: 'FIRST' };
      const { id } = await farm.order(customer);
      await farm.move(id, 'cancelled');
      expect(await farm.order(customer)).toMatchObject({ discount_cents: 100, amount_due: 9 });
    });

    test('a code for first orders is refused to a customer with an order', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'FIRST', first_order_only: true });
      await farm.order({ customer_email: 'olive@example.com' });
      const again = { customer_email: 'olive@example.com', promo_code: 'FIRST', items: [item] };
      expect(await farm.refusal(order, { brand_id: farm.brand_id, ...again })).toEqual([
        409,
        'promo_code_refused',
      ]);
    });
  });

  describe('an edit of an order', () => {
    const edit = (farm: Farm, id: string, body: object) => farm.call(`PATCH /api/v1/orders/${id}`, body);

    test.each<[string, (farm: Farm, id: string) => Promise<unknown>]>([
      [
        'has another address',
        (farm, id) => farm.data(`PATCH /api/v1/contacts/${id}`, { email: 'fern@example.com' }),
      ],
      [
        'shares its address',
        (farm, id) => farm.data(`PUT /api/v1/contacts/${id}/addresses/email`, { shared: true }),
      ],
    ])('with the same address stays with its contact, which %s since', async (_, since) => {
      const farm = await open();
      const { id, contact_id } = await farm.order({ customer_email: 'olive@example.com' });
      await since(farm, contact_id);
      const named = {
        customer_email: 'Olive@example.com',
        customer_name: 'Olive',
        customer_address: '1 Creek Road',
      };
      expect((await edit(farm, id, named)).body.data).toMatchObject({ contact_id });
      expect(await farm.contact(contact_id)).toMatchObject({
        order_count: 1,
        name: 'Olive',
        address: '1 Creek Road',
      });
    });

    test('that gives it to another number judges its promo code, and another spelling of its person does not', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'FIRST', first_order_only: true });
      await farm.order({ customer_phone: '+1 303 555 0111' });
      const other = await farm.order({ customer_phone: '+1 303 555 0122', promo_code: 'FIRST' });
      expect((await edit(farm, other.id, { customer_phone: '+1 303 555 0111' })).body.code).toBe(
        'promo_code_refused',
      );
      const olive = await farm.order({ customer_email: 'olive@example.com', promo_code: 'FIRST' });
      await farm.order({ customer_email: 'olive@example.com' });
      expect((await edit(farm, olive.id, { customer_email: 'olive+farm@example.com' })).status).toBe(200);
    });
  });

  describe('shared addresses', () => {
    test('an address that is marked as shared has no limits and no figures of a customer', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'ONCE', max_uses_per_customer: 1 });
      const email = 'family@example.com';
      const { id } = await farm.data('POST /api/v1/contacts', { brand_id: farm.brand_id, email });
      await farm.data(`PUT /api/v1/contacts/${id}/addresses/email`, { shared: true });
      for (const customer_name of ['Olive', 'Basil'])
        expect(await farm.order({ customer_email: email, customer_name, promo_code: 'ONCE' })).toMatchObject({
          discount_cents: 100,
        });
      expect((await farm.contact(id)).order_count).toBe(0);
    });

    test('a shared address is that of one person again only if one contact has it', async () => {
      const farm = await open();
      const email = 'family@example.com';
      const create = (name: string) =>
        farm.data('POST /api/v1/contacts', { brand_id: farm.brand_id, name, email });
      const olive = await create('Olive');
      const route = `/api/v1/contacts/${olive.id}/addresses/email`;
      expect(await farm.data(`GET ${route}`)).toEqual({ channel: 'email', shared: false });
      expect(await farm.data(`PUT ${route}`, { shared: true })).toEqual({ channel: 'email', shared: true });
      const basil = await create('Basil');
      expect(await farm.refusal(`PUT ${route}`, { shared: false })).toEqual([409, 'contact_exists']);
      await farm.call(`PATCH /api/v1/contacts/${basil.id}`, { email: 'basil@example.com' });
      expect(await farm.data(`PUT ${route}`, { shared: false })).toEqual({ channel: 'email', shared: false });
      expect((await farm.order({ customer_email: email })).contact_id).toBe(olive.id);
      expect((await farm.order({ customer_email: 'basil@example.com' })).contact_id).toBe(basil.id);
    });

    test('another spelling of a shared address is a person without the orders of the contact that had it', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'ONCE', max_uses_per_customer: 1 });
      const { contact_id } = await farm.order({ customer_email: 'family@example.com', promo_code: 'ONCE' });
      await farm.data(`PUT /api/v1/contacts/${contact_id}/addresses/email`, { shared: true });
      const basil = { customer_email: 'family+basil@example.com', promo_code: 'ONCE' };
      expect(await farm.order(basil)).toMatchObject({ discount_cents: 100 });
      expect(await farm.refusal(order, { brand_id: farm.brand_id, items: [item], ...basil })).toEqual([
        409,
        'promo_code_refused',
      ]);
    });

    test('a number that is marked as shared leads to nobody, and a contact without it has none to mark', async () => {
      const farm = await open();
      const phone = '+1 303 555 0142';
      const { id } = await farm.data('POST /api/v1/contacts', { brand_id: farm.brand_id, phone });
      await farm.data(`PUT /api/v1/contacts/${id}/addresses/sms`, { shared: true });
      expect((await farm.order({ customer_phone: '303-555-0142' })).contact_id).toBeUndefined();
      expect(await farm.refusal(`PUT /api/v1/contacts/${id}/addresses/email`, { shared: true })).toEqual([
        404,
        'not_found',
      ]);
    });

    test('the reply address of a brand is shared from the start, with every tag', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'FIRST', first_order_only: true });
      await farm.data(`PUT /api/v1/brands/${farm.brand_id}/messaging`, { reply_to: 'orders@farm.example' });
      for (const customer_email of [
        'orders@farm.example',
        'orders+olive@farm.example',
        'orders+basil@farm.example',
      ])
        expect(await farm.order({ customer_email, promo_code: 'FIRST' })).toMatchObject({
          discount_cents: 100,
        });
    });

    test('a mailbox of more than ten contacts is no person', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'ONCE', max_uses_per_customer: 1 });
      for (let n = 0; n < 11; n++) await farm.order({ customer_email: `stand+${n}@example.com` });
      for (const customer_email of ['stand+11@example.com', 'stand+12@example.com'])
        expect(await farm.order({ customer_email, promo_code: 'ONCE' })).toMatchObject({
          discount_cents: 100,
        });
    });
  });
}
