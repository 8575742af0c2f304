import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { referralCodeInput, referralSettings, referralSettingsInput } from '#commerce/referrals/contract.ts';
import {
  balanceOf,
  type CreditAccount,
  canonicalCode,
  centsOf,
  endedReward,
  expireCredit,
  grantedCents,
  linkCode,
  linkId,
  linkIdIn,
  newReferralCode,
  nextExpiry,
  pendingReward,
  returnedLots,
  type StoredReward,
  settledReward,
  shopAddress,
  takeBack,
  takeCredit,
  visitorHash,
  withCredit,
  withLots,
} from '#commerce/referrals/rules.ts';
import { newId } from '#persistence/new-id.ts';
import { openShop } from '../functions/commerce/order-shop.ts';
import { type CommerceService, startCommerceService } from '../functions/commerce-service.ts';
import { invoke } from '../functions/invoke.ts';
import { brandId } from './arbitrary-orders.ts';

const now = new Date('2026-03-02T12:00:00.000Z');
const id = '0192f6a0-0000-7000-8000-000000000001';

describe('short links', () => {
  const key = randomBytes(32);
  const share = { brand_id: brandId, referral_code: 'MEADOW10', channel: 'sms' as const };

  test('are the same for a code in a channel, without regard to letter case', () => {
    const code = linkId(key, share);
    expect(linkId(key, { ...share, referral_code: 'meadow10' })).toBe(code);
    expect(linkId(key, { ...share, channel: 'email' })).not.toBe(code);
    expect(linkIdIn(key, linkCode(key, code))).toBe(code);
  });

  test('refuse every code that the key has not signed', () => {
    const code = linkCode(key, linkId(key, share));
    const position = fc.integer({ min: 0, max: code.length - 1 });
    fc.assert(
      fc.property(position, fc.constantFrom('A', 'b', '_', '\u00e9', ''), (at, character) => {
        const forged = code.slice(0, at) + character + code.slice(at + 1);
        if (forged !== code) expect(linkIdIn(key, forged)).toBeUndefined();
      }),
    );
    expect(linkIdIn(randomBytes(32), code)).toBeUndefined();
  });

  test('lead to the shop with the code, and keep its own query', () => {
    expect(shopAddress('https://shop.example/market?lang=en#top', 'A&B')).toBe(
      'https://shop.example/market?lang=en&ref=A%26B#top',
    );
  });

  test('know a visitor on one day only', () => {
    const visitor = { sourceIp: '192.0.2.1', userAgent: 'Mozilla' };
    expect(visitorHash('monday', visitor)).toBe(visitorHash('monday', visitor));
    expect(visitorHash('monday', visitor)).not.toBe(visitorHash('tuesday', visitor));
  });

  test.each([
    'http://shop.example',
    'javascript:alert(1)',
    'https://user:secret@shop.example',
    '//shop.example',
    'https://',
  ])('%s cannot be the address of a shop', (shop_url) => {
    expect(referralSettingsInput.safeParse({ shop_url }).success).toBe(false);
  });
});

