import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newContact } from '#commerce/contacts/contact.ts';
import { type ContactFacts, selects } from '#commerce/contacts/segment.ts';
import { type SegmentFilter, segmentFilter } from '#contract/commerce/segment-filter.ts';

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
        expect(not({ match: 'all', filters })).toBe(selects({ match: 'any', filters: negated }, person, now));
        expect(not({ match: 'any', filters })).toBe(selects({ match: 'all', filters: negated }, person, now));
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
