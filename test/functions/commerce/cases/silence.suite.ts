import { describe, expect, test } from '@jest/globals';
import type { Farm, Farms } from './farm.ts';

/** An unsubscribe belongs to the address. Numbers are those of the list of reported cases. */
export function silenceSuite(farms: () => Farms): void {
  const email = 'olive@example.com';
  let numbers = 0;
  /** Each once, because the provider remembers who has replied STOP. */
  const newPhone = () => `+1303555${4000 + numbers++}`;
  const inText = { type: 'sms', content: 'Pick up today' };
  const consent = (farm: Farm, id: string, channel = 'email', status = 'granted') =>
    farm.data(`POST /api/v1/contacts/${id}/consents`, { channel, status, source: 'farm_stand_form' });

  const create = (farm: Farm, fields: object): Promise<{ readonly id: string }> =>
    farm.data('POST /api/v1/contacts', { brand_id: farm.brand_id, ...fields });
  const consenting = async (farm: Farm, fields: object = { email }, channel = 'email') => {
    const { id } = await create(farm, fields);
    await consent(farm, id, channel);
    return id;
  };
  /** A contact that got a message and unsubscribed by its link. */
  const unsubscribed = async (farm: Farm) => {
    const id = await consenting(farm);
    expect(await farm.campaign([id])).toEqual([email]);
    expect((await farm.unsubscribe(email)).status).toBe(200);
    return id;
  };
  const erase = async (farm: Farm, id: string) => {
    const { id: erasure } = await farm.data(`POST /api/v1/contacts/${id}/erasure`);
    await farm.settled();
    expect(await farm.data(`GET /api/v1/erasures/${erasure}`)).toMatchObject({ status: 'finished' });
  };
  const imported = async (farm: Farm, address = email) => {
    const csv = `email,email_consent\n${address},granted`;
    await farm.data('POST /api/v1/contact-imports', { brand_id: farm.brand_id, csv });
    await farm.settled();
    const [{ id }] = await farm.data(`GET /api/v1/contacts?brand_id=${farm.brand_id}&email=${address}`);
    return String(id);
  };

  describe('an address that unsubscribed gets no message after', () => {
    test('the unsubscribe itself', async () => {
      const farm = await farms().open();
      expect(await farm.campaign([await unsubscribed(farm)])).toEqual([]);
    });

    test('its erasure and an import with consent (case 22)', async () => {
      const farm = await farms().open();
      await erase(farm, await unsubscribed(farm));
      expect(await farm.campaign([await imported(farm)])).toEqual([]);
    });

    test('its erasure and an order, with a consent that staff record', async () => {
      const farm = await farms().open({ catalog: 'external' });
      await erase(farm, await unsubscribed(farm));
      const { contact_id } = await farm.order({ customer_email: email });
      const granted = { channel: 'email', status: 'granted', source: 'farm_stand_form' };
      expect(await farm.refusal(`POST /api/v1/contacts/${contact_id}/consents`, granted)).toEqual([
        409,
        'address_silent',
      ]);
      expect(await farm.campaign([contact_id])).toEqual([]);
    });

    test('a consent that staff record for the same contact', async () => {
      const farm = await farms().open();
      const id = await unsubscribed(farm);
      const granted = { channel: 'email', status: 'granted', source: 'farm_stand_form' };
      expect(await farm.refusal(`POST /api/v1/contacts/${id}/consents`, granted)).toEqual([
        409,
        'address_silent',
      ]);
    });

    test('an import with consent', async () => {
      const farm = await farms().open();
      const id = await unsubscribed(farm);
      expect(await imported(farm)).toBe(id);
      expect(await farm.campaign([id])).toEqual([]);
    });

    test('its merge into a contact with consent and without address', async () => {
      const farm = await farms().open();
      const duplicate_id = await unsubscribed(farm);
      const { id } = await create(farm, { name: 'Olive Fern', phone: newPhone() });
      await farm.call(`POST /api/v1/contacts/${id}/consents`, {
        channel: 'email',
        status: 'granted',
        source: 'farm_stand_form',
      });
      await farm.data(`POST /api/v1/contacts/${id}/merge`, { duplicate_id });
      expect(await farm.contact(id)).toMatchObject({ email });
      expect(await farm.campaign([id])).toEqual([]);
      expect(await imported(farm)).toBe(id);
      // The address stays silent when the merged contact leaves it and another takes it.
      await farm.data(`PATCH /api/v1/contacts/${id}`, { email: 'fern@example.com' });
      expect(await farm.campaign([await imported(farm)])).toEqual([]);
    });

    test('its change to a contact with consent at another address', async () => {
      const farm = await farms().open();
      const first = await unsubscribed(farm);
      await farm.data(`PATCH /api/v1/contacts/${first}`, { email: 'fern@example.com' });
      const second = await consenting(farm, { email: 'basil@example.com' });
      await farm.data(`PATCH /api/v1/contacts/${second}`, { email });
      expect(await farm.campaign([second])).toEqual([]);
    });
  });

  describe('an erased person', () => {
    test('who never unsubscribed is not brought back by an old list', async () => {
      const farm = await farms().open();
      await erase(farm, await consenting(farm));
      expect(await farm.campaign([await imported(farm)])).toEqual([]);
    });

    test('whose old link is used stays silent', async () => {
      const farm = await farms().open();
      const id = await consenting(farm);
      await farm.campaign([id]);
      await erase(farm, id);
      expect((await farm.unsubscribe(email)).status).toBe(200);
      const [suppression] = await farm.data(
        `GET /api/v1/suppressions?brand_id=${farm.brand_id}&email=${email}`,
      );
      expect(suppression).toBeDefined();
      expect(await farm.campaign([await imported(farm)])).toEqual([]);
    });

    test('who complained stays silent', async () => {
      const farm = await farms().open();
      const id = await consenting(farm);
      await farm.campaign([id]);
      await erase(farm, id);
      await farm.happens(email, 'complaint');
      const listed = await farm.data(`GET /api/v1/suppressions?brand_id=${farm.brand_id}&email=${email}`);
      expect(listed).toMatchObject([{ reason: 'complaint' }]);
    });
  });

  describe('a new yes', () => {
    test('by double opt-in ends the silence of an unsubscribe', async () => {
      const farm = await farms().open();
      const id = await unsubscribed(farm);
      const asked = await farm.call(`POST /api/v1/contacts/${id}/opt-in-requests`, { channel: 'email' });
      expect(asked.status).toBeLessThan(300);
      await farm.settled();
      const link = /https:\/\/granary\.example(\/api\/v1\/\S+)/.exec(
        farm.messages(email)[0]?.text ?? '',
      )?.[1];
      expect((await farm.call(`GET ${link}`)).status).toBe(200);
      expect(await farm.campaign([id])).toEqual([]);
      expect((await farm.call(`POST ${link}`)).status).toBe(200);
      expect(await farm.campaign([id])).toEqual([email]);
    });

    test('by double opt-in is not asked for twice a day, nor after a complaint', async () => {
      const farm = await farms().open();
      const id = await unsubscribed(farm);
      const ask = () => farm.call(`POST /api/v1/contacts/${id}/opt-in-requests`, { channel: 'email' });
      expect((await ask()).status).toBeLessThan(300);
      expect((await ask()).status).toBeGreaterThanOrEqual(400);
      const other = await consenting(farm, { email: 'fern@example.com' });
      await farm.campaign([other]);
      await farm.happens('fern@example.com', 'complaint');
      const refused = await farm.call(`POST /api/v1/contacts/${other}/opt-in-requests`, { channel: 'email' });
      expect(refused.status).toBe(409);
    });

    test('by double opt-in does not end a no that came after its request', async () => {
      const farm = await farms().open();
      const id = await unsubscribed(farm);
      await farm.data(`POST /api/v1/contacts/${id}/opt-in-requests`, { channel: 'email' });
      await farm.settled();
      const [link] = /\/api\/v1\/opt-in\/\S+/.exec(farm.messages(email)[0]?.text ?? '') ?? [];
      for (const _ of ['once', 'twice']) expect((await farm.call(`POST ${link}`)).status).toBe(200);
      expect(await farm.campaign([id])).toEqual([email]);
      await farm.unsubscribe(email);
      expect((await farm.call(`POST ${link}`)).body.code).toBe('opt_in_refused');
      expect(await farm.campaign([id])).toEqual([]);
    });

    test('by START ends the silence of a STOP', async () => {
      const farm = await farms().open();
      const phone = newPhone();
      const id = await consenting(farm, { phone }, 'sms');
      expect(await farm.campaign([id], inText)).toEqual([phone]);
      await farm.reply(phone, 'STOP');
      expect(await farm.campaign([id], inText)).toEqual([]);
      await farm.reply(phone, 'START');
      expect(await farm.campaign([id], inText)).toEqual([phone]);
    });

    test('by START ends no silence of a number that does not exist', async () => {
      const farm = await farms().open();
      const phone = newPhone();
      const id = await consenting(farm, { phone }, 'sms');
      await farm.campaign([id], inText);
      await farm.happens(phone, 'bounce');
      await farm.reply(phone, 'START');
      expect(await farm.campaign([id], inText)).toEqual([]);
    });

    test('of a contact goes along with the correction of its address', async () => {
      const farm = await farms().open();
      const id = await consenting(farm, { email: 'olive@exmaple.com' });
      await farm.data(`PATCH /api/v1/contacts/${id}`, { email });
      expect(await farm.campaign([id])).toEqual([email]);
    });
  });

  describe('STOP', () => {
    test('and START work after an erasure', async () => {
      const farm = await farms().open();
      const phone = newPhone();
      const id = await consenting(farm, { phone, name: 'Olive Fern' }, 'sms');
      await farm.campaign([id], inText);
      await erase(farm, id);
      await farm.reply(phone, 'STOP');
      const stopped = `GET /api/v1/suppressions?brand_id=${farm.brand_id}&phone=${encodeURIComponent(phone)}`;
      expect(await farm.data(stopped)).toMatchObject([{ reason: 'stop' }]);
      await farm.reply(phone, 'START');
      expect(await farm.data(stopped)).toEqual([]);
    });

    test('is kept when the provider reports a bounce later', async () => {
      const farm = await farms().open();
      const phone = newPhone();
      const id = await consenting(farm, { phone }, 'sms');
      await farm.campaign([id], inText);
      await farm.reply(phone, 'STOP');
      await farm.happens(phone, 'bounce');
      const stopped = `GET /api/v1/suppressions?brand_id=${farm.brand_id}&phone=${encodeURIComponent(phone)}`;
      expect(await farm.data(stopped)).toMatchObject([{ reason: 'stop' }]);
    });

    test('cannot be deleted through the API, nor a complaint without a reason', async () => {
      const farm = await farms().open();
      const phone = newPhone();
      const [id, other] = [await consenting(farm, { phone }, 'sms'), await consenting(farm)];
      await farm.campaign([id], inText);
      await farm.campaign([other]);
      await farm.reply(phone, 'STOP');
      await farm.happens(email, 'complaint');
      const listed = await farm.data(`GET /api/v1/suppressions?brand_id=${farm.brand_id}`);
      expect(listed).toHaveLength(2);
      for (const { id: suppression, reason } of listed) {
        const { status } = await farm.call(`DELETE /api/v1/suppressions/${suppression}`);
        if (reason === 'stop') expect(status).toBe(409);
        // A complaint ends by a person of the brand, with a reason.
        else expect(status).toBeGreaterThanOrEqual(400);
      }
    });

    test('of a number that two contacts share silences both', async () => {
      const farm = await farms().open();
      const phone = newPhone();
      const ids = [];
      for (const name of ['Olive', 'Basil']) ids.push(await consenting(farm, { name, phone }, 'sms'));
      await farm.campaign(ids, inText);
      await farm.reply(phone, 'Stop');
      expect(await farm.campaign(ids, inText)).toEqual([]);
    });
  });

  describe('what a provider reports', () => {
    test('of a text as spam is the filter of the operator, no complaint', async () => {
      const farm = await farms().open();
      const phone = newPhone();
      const id = await consenting(farm, { phone }, 'sms');
      await farm.campaign([id], inText);
      await farm.happens(phone, 'complaint');
      expect(await farm.campaign([id], inText)).toEqual([phone]);
    });

    test('ends the silence of a bounce by a later message that was delivered', async () => {
      const farm = await farms().open();
      const id = await consenting(farm);
      await farm.campaign([id]);
      await farm.happens(email, 'bounce');
      // Reports of one message come in any order.
      await farm.happens(email, 'delivery');
      expect(await farm.campaign([id])).toEqual([]);
      await farm.call(`POST /api/v1/contacts/${id}/opt-in-requests`, { channel: 'email' });
      await farm.settled();
      await farm.happens(email, 'delivery');
      expect(await farm.campaign([id])).toEqual([email]);
    });

    test('about a complaint is kept when a message is delivered later', async () => {
      const farm = await farms().open();
      const id = await consenting(farm);
      await farm.campaign([id]);
      await farm.happens(email, 'complaint');
      await farm.happens(email, 'delivery');
      expect(await farm.campaign([id])).toEqual([]);
    });
  });

  describe('a number that two contacts share', () => {
    test('gets one message of a campaign to both (case 21)', async () => {
      const farm = await farms().open();
      const phone = newPhone();
      const ids = [];
      for (const name of ['Olive', 'Basil']) ids.push(await consenting(farm, { name, phone }, 'sms'));
      expect(await farm.campaign(ids, inText)).toEqual([phone]);
    });

    test('gets none for the contact that did not consent', async () => {
      const farm = await farms().open();
      const phone = newPhone();
      await consenting(farm, { name: 'Olive', phone }, 'sms');
      const { id } = await create(farm, { name: 'Basil', phone });
      expect(await farm.campaign([id], inText)).toEqual([]);
    });
  });

  describe('every way to be silent', () => {
    const suppress = (farm: Farm, address: string, reason?: string) =>
      farm.data('POST /api/v1/suppressions', { brand_id: farm.brand_id, email: address, reason });
    /** Each makes the address of a contact, which got a message, silent. */
    const silences: Readonly<Record<string, (farm: Farm, address: string, id: string) => Promise<unknown>>> =
      {
        unsubscribe: (farm, address) => farm.unsubscribe(address),
        complaint: (farm, address) => farm.happens(address, 'complaint'),
        bounce: (farm, address) => farm.happens(address, 'bounce'),
        manual: (farm, address) => suppress(farm, address),
        customer_request: (farm, address) => suppress(farm, address, 'customer_request'),
        withdrawn: (farm, _, id) => consent(farm, id, 'email', 'withdrawn'),
        erased: (farm, _, id) => erase(farm, id),
      };
    const grant = (farm: Farm, id: string) =>
      farm.call(`POST /api/v1/contacts/${id}/consents`, {
        channel: 'email',
        status: 'granted',
        source: 'farm_stand_form',
      });
    /** Takes the address from its contact, if that is not erased. */
    const free = (farm: Farm, id: string, address: string) =>
      farm.call(`PATCH /api/v1/contacts/${id}`, { email: `was-${address}` });
    /** Each writes a consent, and returns the contacts to send to. */
    const paths: Readonly<Record<string, (farm: Farm, address: string, id: string) => Promise<string[]>>> = {
      async record(farm, address, id) {
        const [held = await create(farm, { email: address })] = await farm.data(
          `GET /api/v1/contacts?brand_id=${farm.brand_id}&email=${address}`,
        );
        expect((await grant(farm, held.id)).body.code).toBe('address_silent');
        return [id, held.id];
      },
      import: async (farm, address, id) => [id, await imported(farm, address)],
      async order(farm, address, id) {
        const { contact_id } = await farm.order({ customer_email: address });
        await grant(farm, contact_id);
        return [id, contact_id];
      },
      async merge(farm, address, id) {
        const into = await create(farm, { name: 'Basil' });
        await grant(farm, into.id);
        await farm.call(`POST /api/v1/contacts/${into.id}/merge`, { duplicate_id: id });
        return [into.id, await imported(farm, address)];
      },
      async change(farm, address, id) {
        await free(farm, id, address);
        const other = await consenting(farm, { email: `other-${address}` });
        await farm.data(`PATCH /api/v1/contacts/${other}`, { email: address });
        await grant(farm, other);
        return [other];
      },
      async 'new contact'(farm, address, id) {
        await free(farm, id, address);
        const other = await create(farm, { email: address });
        await grant(farm, other.id);
        return [other.id];
      },
      async erasure(farm, address, id) {
        await farm.call(`POST /api/v1/contacts/${id}/erasure`);
        await farm.settled();
        return [await imported(farm, address)];
      },
    };
    /** A contact at an address of its own that got a message, for each name. */
    async function contacted(farm: Farm, names: readonly string[]) {
      const addresses = names.map((name) => `${name.replaceAll(/\W/g, '-')}@example.com`);
      const ids: string[] = [];
      for (const address of addresses) ids.push(await consenting(farm, { email: address }));
      expect(await farm.campaign(ids)).toHaveLength(addresses.length);
      return addresses.map((address, place) => ({ address, id: ids[place] ?? '' }));
    }

    test('stays so on every path that writes a consent', async () => {
      const farm = await farms().open({ catalog: 'external' });
      const pairs = Object.entries(silences).flatMap(([reason, silence]) =>
        Object.entries(paths).map(([path, write]) => ({ name: `${reason}-${path}`, silence, write })),
      );
      const people = await contacted(
        farm,
        pairs.map(({ name }) => name),
      );
      const audience = [];
      for (const [place, { silence, write }] of pairs.entries()) {
        const { address = '', id = '' } = people[place] ?? {};
        await silence(farm, address, id);
        await farm.settled();
        audience.push(...(await write(farm, address, id)));
      }
      // A contact that left the address keeps a yes of its own, at another address.
      const silent = new Set(people.map(({ address }) => address));
      const received = await farm.campaign([...new Set(audience)]);
      expect(received.filter((address) => silent.has(address))).toEqual([]);
    });

    test('ends by a new yes of the one who may give it', async () => {
      const farm = await farms().open();
      const people = await contacted(farm, Object.keys(silences));
      const audience = [];
      for (const [place, [reason, silence]] of Object.entries(silences).entries()) {
        const { address = '', id: first = '' } = people[place] ?? {};
        await silence(farm, address, first);
        await farm.settled();
        const id = reason === 'erased' ? await imported(farm, address) : first;
        audience.push(id);
        const [{ id: suppression, ends_by }] = await farm.data(
          `GET /api/v1/suppressions?brand_id=${farm.brand_id}&email=${address}`,
        );
        const removal = await farm.call(
          `DELETE /api/v1/suppressions/${suppression}${reason === 'complaint' ? '?reason=mistake' : ''}`,
        );
        expect([reason, removal.status]).toEqual([reason, ends_by === 'customer' ? 409 : 204]);
        if (ends_by === 'customer') {
          await farm.data(`POST /api/v1/contacts/${id}/opt-in-requests`, { channel: 'email' });
          await farm.settled();
          const [link] = /\/api\/v1\/opt-in\/\S+/.exec(farm.messages(address)[0]?.text ?? '') ?? [];
          expect((await farm.call(`POST ${link}`)).status).toBe(200);
        } else if (reason === 'complaint') await consent(farm, id);
      }
      expect((await farm.campaign(audience)).toSorted()).toEqual(
        people.map(({ address }) => address).toSorted(),
      );
    });
  });
}
