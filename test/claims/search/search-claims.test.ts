import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changeOf } from '#claims/change.ts';
import { chunksOf } from '#claims/chunks.ts';
import { type Claim, noFindings } from '#claims/claims/claim.ts';
import { amendClaim, claimReceived } from '#claims/claims/claim-change.ts';
import { recordClaimMonth } from '#claims/claims/stored-claim-records.ts';
import { packJson } from '#claims/packed-json.ts';
import {
  compareTexts,
  matches,
  orderOf,
  positionOf,
  type SearchCriteria,
  searchOrders,
} from '#claims/search/criteria.ts';
import {
  memberHash,
  nameStartsWith,
  placeOfBeginning,
  placeOfName,
  type SearchKey,
  sameMember,
  searchedBeginning,
} from '#claims/search/keyed-hashes.ts';
import { searchClaims } from '#claims/search/records.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { Random } from '#test/bench/x12/random.ts';
import { sized } from '../../soak.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyItem } from '../stored.ts';

describe('search claims', () => {
  const seed = Number(process.env['SEARCH_SEED'] ?? 20_261_122);
  const random = new Random(seed);
  const claimCount = sized('claims that are searched', { short: 80, soak: 1500, variable: 'SEARCHED' });
  const ordersOfCase = sized('orders of each search', { short: 2, soak: searchOrders.length });
  const facts = { actor: 'test', now: new Date() };

  const lastNames = ['SMITH', 'SMITHERS', 'SMILEY', 'LI', 'LIND', "O'HARA", 'OHARA', 'VAN DYKE'] as const;
  const firstNames = ['PAT', 'PATRICIA', 'JO', 'ANN'] as const;
  const npis = ['1234567893', '1245319599', '1003000126', ''] as const;
  const payers = ['CO_TXIX', '60054', 'RARE'] as const;
  const lanes = ['draft', 'ready', 'review', 'paid'] as const;
  const fileId = '11111111-1111-8111-8111-111111111111';

  const day = (offset: number) => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);
  const nameOf = () => `${random.pick(lastNames)}, ${random.pick(firstNames)}`;

  function randomClaim(n: number): Claim {
    const received = new Date(Date.UTC(2026, 1, 1 + (n % 80), 8, n % 60)).toISOString();
    const from = random.int(0, 120);
    const length = random.pick([0, 0, 0, 0, 5, 31, 32, 90]);
    const hasDays = random.int(0, 19) > 0;
    return {
      id: crypto.randomUUID(),
      version: 1,
      patient_control_number: `${random.pick(['00A', 'A', 'AB', 'x-'])}${n}`,
      payer_id: random.pick(payers),
      billing_npi: random.pick(npis),
      ...(random.int(0, 9) > 0 && { member_id: `M${random.int(1, 40)}` }),
      ...(random.int(0, 9) > 0 && { patient_name: nameOf() }),
      ...(random.int(0, 2) === 0 && { member_name: nameOf() }),
      frequency: '1',
      total_charge: random.int(0, 60) * 250,
      line_count: 1,
      ...(hasDays && { service_from: day(from), service_to: day(from + length) }),
      lane: random.pick(lanes),
      lane_since: received,
      received_at: received,
      updated_at: received,
      source:
        n % 4 === 0
          ? {
              kind: 'file',
              file_id: fileId,
              interchange: '1',
              group: '1',
              set: '1',
              ordinal: n,
              segment: 1,
              offset: 0,
            }
          : { kind: 'api', subject: 'test' },
      duplicates: [],
      conflicts: [],
      finding_counts: noFindings,
    };
  }

  let stores: LocalStores;

  /** Stores claims as the intake does, with the records by payer. */
  function store(some: readonly Claim[]) {
    const added = some.map((claim) => {
      const content = packJson({ claim: {}, findings: [] });
      return { kind: 'new-claim', claim, content, ordinal: 0, ownsContent: false } as const;
    });
    return writeChange(
      stores,
      changeOf(
        some.map((claim) => claimReceived(claim, facts)),
        ...added,
      ),
    );
  }
  let claims: readonly Claim[];
  beforeAll(async () => {
    stores = await startLocalStores();
    claims = Array.from({ length: claimCount }, (_, n) => randomClaim(n));
    for (const some of chunksOf(claims, 11)) {
      for (const { received_at } of some) await recordClaimMonth(stores.claims, received_at);
      await store(some);
    }
  });
  afterAll(() => stores.stop());

  type Order = (typeof searchOrders)[number];

  /** Ids of every page. */
  async function search(criteria: SearchCriteria, sort: Order = '-received_at', limit = 17) {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const request = { criteria, order: orderOf(sort), limit, cursor };
      const page = await searchClaims(stores.claims, stores.readSearchKey, request);
      expect(page.data.length).toBeLessThanOrEqual(limit);
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return ids;
  }

  /** The same by looking at each claim. */
  function expected(criteria: SearchCriteria, sort: Order = '-received_at') {
    const { by, descending } = orderOf(sort);
    return claims
      .filter((claim) => matches(claim, criteria))
      .toSorted((a, b) => compareTexts(positionOf(a, by), positionOf(b, by)) * (descending ? -1 : 1))
      .map(({ id }) => id);
  }

  const cases: readonly (readonly [string, SearchCriteria])[] = [
    ['nothing', {}],
    ['the beginning of a number', { pcn: 'a1' }],
    ['a number with leading zeros', { pcn: '00a2' }],
    ['the beginning of a name', { name: searchedBeginning({ last: 'smi' }) }],
    ['a longer beginning', { name: searchedBeginning({ last: 'smith' }) }],
    ['a complete name', { name: searchedBeginning({ last: 'smith', first: 'pat' }) }],
    ['a short name', { name: searchedBeginning({ last: 'Li' }) }],
    ['a name with punctuation', { name: searchedBeginning({ last: 'ohara' }) }],
    ['a member id', { member_id: 'm-7' }],
    ['an amount', { amount_from: 5000, amount_to: 5000 }],
    ['amounts', { amount_from: 1000, amount_to: 4000 }],
    ['a provider', { billing_npis: ['1245319599'] }],
    ['two providers', { billing_npis: ['1245319599', ''] }],
    ['no provider', { billing_npis: [] }],
    ['a payer', { payer_id: 'RARE' }],
    ['a payer and a provider', { payer_id: 'RARE', billing_npis: ['1003000126'] }],
    ['lanes', { lanes: ['review', 'draft'] }],
    ['a day of service', { service_from: '2026-02-10', service_to: '2026-02-10' }],
    ['days of service', { service_from: '2026-02-01', service_to: '2026-03-01' }],
    ['services since a day', { service_from: '2026-04-15' }],
    ['services up to a day', { service_to: '2026-01-10' }],
    ['a day without services', { service_from: '2030-01-01', service_to: '2030-01-01' }],
    [
      'a time of receipt',
      { received_from: '2026-02-10T00:00:00.000Z', received_to: '2026-03-05T00:00:00.000Z' },
    ],
    [
      'a payer in a time of receipt',
      {
        payer_id: 'CO_TXIX',
        received_from: '2026-02-10T00:00:00.000Z',
        received_to: '2026-03-05T00:00:00.000Z',
      },
    ],
    [
      'many criteria',
      {
        name: searchedBeginning({ last: 'smi' }),
        lanes: ['paid'],
        amount_to: 9000,
        service_to: '2026-03-31',
      },
    ],
  ];

  describe(`a search with SEARCH_SEED=${seed}`, () => {
    test.each(cases.map(([what, criteria], n) => [what, criteria, n] as const))(
      'by %s finds the claims that match, in any order',
      async (_, criteria, n) => {
        // Each case has other orders.
        const orders = searchOrders.filter(
          (_, at) => (at - n + searchOrders.length * cases.length) % searchOrders.length < ordersOfCase,
        );
        const found = await Promise.all(orders.map((sort) => search(criteria, sort)));
        expect(found).toEqual(orders.map((sort) => expected(criteria, sort)));
      },
    );

    test('returns the same with other page sizes', async () => {
      const criteria = { lanes: ['paid'], service_from: '2026-02-01' } as const;
      for (const limit of [1, 200]) {
        expect(await search(criteria, '-total_charge', limit)).toEqual(expected(criteria, '-total_charge'));
      }
    });

    test('finds no claim of an unknown file or submission', async () => {
      expect(await search({ file_id: crypto.randomUUID() })).toEqual([]);
      expect(await search({ submission_id: 'none' })).toEqual([]);
    });

    test('refuses a cursor of other criteria', async () => {
      const first = { criteria: { payer_id: 'RARE' }, order: orderOf('-received_at'), limit: 1 };
      const { nextCursor } = await searchClaims(stores.claims, stores.readSearchKey, first);
      const other = { ...first, criteria: {}, cursor: nextCursor ?? '' };
      await expect(searchClaims(stores.claims, stores.readSearchKey, other)).rejects.toMatchObject({
        code: 'invalid_cursor',
      });
    });
  });

  describe('Claims that change between two pages', () => {
    test('neither repeat nor hide others', async () => {
      const criteria = { payer_id: '60054' };
      const before = expected(criteria, '-total_charge');
      const request = { criteria, order: orderOf('-total_charge'), limit: 10 };
      const first = await searchClaims(stores.claims, stores.readSearchKey, request);
      const newest = { ...randomClaim(9001), payer_id: '60054', total_charge: 1_000_000 };
      await recordClaimMonth(stores.claims, newest.received_at);
      await store([newest]);
      const rest: string[] = [];
      let cursor = first.nextCursor ?? undefined;
      while (cursor !== undefined) {
        const page = await searchClaims(stores.claims, stores.readSearchKey, { ...request, cursor });
        rest.push(...page.data.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      }
      expect([...first.data.map(({ id }) => id), ...rest]).toEqual(before);
      expect(await search({ amount_from: 1_000_000 })).toEqual([newest.id]);
    });

    test('are found by their new fields only', async () => {
      const claim = {
        ...randomClaim(9002),
        patient_name: 'BEFORE, ANN',
        member_id: 'OLD-ID',
        total_charge: 777_777,
      };
      await store([claim]);
      expect(await search({ name: searchedBeginning({ last: 'before' }) })).toEqual([claim.id]);
      const patch = { patient_name: 'AFTER, ANN', member_id: 'NEW-ID', total_charge: 888_888 };
      await writeChange(stores, changeOf([amendClaim(claim, 'claim.edited', facts, patch)]));
      expect(await search({ name: searchedBeginning({ last: 'before' }) })).toEqual([]);
      expect(await search({ member_id: 'oldid' })).toEqual([]);
      expect(await search({ amount_from: 777_777, amount_to: 777_777 })).toEqual([]);
      expect(await search({ name: searchedBeginning({ last: 'after' }) })).toEqual([claim.id]);
      expect(await search({ member_id: 'newid' })).toEqual([claim.id]);
      expect(await search({ amount_from: 888_888 }, 'total_charge')).toEqual([
        claim.id,
        ...(await search({ amount_from: 1_000_000 }, 'total_charge')),
      ]);
    });
  });

  test('the index holds no name and no member id', async () => {
    const entries = (await everyItem(stores, 'claims')).filter(({ pk }) => String(pk).startsWith('SEARCH#'));
    expect(entries.length).toBeGreaterThan(claimCount);
    const text = JSON.stringify(entries).toUpperCase();
    for (const name of ['SMITH', 'OHARA', 'PATRICIA', 'DYKE', '"M7"']) expect(text).not.toContain(name);
  });
});

