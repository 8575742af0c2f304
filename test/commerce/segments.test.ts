import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readAudience } from '#commerce/campaigns/audience-records.ts';
import { newAddressKey } from '#commerce/contacts/address-records.ts';
import { newContact, withConsent } from '#commerce/contacts/contact.ts';
import * as declared from '#commerce/segments/contract.ts';
import { segmentExamples } from '#commerce/segments/examples.ts';
import { type ContactFacts, selects } from '#commerce/segments/records.ts';
import { ids } from '#contract/commerce/examples/records.ts';
import { endpointsIn } from '#contract/endpoint.ts';
import { newId } from '#persistence/new-id.ts';
import { transact } from '#store/dynamodb/table.ts';
import { contactCalls } from '../functions/commerce/contact-calls.ts';
import { type CommerceService, newBrand, startCommerceService } from '../functions/commerce-service.ts';
import { invoke, playExamples, withoutTimes } from '../functions/invoke.ts';
import { sized } from '../soak.ts';

type SegmentFilter = declared.SegmentFilter;

/** Contacts of the audience. One page examines 1,000. */
const size = sized('contacts of an audience', { short: 1_200, soak: 10_000, variable: 'AUDIENCE_CONTACTS' });

let service: CommerceService;
let calls: Awaited<ReturnType<typeof contactCalls>>;
beforeAll(async () => {
  service = await startCommerceService();
  calls = await contactCalls();
});
afterAll(() => service.stop());

describe('segment', () => {
  const now = new Date('2026-11-22T12:00:00.000Z');
  const product = '0199a1c1-0b7f-7f42-9d55-6a0c3b8e1d24';
  const stop = '3d5c9f12-6a4e-4b87-a0d1-7e2f8c9b5a46';

  const facts = (members: Partial<ContactFacts>): ContactFacts => ({
    ...newContact({ brand_id: product, tags: [] }, 'staff', { id: product, now }),
    ...members,
  });

  const at = (time: string) => ({ last_order_at: time });

  test.each<[SegmentFilter, Partial<ContactFacts>, boolean]>([
    [{ match: 'tag', equals: 'VIP' }, { tags: ['vip'] }, true],
    [{ match: 'tag', equals: 'vip' }, { tags: ['vip guest'] }, false],
    [{ match: 'consent', channel: 'email', status: 'none' }, {}, true],
    [{ match: 'consent', channel: 'sms', status: 'granted' }, {}, false],
    [{ match: 'address', channel: 'sms' }, { phone: '12345' }, true],
    [{ match: 'total_spent', at_least: 0.29 }, { spent_cents: 29 }, true],
    [{ match: 'total_spent', at_least: 10, at_most: 20 }, { spent_cents: 2001 }, false],
    [{ match: 'order_count', at_most: 0 }, {}, true],
    [{ match: 'last_order', before_days: 60 }, {}, false],
    [{ match: 'last_order', before_days: 60 }, at('2026-09-23T11:59:59.999Z'), true],
    [{ match: 'last_order', before_days: 60 }, at('2026-09-23T12:00:00.000Z'), false],
    [{ match: 'last_order', within_days: 60 }, at('2026-09-23T12:00:00.000Z'), true],
    [{ match: 'created', from: '2026-11-22T12:00:00.000Z' }, {}, true],
    [{ match: 'created', before: '2026-11-22T12:00:00.000Z' }, {}, false],
    [{ match: 'product', product_id: product }, { product_ids: [product] }, true],
    [{ match: 'stop', stop_id: stop }, { stop_ids: [] }, false],
    [{ match: 'city', equals: 'boulder' }, { city: 'Boulder' }, true],
    [{ match: 'country', equals: 'US' }, {}, false],
  ])('%j of %j is %s', (filter, members, selected) => {
    expect(declared.segmentFilter.parse(filter)).toEqual(filter);
    expect(selects(filter, facts(members), now)).toBe(selected);
  });

  const condition = fc.constantFrom<SegmentFilter>(
    { match: 'tag', equals: 'a' },
    { match: 'order_count', at_least: 2 },
    { match: 'city', equals: 'x' },
  );
  const contact = fc.record({
    tags: fc.subarray(['a', 'b']),
    order_count: fc.nat(4),
    city: fc.constantFrom('x', 'y'),
  });

  describe('groups follow the laws of logic', () => {
    test('not all is any not, and not any is all not', () => {
      fc.assert(
        fc.property(fc.array(condition, { minLength: 1, maxLength: 5 }), contact, (filters, members) => {
          const person = facts(members);
          const negated = filters.map((filter) => ({ match: 'not', filter }) as const);
          const not = (filter: SegmentFilter) => selects({ match: 'not', filter }, person, now);
          expect(not({ match: 'all', filters })).toBe(
            selects({ match: 'any', filters: negated }, person, now),
          );
          expect(not({ match: 'any', filters })).toBe(
            selects({ match: 'all', filters: negated }, person, now),
          );
        }),
      );
    });
  });

  describe('a filter is refused', () => {
    const tag = { match: 'tag', equals: 'a' };
    const all = (inner: unknown) => ({ match: 'all', filters: [inner] });
    test.each([
      ['with an unknown condition', { match: 'shoe_size', equals: 9 }, 'match'],
      ['with an unknown member', { ...tag, at_least: 1 }, ''],
      ['with an amount that no currency has', { match: 'total_spent', at_least: 5.79e-300 }, 'at_least'],
      ['with an empty group', { match: 'any', filters: [] }, 'filters'],
      ['with a fault inside, at its place', all({ match: 'tag', equals: '' }), 'filters.0.equals'],
      ['with four levels of groups', all(all(all(all(tag)))), 'filters.0.filters.0.filters.0.match'],
      ['with more than 50 conditions', { match: 'all', filters: Array(50).fill(tag) }, ''],
    ])('%s', (_, filter, path) => {
      const { error } = declared.segmentFilter.safeParse(filter);
      expect(error?.issues[0]?.path.join('.')).toBe(path);
    });
  });
});

