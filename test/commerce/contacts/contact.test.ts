import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normalPhone } from '#commerce/contacts/addresses.ts';
import { changeContact, mergeDuplicate, newContact, withConsent } from '#commerce/contacts/contact.ts';
import { contactInput } from '#commerce/contacts/contract.ts';
import { isOrderOf, withoutPerson } from '#commerce/contacts/erased-order.ts';
import { importRow } from '#commerce/contacts/import-row.ts';
import { readImport, withoutRowsOf } from '#commerce/contacts/import-rows.ts';
import { type ContactFacts, selects } from '#commerce/contacts/segment.ts';
import { sendabilityOf } from '#commerce/contacts/sendability.ts';
import { emailHash, personId } from '#commerce/customer.ts';
import { type SegmentFilter, segmentFilter } from '#commerce/segments/contract.ts';
import { newId } from '#persistence/new-id.ts';
import { anOrder, newBrandId } from '../../store/commerce/samples.ts';

describe('contact', () => {
  const now = new Date('2026-11-22T12:00:00.000Z');
  const brand_id = newBrandId();
  const person = (fields: object) =>
    newContact(contactInput.parse({ brand_id, ...fields }), 'staff', { id: newId(now), now });

  test.each([
    ['+1 (303) 555-0142', '+13035550142'],
    ['303.555.0142', '+13035550142'],
    ['1 303 555 0142', '+13035550142'],
    ['0041 79 123 45 67', '+41791234567'],
    ['555-0142', '5550142'],
  ])('the phone number %s is compared as %s', (text, normal) => {
    expect(normalPhone(text)).toBe(normal);
  });

  describe('a change of a contact', () => {
    test('removes what is null, keeps what is absent, and names the members', () => {
      const before = person({ name: 'Ada', email: 'ada@example.com', city: 'Lyons', tags: ['a'] });
      const { contact, members } = changeContact(before, { city: null, name: 'Ada', tags: ['b', 'B'] }, now);
      expect(contact).toMatchObject({ name: 'Ada', email: 'ada@example.com', tags: ['b'], version: 2 });
      expect(contact).not.toHaveProperty('city');
      expect(members).toEqual(['city', 'tags']);
    });

    test('is refused if neither name nor address is left', () => {
      const before = person({ email: 'ada@example.com' });
      expect(() => changeContact(before, { email: null }, now)).toThrow('Validation failed');
    });
  });

  describe('a merge', () => {
    const given = (status: 'granted' | 'withdrawn', at: string) => ({ status, source: 'form', at });

    test('fills, adds and keeps the stricter consent', () => {
      const kept = withConsent(
        { ...person({ name: 'Ada', email: 'a@example.com', tags: ['x'] }), order_count: 2, spent_cents: 500 },
        'email',
        given('granted', '2026-11-02T00:00:00.000Z'),
        now,
      );
      const duplicate = withConsent(
        {
          ...person({ email: 'b@example.com', city: 'Lyons', tags: ['X', 'y'] }),
          order_count: 1,
          spent_cents: 7,
        },
        'email',
        given('withdrawn', '2026-11-01T00:00:00.000Z'),
        now,
      );
      expect(mergeDuplicate(kept, duplicate, now)).toMatchObject({
        id: kept.id,
        name: 'Ada',
        email: 'a@example.com',
        city: 'Lyons',
        tags: ['x', 'y'],
        order_count: 3,
        spent_cents: 507,
        consents: { email: { status: 'withdrawn' } },
        merged_ids: [duplicate.id],
        other_emails: ['b@example.com'],
      });
    });

    test('with itself, and with more than 20 duplicates, is refused', () => {
      const contact = person({ name: 'Ada' });
      expect(() => mergeDuplicate(contact, contact, now)).toThrow('cannot be merged');
      const full = { ...contact, merged_ids: Array.from({ length: 20 }, () => newId(now)) };
      expect(() => mergeDuplicate(full, person({ name: 'Bea' }), now)).toThrow('cannot be merged');
    });
  });

  test('a campaign needs an address and a consent', () => {
    const contact = person({ name: 'Ada', phone: '303 555 0142' });
    expect(sendabilityOf(contact, 'email')).toEqual({ ok: false, reason: 'no_address' });
    expect(sendabilityOf(contact, 'sms')).toEqual({ ok: false, reason: 'no_consent' });
    const consent = { source: 'form', at: now.toISOString() };
    const granted = withConsent(contact, 'sms', { status: 'granted', ...consent }, now);
    expect(sendabilityOf(granted, 'sms')).toEqual({ ok: true, address: '+13035550142' });
    const withdrawn = withConsent(granted, 'sms', { status: 'withdrawn', ...consent }, now);
    expect(sendabilityOf(withdrawn, 'sms')).toEqual({ ok: false, reason: 'withdrawn' });
  });

  describe('an import', () => {
    test('reports each fault with line and column, without the value', () => {
      const { rows } = readImport(
        '\ufeffName,email,TAGS,sms_consent\r\n"Ada\nof Lyons",ada@example.com,a; b,Granted\r\n\r\nBea,bea@,,maybe\r\n,,,\r\na,b@example.com,,,extra',
      );
      expect(rows).toEqual([
        {
          line: 2,
          row: { name: 'Ada\nof Lyons', email: 'ada@example.com', tags: ['a', 'b'], sms_consent: 'granted' },
        },
        {
          line: 5,
          faults: [
            { line: 5, column: 'email', message: expect.any(String) },
            { line: 5, column: 'sms_consent', message: expect.any(String) },
          ],
        },
        { line: 6, faults: [{ line: 6, message: 'A contact needs a name, an email or a phone' }] },
        { line: 7, faults: [{ line: 7, message: 'The line has 5 fields, the header 4' }] },
      ]);
      expect(JSON.stringify(rows[1])).not.toContain('bea');
    });

    test.each(['\n', '\r\n', '\r'])('names the first line of a row after line breaks %j in quotes', (end) => {
      const csv = ['name,email', '"Ada', 'of', 'Lyons",ada@example.com', 'Bea,bea@', '"Cleo', '",cleo@'];
      const { rows } = readImport(csv.join(end));
      expect(rows.map(({ line }) => line)).toEqual([2, 5, 6]);
    });

    test('reads cells that an export guards against formulas', () => {
      const [read] = readImport("name,phone\n'=Ada,'+13035550142").rows;
      expect(read).toEqual({ line: 2, row: { name: '=Ada', phone: '+13035550142', tags: [] } });
      const erased = withoutRowsOf("name,phone\n'=Ada,'+13035550142", {
        emails: [],
        phones: ['+13035550142'],
      });
      expect(erased).not.toContain('3035550142');
    });

    test.each([
      ['', 'The file is empty'],
      ['name,Name\nAda,Ada', 'Column name occurs twice'],
      [
        `name,${Array.from({ length: 1000 }, (_, n) => `c${n}`)}\nAda`,
        'The header has more than 1000 columns',
      ],
      ['name\nJos\ufffd', 'perhaps Windows-1252'],
      ['n\0a\0m\0e\0', 'UTF-16'],
      ['city\nLyons', 'The file needs a column name, email or phone'],
      ['name\n"Ada', 'The file is not CSV'],
    ])('of %j is refused', (csv, message) => {
      expect(() => readImport(csv)).toThrow(
        expect.objectContaining({
          details: [expect.objectContaining({ message: expect.stringContaining(message) })],
        }),
      );
    });

    const rules = { brandId: brand_id, onMatch: 'fill', consentSource: 'fair', id: newId(now), now } as const;
    const known = person({ name: 'Ada', email: 'ada@example.com', tags: ['a'] });

    test('fills what a contact lacks, and changes nothing the second time', () => {
      const row = { name: 'Other', email: 'ada@example.com', city: 'Lyons', tags: ['b'] };
      const first = importRow(row, known, rules);
      expect(first).toMatchObject({
        outcome: 'updated',
        contact: { name: 'Ada', city: 'Lyons', tags: ['a', 'b'] },
      });
      expect(importRow(row, first.contact, rules).outcome).toBe('unchanged');
      expect(importRow(row, known, { ...rules, onMatch: 'overwrite' }).contact.name).toBe('Other');
    });

    test('never replaces a withdrawn consent', () => {
      const row = { email: 'ada@example.com', tags: [], email_consent: 'granted' as const };
      expect(importRow(row, undefined, rules).contact.consents.email).toMatchObject({ source: 'fair' });
      const refusing = withConsent(
        known,
        'email',
        { status: 'withdrawn', source: 'unsubscribe_link', at: now.toISOString() },
        now,
      );
      expect(importRow(row, refusing, rules)).toMatchObject({ outcome: 'unchanged', consents: [] });
    });
  });

  test('an order is of a person by contact or e-mail address, by phone only without an address', () => {
    const whom = {
      brandId: brand_id,
      erasureId: '0192f6a0-0000-7000-8000-0000000000e1',
      contactIds: [],
      emails: ['a@example.com'],
      phones: ['+13035550142'],
    };
    const of = (fields: Readonly<Record<string, unknown>>) => isOrderOf(anOrder(brand_id, fields), whom);
    expect(of({ customer_email: 'A@example.com' })).toBe(true);
    expect(of({ customer_phone: '(303) 555-0142' })).toBe(true);
    expect(of({ customer_phone: '(303) 555-0142', customer_email: 'b@example.com' })).toBe(false);
    expect(of({})).toBe(false);
    const order = anOrder(brand_id, {
      customer_email: 'a@example.com',
      customer_name: 'Ada',
      notes: 'for Ada',
    });
    expect(JSON.stringify(withoutPerson(order, whom, now))).not.toMatch(/ada|a@example/i);
    expect(withoutPerson(order, whom, now)).toMatchObject({
      total: order.total,
      items: order.items,
      version: 2,
    });
  });
});

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
    expect(segmentFilter.parse(filter)).toEqual(filter);
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
      const { error } = segmentFilter.safeParse(filter);
      expect(error?.issues[0]?.path.join('.')).toBe(path);
    });
  });
});

describe('a person', () => {
  test('ignores the letter case of the address', () => {
    expect(emailHash('Ana@Example.com')).toBe(emailHash('ana@example.com'));
    expect(personId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'Ana@Example.com')).toBe(
      personId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'ana@example.com'),
    );
  });

  test('has the UUID of version 5 for brand and address', () => {
    // RFC 9562 appendix A.4: UUIDv5 of www.example.com in the DNS namespace.
    expect(personId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
  });

  test('is a different person in another brand', () => {
    expect(personId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'a@example.com')).not.toBe(
      personId('6ba7b811-9dad-11d1-80b4-00c04fd430c8', 'a@example.com'),
    );
  });
});