describe('rewards', () => {
  const referral = {
    id,
    brand_id: brandId,
    referred_email: 'ben@example.com',
    referral_code: 'MEADOW10',
    referred_user_id: id,
    created_at: now.toISOString(),
  };
  const pendingWith = (fields: object) =>
    pendingReward(referralSettings.parse({ brand_id: brandId, version: 1, ...fields }), referral, {
      id,
      customerId: id,
      referralCode: 'MEADOW10',
    });
  const waiting = (fields: object): StoredReward => {
    const pending = pendingWith(fields);
    if (!pending) throw new Error('The settings have a reward');
    return pending;
  };
  const at = { now, periods: ['all', '2026', '2026-03'] };
  const percent = { kind: 'percent', percent: 15, max_cents: 1000 };

  test.each([
    [{ kind: 'amount', amount_cents: 500 }, 1, 500],
    [{ kind: 'amount', amount_cents: 500 }, 0, 0],
    [percent, 1999, 299],
    [percent, 999_999, 1000],
    [percent, 6, 0],
  ])('%j of an order that is worth %d cents is %d cents', (reward, worth_cents, cents) => {
    const state = cents === 0 ? 'pending' : 'earned';
    const settled = settledReward(waiting({ reward }), { id, worth_cents }, at);
    expect(settled).toMatchObject({ state, cents, remaining_cents: cents });
  });

  test('need the minimum order, and end after their days', () => {
    const pending = waiting({ reward: percent, minimum_order_cents: 1000, expires_days: 30 });
    expect(settledReward(pending, { id, worth_cents: 999 }, at).state).toBe('pending');
    const earned = settledReward(pending, { id, worth_cents: 1000 }, at);
    expect(earned).toMatchObject({ cents: 150, expires_at: '2026-04-01T12:00:00.000Z' });
    expect(earned.periods).toEqual(at.periods);
    expect(withCredit(earned, 20)).toMatchObject({ state: 'earned', remaining_cents: 20 });
    expect(withCredit(earned, undefined)).toMatchObject({ state: 'redeemed', remaining_cents: 0 });
  });

  test('a brand without a rule has none', () => {
    expect(pendingWith({})).toBeUndefined();
  });

  const cents = fc.integer({ min: 0, max: 20_000 });
  const step = fc.oneof(
    fc.record({ worth: cents }),
    fc.record({ use: cents }),
    fc.record({ back: cents }),
    fc.constant({ end: true }),
  );
  const rule = fc.oneof(
    fc.record({ kind: fc.constant('amount'), amount_cents: fc.integer({ min: 1, max: 2000 }) }),
    fc.record({ kind: fc.constant('percent'), percent: fc.integer({ min: 1, max: 100 }) }),
  );

  test('follow the worth of their order after any changes, uses and ends, and credit adds up to its entries', () => {
    fc.assert(
      fc.property(rule, fc.array(step, { maxLength: 30 }), (reward, steps) => {
        const pending = waiting({ reward, minimum_order_cents: 500, expires_days: 10 });
        let [current, account] = [pending, emptyAccount];
        let [entries, used, ended, worth] = [0, 0, false, 0];
        for (const one of steps) {
          if ('worth' in one) {
            worth = one.worth;
            const after = settledReward(current, { id, worth_cents: worth }, at);
            const more = grantedCents(after) - grantedCents(current);
            if (more > 0) account = withLots(account, [{ reward_id: id, cents: more }]);
            if (more < 0) account = takeBack(account, id, -more);
            entries += more;
            if (after.state === 'pending') ended = false;
            current = after;
          }
          if ('use' in one && one.use <= balanceOf(account)) {
            account = takeCredit([account], one.use, now).changed[0] ?? account;
            entries -= one.use;
            used += one.use;
          }
          if ('back' in one && one.back <= used && one.back > 0) {
            account = withLots(account, [{ reward_id: id, cents: one.back }]);
            entries += one.back;
            used -= one.back;
          }
          if ('end' in one && current.state !== 'pending' && account.lots.length > 0) {
            const left = centsOf(account.lots);
            current = endedReward(current, left);
            account = { ...account, lots: [] };
            entries -= left;
            ended = true;
          }
          const fresh = settledReward(pending, { id, worth_cents: worth }, at);
          expect(current.cents).toBe(fresh.cents);
          expect(grantedCents(current)).toBeLessThanOrEqual(fresh.cents);
          expect(balanceOf(account)).toBe(entries);
          expect(account.owed_cents === 0 || account.lots.length === 0).toBe(true);
          // Nothing was given beyond the reward, so what is used and left is what was granted.
          expect(used + balanceOf(account)).toBe(grantedCents(current));
          if (!ended) expect(grantedCents(current)).toBe(fresh.cents);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

const emptyAccount: CreditAccount = {
  brand_id: brandId,
  customer_id: id,
  lots: [],
  owed_cents: 0,
  version: 0,
};

describe('credit', () => {
  const lot = (reward_id: string, cents: number, expires_at?: string) => ({
    reward_id,
    cents,
    ...(expires_at && { expires_at }),
  });

  test('is used by the earliest end, never beyond what is left', () => {
    const account = withLots(emptyAccount, [
      lot('never', 100),
      lot('late', 50, '2027-01-01T00:00:00.000Z'),
      lot('soon', 30, '2026-04-01T00:00:00.000Z'),
      lot('over', 1000, now.toISOString()),
    ]);
    const { changed, taken } = takeCredit([account], 60, now);
    expect(taken.map(({ reward_id, cents }) => [reward_id, cents])).toEqual([
      ['soon', 30],
      ['late', 30],
    ]);
    const [after = emptyAccount] = changed;
    expect(balanceOf(after)).toBe(1120);
    expect(() => takeCredit([account], 181, now)).toThrow(
      expect.objectContaining({ code: 'credit_insufficient' }),
    );
    expect(nextExpiry(account)?.toISOString()).toBe(now.toISOString());
    const { account: kept, expired } = expireCredit(after, now);
    expect([balanceOf(kept), centsOf(expired)]).toEqual([120, 1000]);
  });

  test('of several accounts of a person is one, less what one of them owes', () => {
    const [one, other, owing] = [
      withLots(emptyAccount, [lot('a', 100)]),
      withLots({ ...emptyAccount, customer_id: 'other' }, [lot('b', 50, '2027-01-01T00:00:00.000Z')]),
      takeBack({ ...emptyAccount, customer_id: 'owing' }, 'c', 30),
    ];
    const accounts = [one, other, owing];
    expect(() => takeCredit(accounts, 121, now)).toThrow();
    const { taken, changed } = takeCredit(accounts, 120, now);
    expect(taken.map(({ customer_id, cents }) => [customer_id, cents])).toEqual([
      ['other', 50],
      [id, 70],
    ]);
    expect(changed.map(balanceOf)).toEqual([30, 0]);
  });

  test('returns to its reward, and has 30 days if its own end is past', () => {
    const [returned] = returnedLots([lot('soon', 30, '2026-03-01T00:00:00.000Z')], now);
    expect(returned?.expires_at).toBe('2026-04-01T12:00:00.000Z');
    expect(withLots(withLots(emptyAccount, [lot('a', 10)]), [lot('a', 5)]).lots).toEqual([lot('a', 15)]);
  });

  test('that is taken back is owed as far as it was spent, and the next credit pays it', () => {
    const account = withLots(emptyAccount, [lot('a', 30), lot('b', 20)]);
    const less = takeBack(account, 'b', 40);
    expect([less.lots, less.owed_cents]).toEqual([[lot('a', 10)], 0]);
    const owing = takeBack(less, 'b', 25);
    expect([owing.lots, balanceOf(owing)]).toEqual([[], -15]);
    expect(withLots(owing, [lot('c', 40)])).toMatchObject({ lots: [lot('c', 25)], owed_cents: 0 });
  });
});

const context = { id: '0192f6a0-0000-7000-8000-000000000001', now: new Date('2026-11-21T10:00:00.000Z') };

describe('referral codes', () => {
  test('are compared without letter case', () => {
    expect(canonicalCode('MEADOW-10')).toBe('meadow-10');
  });

  test.each(['short', 'x'.repeat(51), 'MEADOW 10', 'MEADOW#10', '\u212aELVIN', 'caf\u00e9-10'])(
    '%j is not a valid code',
    (text) => {
      expect(canonicalCode(text)).toBeUndefined();
    },
  );

  test('are generated if absent, from unambiguous letters', () => {
    const random = Uint8Array.from({ length: 16 }, (_, index) => index * 13);
    const { code, redemption_count } = newReferralCode(referralCodeInput.parse({ brand_id: brandId }), {
      ...context,
      random,
    });
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    expect(canonicalCode(code)).toBe(code.toLowerCase());
    expect(redemption_count).toBe(0);
  });
});

describe('endpoints', () => {
  let service: CommerceService;
  beforeAll(async () => {
    service = await startCommerceService();
  });
  afterAll(() => service.stop());

  const amount = { kind: 'amount', amount_cents: 500 };

  /** A shop with a referral program. */
  async function openProgram(fields: object = { reward: amount, minimum_order_cents: 100 }) {
    const shop = await openShop();
    const { brand_id, call, caller, order, move, newProduct } = shop;
    await call('update-referral-settings', { parameters: { brand_id }, body: fields });
    const product = await newProduct();
    const { settleReward } = await import('#commerce/referrals/work.ts');
    const earn = (id: string) => settleReward(brand_id, id, { now: new Date(), newId });
    const codeOf = async (customer_email: string, customer_phone?: string) => {
      const body = { brand_id, customer_email, ...(customer_phone && { customer_phone }) };
      return (await call('create-customer-code', { body }, 201)).body.data;
    };
    const refer = (referral_code: string, referred_email: string, referred_phone?: string) =>
      invoke('redeem-referral', {
        caller,
        body: { brand_id, referral_code, referred_email, ...(referred_phone && { referred_phone }) },
      });
    return {
      ...shop,
      product,
      earn,
      codeOf,
      refer,
      /** Status of a redemption, and the code of its error. */
      outcome: async (...given: Parameters<typeof refer>) => {
        const { status, body } = await refer(...given);
        return status === 201 ? 201 : body.code;
      },
      completed: async (customer_email: string, quantity = 20) => {
        const { id } = await order([[product, quantity]], { customer_email });
        for (const status of ['confirmed', 'ready', 'completed']) await move(id, status);
        return id as string;
      },
      rewardsOf: async (customer_id: string) =>
        (await call('list-rewards', { query: { brand_id, customer_id } })).body.data,
      creditOf: async (customer_id: string) =>
        (await call('get-credit', { query: { brand_id, customer_id } })).body.data,
      codes: async () => (await call('list-referral-codes', { query: { brand_id } })).body.data,
    };
  }

  const newCode = async (shop: Awaited<ReturnType<typeof openProgram>>, code: string) => {
    const { caller, brand_id } = shop;
    return (await invoke('create-referral-code', { caller, body: { brand_id, code } })).status;
  };

  test('of ten concurrent redemptions for one address exactly one succeeds', async () => {
    const shop = await openProgram();
    await newCode(shop, 'MEADOW10');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        shop.outcome('meadow10', n % 2 ? 'Ana@example.com' : 'ana@EXAMPLE.com'),
      ),
    );
    expect(outcomes.filter((one) => one === 201)).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set([201, 'already_redeemed']));
    expect(await shop.codes()).toMatchObject([{ code: 'MEADOW10', redemption_count: 1 }]);
  });

  test('other addresses, codes and brands redeem independently', async () => {
    const [shop, other] = [await openProgram(), await openProgram()];
    for (const [one, code] of [
      [shop, 'MEADOW10'],
      [shop, 'MEADOW20'],
      [other, 'MEADOW10'],
    ] as const) {
      expect(await newCode(one, code)).toBe(201);
    }
    expect(await shop.outcome('MEADOW10', 'ana@example.com')).toBe(201);
    expect(await shop.outcome('MEADOW10', 'ben@example.com')).toBe(201);
    expect(await shop.outcome('MEADOW20', 'ana@example.com')).toBe(201);
    expect(await other.outcome('MEADOW10', 'ana@example.com')).toBe(201);
    const counts = (await shop.codes()).map((one: { redemption_count: number }) => one.redemption_count);
    expect(counts).toEqual([2, 1]);
  });

  test.each(['NEVERMADE', 'not a code', '#'.repeat(50)])('%j is an unknown code', async (code) => {
    const shop = await openProgram();
    expect(await shop.refer(code, 'ana@example.com')).toMatchObject({
      status: 404,
      body: { code: 'unknown_referral_code' },
    });
    expect(await shop.codes()).toEqual([]);
  });

  test('a code is unique in a brand, ignoring letter case', async () => {
    const shop = await openProgram();
    const statuses = await Promise.all(['MEADOW10', 'meadow10', 'Meadow10'].map((one) => newCode(shop, one)));
    expect(statuses.sort()).toEqual([201, 409, 409]);
    expect(await newCode(await openProgram(), 'MEADOW10')).toBe(201);
  });

  test('a reward is pending, earned once by a completed order, and ranks its customer', async () => {
    const { brand_id, call, codeOf, outcome, completed, earn, rewardsOf } = await openProgram();
    const { code, customer_id } = await codeOf('ana@example.com');
    expect(await codeOf('ANA+shop@example.com')).toMatchObject({ code, customer_id });
    expect(await outcome(code, 'ben@example.com')).toBe(201);
    expect(await rewardsOf(customer_id)).toMatchObject([{ state: 'pending', cents: 0, customer_id }]);
    const first = await completed('Ben+farm@example.com');
    // An event is delivered at least once, also at the same time.
    await Promise.all(Array.from({ length: 5 }, () => earn(first)));
    await earn(await completed('ben@example.com'));
    expect(await rewardsOf(customer_id)).toMatchObject([
      { state: 'earned', remaining_cents: 500, order_id: first },
    ]);
    const leaders = await call('get-leaderboard', { query: { brand_id } });
    expect(leaders.body.data).toEqual([
      { rank: 1, customer_id, referral_code: code, referral_count: 1, earned_cents: 500 },
    ]);
  });

  test('self-referral, loops and a second referrer are refused with a reason', async () => {
    const { codeOf, outcome } = await openProgram();
    const [ana, ben, cleo] = ['ana@example.com', 'ben@example.com', 'cleo@example.com'];
    const anas = (await codeOf(ana, '+1 303 555 0142')).code;
    const bens = (await codeOf(ben)).code;
    const cleos = (await codeOf(cleo)).code;
    expect(await outcome(anas, 'ANA+2@example.com')).toBe('self_referral');
    expect(await outcome(anas, 'other@example.com', '+1 (303) 555-0142')).toBe('self_referral');
    expect(await outcome(anas, ben)).toBe(201);
    expect(await outcome(bens, cleo)).toBe(201);
    expect(await outcome(bens, ana)).toBe('referral_loop');
    expect(await outcome(cleos, ana)).toBe('referral_loop');
    expect(await outcome(anas, cleo)).toBe('already_referred');
    expect(await outcome(anas, 'Cleo+2@example.com')).toBe('already_referred');
    expect(await outcome(anas, ben)).toBe('already_redeemed');
  });

  test('of two spellings of a mailbox that are referred at the same time one succeeds', async () => {
    const { codeOf, outcome } = await openProgram();
    const anas = (await codeOf('ana@example.com')).code;
    const cleos = (await codeOf('cleo@example.com')).code;
    const outcomes = await Promise.all([
      outcome(anas, 'ben.fern@gmail.com'),
      outcome(cleos, 'BenFern+farm@googlemail.com'),
    ]);
    expect(outcomes.filter((one) => one === 201)).toHaveLength(1);
    expect(outcomes).toContain('already_referred');
  });

  test('of two customers who refer each other at the same time one succeeds', async () => {
    const { codeOf, outcome } = await openProgram();
    const anas = (await codeOf('ana@example.com')).code;
    const bens = (await codeOf('ben@example.com')).code;
    const outcomes = await Promise.all([outcome(anas, 'ben@example.com'), outcome(bens, 'ana@example.com')]);
    expect(outcomes.filter((one) => one === 201)).toHaveLength(1);
  });

  test('of parallel uses of credit none is more than there is, and each order uses it once', async () => {
    const shop = await openProgram();
    const { brand_id, caller, codeOf, outcome, completed, earn, order, product, creditOf } = shop;
    const { code, customer_id } = await codeOf('ana@example.com');
    for (const friend of ['ben@example.com', 'cleo@example.com']) {
      expect(await outcome(code, friend)).toBe(201);
      await earn(await completed(friend));
    }
    const orders: { id: string }[] = [];
    for (let n = 0; n < 5; n++)
      orders.push(await order([[product, 3]], { customer_email: 'ana@example.com' }));
    const use = async ({ id }: { id: string }): Promise<void> => {
      const { status } = await invoke('redeem-credit', {
        caller,
        body: { brand_id, order_id: id, cents: 300 },
      });
      // A client repeats a request that found too many others.
      if (status === 503) await use({ id });
    };
    await Promise.all([...orders, ...orders].map(use));
    const { balance_cents, lots, entries } = await creditOf(customer_id);
    const sum = (some: readonly { cents: number }[]) => some.reduce((total, { cents }) => total + cents, 0);
    expect([balance_cents, sum(lots), sum(entries)]).toEqual([100, 100, 100]);
    const used = entries.filter(({ kind }: { kind: string }) => kind === 'redeemed');
    expect(new Set(used.map(({ order_id }: { order_id: string }) => order_id)).size).toBe(3);
  });

  test('shares and visitors of a link are counted, a visitor once a day', async () => {
    const shop = await openProgram({ shop_url: 'https://shop.example/' });
    const { brand_id, call } = shop;
    await newCode(shop, 'MEADOW10');
    const share = async () =>
      (await call('share-referral', { body: { brand_id, referral_code: 'meadow10', channel: 'sms' } }, 201))
        .body.data;
    const [{ url }] = await Promise.all([share(), share(), share()]);
    const { linkIdIn } = await import('#commerce/referrals/rules.ts');
    const { countVisitor, linkSigningSecret, visitorSalt } = await import(
      '#commerce/referrals/link-records.ts'
    );
    const id = linkIdIn(await linkSigningSecret(), url.split('/').at(-1)) ?? '';
    const now = new Date();
    const tomorrow = new Date(now.getTime() + 86_400_000);
    const visits = ['a', 'a', 'b'].map((visitor) => countVisitor(id, visitor, now));
    expect((await Promise.all(visits)).filter(Boolean)).toHaveLength(2);
    expect(await countVisitor(id, 'a', tomorrow)).toBe(true);
    expect(await visitorSalt(now)).not.toBe(await visitorSalt(tomorrow));
    const query = { brand_id, referral_code: 'MEADOW10' };
    expect((await call('list-shares', { query })).body.data).toMatchObject([
      { url, share_count: 3, visitor_count: 3, channel: 'sms' },
    ]);
  });
});