const key = 'one key' as SearchKey;

describe('The place of a name', () => {
  const name = { last: "O'Connor-Núñez", first: 'José' };
  const place = placeOfName(key, name);

  test.each([
    ['a beginning', { last: 'oco' }],
    ['a longer beginning with other punctuation', { last: 'O Connor nu' }],
    ['the whole last name', { last: 'OCONNORNUNEZ' }],
    ['the last name with a beginning of the first name', { last: "o'connor nunez", first: 'jo' }],
  ])('is below the place of %s', (_, searched) => {
    const beginning = searchedBeginning(searched);
    const found = placeOfBeginning(key, beginning);
    expect(found.bucket).toBe(place.bucket);
    expect(place.path.startsWith(found.path)).toBe(true);
    expect(nameStartsWith(name, beginning)).toBe(true);
  });

  test.each([
    ['another beginning', { last: 'ocone' }],
    ['an incomplete last name with a first name', { last: 'oconnor', first: 'jose' }],
    ['another first name', { last: 'oconnornunez', first: 'jon' }],
  ])('is not below the place of %s', (_, searched) => {
    const beginning = searchedBeginning(searched);
    expect(place.path.startsWith(placeOfBeginning(key, beginning).path)).toBe(false);
    expect(nameStartsWith(name, beginning)).toBe(false);
  });

  test('depends on the key', () => {
    const other = placeOfName('another key' as SearchKey, name);
    expect(other.bucket).not.toBe(place.bucket);
    expect(other.path).not.toBe(place.path);
    expect(memberHash('another key' as SearchKey, 'A1')).not.toBe(memberHash(key, 'A1'));
  });
});

test('finds a name of two letters only by the complete name', () => {
  const place = placeOfName(key, { last: 'Li', first: 'Mei' });
  expect(placeOfBeginning(key, searchedBeginning({ last: 'li' })).bucket).toBe(place.bucket);
  expect(nameStartsWith({ last: 'Lind', first: 'Mei' }, searchedBeginning({ last: 'li' }))).toBe(false);
});

test('compares member ids without punctuation and letter case', () => {
  expect(sameMember('xyz-12 3', 'XYZ123')).toBe(true);
  expect(memberHash(key, 'xyz-12 3')).toBe(memberHash(key, 'XYZ123'));
  expect(memberHash(key, 'XYZ123')).not.toBe(memberHash(key, 'XYZ124'));
});
