import { describe, expect, test } from '@jest/globals';
import { normalPhone } from '#commerce/contacts/addresses.ts';
import {
  appended,
  changeContact,
  factsOf,
  type LedgerEntry,
  maxKnownProducts,
  maxKnownStops,
  mergeDuplicate,
  newContact,
  noFacts,
  sendabilityOf,
  withConsent,
} from '#commerce/contacts/contact.ts';
import { contactInput } from '#commerce/contacts/contact-fields.ts';
import { isOrderOf, withoutPerson } from '#commerce/contacts/erasure-work.ts';
import { importRow, readImport, withoutRowsOf } from '#commerce/contacts/import-rows.ts';
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
      const facts = { ...noFacts, order_count: 3, spent_cents: 507 };
      expect(mergeDuplicate(kept, duplicate, facts, now)).toMatchObject({
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
      expect(() => mergeDuplicate(contact, contact, noFacts, now)).toThrow('cannot be merged');
      const full = { ...contact, merged_ids: Array.from({ length: 20 }, () => newId(now)) };
      expect(() => mergeDuplicate(full, person({ name: 'Bea' }), noFacts, now)).toThrow('cannot be merged');
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

describe('the facts of a contact', () => {
  let seed = 32;
  const numbers = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const now = new Date('2026-11-28T12:00:00.000Z');
  const ids = (count: number) => Array.from({ length: count }, () => newId(now)).sort();
  const [products, stops] = [ids(maxKnownProducts + 500), ids(maxKnownStops + 50)];
  const entry = (order_id: string): LedgerEntry => ({
    brand_id: '',
    contact_id: '',
    order_id,
    at: new Date(now.getTime() + Math.floor(numbers() * 20) * 60_000).toISOString(),
    worth_cents: Math.floor(numbers() * 100),
    product_ids: products.filter(() => numbers() < 0.02),
    ...(numbers() < 0.8 && { stop_id: stops[Math.floor(numbers() * stops.length)] ?? '' }),
    is_cancelled: numbers() < 0.2,
  });

  test('after an addition are those of all orders, in any order of time and beyond the bounds', () => {
    let facts = noFacts;
    const entries: LedgerEntry[] = [];
    for (let order = 0; order < 1500; order++) {
      const next = entry(String(order));
      entries.push(next);
      facts = appended(facts, next);
      if (order % 100 === 0 || order > 1490) expect(facts).toEqual(factsOf(entries));
    }
    expect([facts.product_ids.length, facts.stop_ids.length]).toEqual([maxKnownProducts, maxKnownStops]);
    expect(factsOf([...entries].reverse())).toEqual(facts);
  });
});