describe('a segment', () => {
  test('selects the same contacts in list, count and send', async () => {
    const own = await newBrand({ catalog: 'external' });
    const whole = { caller: own.caller };
    for (let n = 0; n < 30; n++) {
      const tags = [n % 2 ? 'odd' : 'even', ...(n % 3 ? [] : ['third'])];
      const body = { brand_id: own.brand_id, email: `${n}@example.com`, tags };
      const { body: made } = await invoke('create-contact', { ...whole, body });
      if (n % 5 === 0) continue;
      const consent = { channel: 'email', status: 'granted', source: 'form' };
      await invoke('record-consent', { ...whole, parameters: { id: made.data.id }, body: consent });
    }
    const filter: SegmentFilter = {
      match: 'all',
      filters: [
        { match: 'tag', equals: 'odd' },
        { match: 'not', filter: { match: 'tag', equals: 'third' } },
      ],
    };
    const made = await invoke('create-segment', {
      ...whole,
      body: { brand_id: own.brand_id, name: 's', filter },
    });
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: '4', ...(cursor && { cursor }) };
      const page = await invoke('list-segment-contacts', {
        ...whole,
        parameters: { id: made.body.data.id },
        query,
      });
      listed.push(...page.body.data.map(({ id }: { id: string }) => id));
      cursor = page.body.pagination.next_cursor ?? undefined;
    } while (cursor);
    const preview = await invoke('preview-segment', { ...whole, body: { brand_id: own.brand_id, filter } });
    expect(preview.body.data).toMatchObject({ examined: 30, matched: 10, reachable: { email: 8, sms: 0 } });
    const query = { brandId: own.brand_id, source: { segment: filter }, channel: 'email', limit: 3 } as const;
    const startedAt = new Date().toISOString();
    const sent: string[] = [];
    let skipped = 0;
    let after: string | undefined;
    do {
      const page = await readAudience({ ...query, startedAt, after });
      sent.push(...page.recipients.map(({ contact }) => contact.id));
      skipped += page.skipped.no_consent;
      after = page.next;
    } while (after !== undefined);
    expect([listed.length, sent.length, skipped]).toEqual([10, 8, 2]);
    expect(new Set(sent).size).toBe(8);
    expect(sent.every((id) => listed.includes(id))).toBe(true);
    const named = {
      brandId: own.brand_id,
      source: { contactIds: [...listed, randomUUID()] },
      channel: 'email',
    } as const;
    expect((await readAudience({ ...named, startedAt })).recipients).toHaveLength(8);
  });

  test('replies as the examples of the documentation show', async () => {
    const { brand_id, caller } = await newBrand();
    const replies = await playExamples(segmentExamples, caller, { [ids.brand]: brand_id });
    for (const { name, responses } of endpointsIn(declared)) {
      const [success] = Object.keys(responses);
      expect([name, replies[name]?.status]).toEqual([name, Number(success)]);
      // Their replies depend on the contacts of the brand.
      if (name === 'list-segment-contacts' || name === 'preview-segment') continue;
      expect([name, replies[name]?.body]).toEqual([name, withoutTimes(segmentExamples[name]?.response)]);
    }
  });

  test('is replaced with If-Match and deleted', async () => {
    const { brand_id, caller, byId } = calls;
    const filter = { match: 'tag', equals: 'a' };
    const made = await invoke('create-segment', { caller, body: { brand_id, name: 'A', filter } });
    const { id } = made.body.data;
    const replace = (version: string) =>
      invoke('update-segment', {
        ...byId(id),
        body: { name: 'B', filter },
        headers: { 'if-match': version },
      });
    expect((await replace('"v1"')).body.data).toMatchObject({ name: 'B', version: 2 });
    expect((await replace('"v1"')).status).toBe(412);
    expect((await invoke('delete-segment', byId(id))).status).toBe(204);
    expect((await invoke('get-segment', byId(id))).status).toBe(404);
  });
});

test('an audience of many contacts is read in bounded pages, each contact once', async () => {
  const { contactItem } = await import('#commerce/contacts/records.ts');
  const brand_id = randomUUID();
  const now = new Date();
  const consent = { status: 'granted', source: 'form', at: now.toISOString() } as const;
  const people = Array.from({ length: size }, (_, n) => {
    const input = { brand_id, email: `p${n}@example.com`, tags: n % 10 ? [] : ['tenth'] };
    return withConsent(newContact(input, 'import', { id: newId(now), now }), 'email', consent, now);
  });
  const { name, client } = service.table;
  await transact(service.table, [newAddressKey(brand_id)]);
  for (let n = 0; n < people.length; n += 25) {
    const writes = people.slice(n, n + 25).map((one) => ({ PutRequest: { Item: { ...contactItem(one) } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: writes } }));
  }
  const startedAt = new Date().toISOString();
  const source = { segment: { match: 'tag', equals: 'tenth' } } as const;
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const query = { brandId: brand_id, source, channel: 'email', startedAt, limit: 500, after } as const;
    const page = await readAudience(query);
    pages.push(page.recipients.map(({ contact }) => contact.id));
    after = page.next;
  } while (after !== undefined);
  const tenth = people.filter(({ tags }) => tags.length > 0).map(({ id }) => id);
  expect(pages.flat()).toEqual(tenth.sort());
  expect(pages.length).toBeGreaterThanOrEqual(Math.ceil(size / 1000));
});
