import { describe, expect, jest, test } from '@jest/globals';
import * as fc from 'fast-check';
import { type Change, ChangeConflict, changeOf } from '#claims/change.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { type ClaimChange, type ClaimWrite, moveClaim, moveUnsent } from '#claims/claims/claim-change.ts';
import { findClaims } from '#claims/claims/records.ts';
import { submissionStore } from '#claims/clearhouse/records.ts';
import { reservationPlace } from '#claims/clearhouse/submission-keys.ts';
import { submit } from '#claims/clearhouse/submit.ts';
import { isBeingSent, reservedBy } from '#claims/edits/reservation-records.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { getItem } from '#store/dynamodb/items.ts';
import { sized } from '#test/soak.ts';
import {
  openSubmission,
  portsAt,
  readyClaims,
  reserveFor,
  stores,
  submittedEntries,
} from './submission-fixture.ts';

describe('reservations', () => {
  const facts = { actor: 'test', now: new Date() };

  const claimOf = async (id: string) => {
    const [claim] = await findClaims(stores.claims, [id]);
    if (claim === undefined) throw new Error('The claim is not stored');
    return claim;
  };

  async function isStored(change: Change): Promise<boolean> {
    try {
      await writeChange(stores, change);
      return true;
    } catch (error) {
      if (error instanceof ChangeConflict) return false;
      throw error;
    }
  }

  /** Holds a claim, on condition that it is not being sent. */
  async function hold(id: string): Promise<boolean> {
    const change = moveClaim(await claimOf(id), 'putOnHold', facts);
    if (change === undefined) throw new Error('The claim cannot be held');
    return isStored(changeOf([change], { kind: 'not-being-sent', claim: change.after }));
  }

  test.each(['abandoned', 'recorded'] as const)(
    'a submission that is %s releases its claims',
    async (state) => {
      const id = `${state}-1`;
      const [claimId = ''] = await readyClaims(`RELEASE-${state}`);
      const end = await reserveFor(stores, id, [claimId]);
      const claim = await claimOf(claimId);
      const store = submissionStore(stores.claims, stores.audit);
      expect(await store.reservedBy([claim])).toEqual(new Map([[claimId, id]]));
      expect(await isBeingSent(stores.claims, claim)).toBe(true);
      expect(await hold(claimId)).toBe(false);
      await store.create(openSubmission(`other-${state}`), []);
      expect(await store.reserve(`other-${state}`, [claim])).toEqual([claimId]);

      await end(state);
      expect(await store.reservedBy([claim])).toEqual(new Map());
      expect(await isBeingSent(stores.claims, claim)).toBe(false);
      expect(await store.reserve(`other-${state}`, [claim])).toEqual([]);
      // The reservation of the other submission counts.
      expect(await hold(claimId)).toBe(false);
    },
  );

  test('a claim can be held after the submission that had reserved it has ended', async () => {
    const [claimId = ''] = await readyClaims('HELD-AFTER');
    const end = await reserveFor(stores, 'held-after', [claimId]);
    await end('abandoned');
    expect(await hold(claimId)).toBe(true);
    expect((await claimOf(claimId)).lane).toBe('held');
  });

  test('a reservation between the read and the write of a change stops the change', async () => {
    const [claimId = ''] = await readyClaims('BETWEEN');
    await (await reserveFor(stores, 'before', [claimId]))('abandoned');
    const store = submissionStore(stores.claims, stores.audit);
    await store.create(openSubmission('between'), []);
    const change = moveClaim(await claimOf(claimId), 'putOnHold', facts);
    if (change === undefined) throw new Error('The claim cannot be held');
    const append = stores.audit.append.bind(stores.audit);
    const late = jest.spyOn(stores.audit, 'append').mockImplementationOnce(async (...given) => {
      expect(await store.reserve('between', [change.after])).toEqual([]);
      return append(...given);
    });
    expect(await isStored(changeOf([change], { kind: 'not-being-sent', claim: change.after }))).toBe(false);
    expect(late).toHaveBeenCalledTimes(1);
    expect((await claimOf(claimId)).lane).toBe('ready');
  });

  test('a claim that returned to lane ready is sent again, and only claims of open submissions are taken', async () => {
    const [again = '', fresh = '', busy = ''] = await readyClaims('AGAIN', 'FRESH', 'BUSY');
    const request = { kind: 'claims', ids: [again] } as const;
    const first = await submit(request, 'key:biller', await portsAt());
    expect(first.submissions).toMatchObject([{ state: 'recorded' }]);
    const { key, attribute } = reservationPlace(await claimOf(again));
    const left = await getItem(stores.claims, key);
    expect(left).toMatchObject({ [attribute]: first.submissions[0]?.id });
    // DynamoDB removes it then.
    expect(Number(left?.['expires_at'])).toBeGreaterThan(Date.now() / 1000 + 300 * 86_400);

    const back = { ...(await claimOf(again)), lane: 'ready' as const };
    const version = { ...back, version: back.version + 1 };
    const before = await claimOf(again);
    const entry = { event_type: 'test', entity_type: 'claim', entity_id: again, actor: 'test', payload: {} };
    await writeChange(stores, changeOf([{ before, after: version, entry }]));
    await reserveFor(stores, 'busy', [busy]);
    const store = submissionStore(stores.claims, stores.audit);
    await store.create(openSubmission('all'), []);
    const all = await findClaims(stores.claims, [again, fresh, busy]);
    expect(await store.reserve('all', all)).toEqual([busy]);
    expect(await store.reserve('all', all.slice(0, 2))).toEqual([]);
    expect(await store.reservedBy(all)).toEqual(
      new Map([
        [again, 'all'],
        [fresh, 'all'],
        [busy, 'busy'],
      ]),
    );
    expect(await submittedEntries([again])).toHaveLength(1);
  });
});

describe('reservation model', () => {
  /** Claims of two items. */
  const count = 28;
  const slots = 3;

  /** A step of the test, on claims by their number. Each slot has one unfinished submission. */
  type Operation =
    | { readonly kind: 'reserve'; readonly slot: number; readonly claims: readonly number[] }
    /** Ends the submission of the slot and begins another one. */
    | { readonly kind: 'end'; readonly slot: number }
    /** Takes claims out of lane ready, in one change. */
    | { readonly kind: 'hold'; readonly claims: readonly number[] }
    | { readonly kind: 'unhold'; readonly claims: readonly number[] };

  interface Model {
    readonly held: ReadonlySet<number>;
    /** Slot by claim; only submissions that have not ended. */
    readonly reserved: ReadonlyMap<number, number>;
  }

  /** The result of an operation: claims that could not be reserved, or whether the change was stored. */
  function apply({ held, reserved }: Model, operation: Operation): { after: Model; result: unknown } {
    switch (operation.kind) {
      case 'reserve': {
        const { slot, claims } = operation;
        const taken = claims.filter((claim) => (reserved.get(claim) ?? slot) !== slot);
        if (taken.length > 0) return { after: { held, reserved }, result: taken };
        const after = new Map([...reserved, ...claims.map((claim) => [claim, slot] as const)]);
        return { after: { held, reserved: after }, result: claims.filter((claim) => held.has(claim)) };
      }
      case 'end': {
        const left = [...reserved].filter(([, slot]) => slot !== operation.slot);
        return { after: { held, reserved: new Map(left) }, result: true };
      }
      case 'hold': {
        const isFree = operation.claims.every((claim) => !held.has(claim) && !reserved.has(claim));
        const after = isFree ? new Set([...held, ...operation.claims]) : held;
        return { after: { held: after, reserved }, result: isFree };
      }
      case 'unhold': {
        const areHeld = operation.claims.every((claim) => held.has(claim));
        const left = [...held].filter((claim) => !operation.claims.includes(claim));
        return { after: { held: areHeld ? new Set(left) : held, reserved }, result: areHeld };
      }
    }
  }

  const someClaims = fc.uniqueArray(fc.nat({ max: count - 1 }), { minLength: 1, maxLength: 12 });
  const fewClaims = fc.uniqueArray(fc.nat({ max: count - 1 }), { minLength: 1, maxLength: 4 });
  const slot = fc.nat({ max: slots - 1 });
  const operation: fc.Arbitrary<Operation> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('reserve' as const), slot, claims: someClaims }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), slot }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('hold' as const), claims: fewClaims }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('unhold' as const), claims: fewClaims }) },
  );
  /** One operation, or two at once. A run of a submission has ended before the submission ends. */
  const step = fc.tuple(operation, fc.option(operation)).map(([one, other]): readonly Operation[] => {
    const isSameSlot = other !== null && 'slot' in one && 'slot' in other && one.slot === other.slot;
    return other === null || isSameSlot ? [one] : [one, other];
  });

  /** The stored claims, with the current submission of each slot. */
  class Stored {
    readonly #ids: readonly string[];
    readonly #submissions = new Map<number, string>();
    #begun = 0;

    constructor(ids: readonly string[]) {
      this.#ids = ids;
    }

    async begin(slot: number): Promise<void> {
      const id = `model-${this.#begun++}`;
      await this.#store().create(openSubmission(id), []);
      this.#submissions.set(slot, id);
    }

    async run(operation: Operation): Promise<unknown> {
      if (operation.kind === 'end') {
        const id = this.#submissionOf(operation.slot);
        await this.#store().update(openSubmission(id), { ...openSubmission(id), state: 'abandoned' });
        await this.begin(operation.slot);
        return true;
      }
      const claims = await this.#claims(operation.claims);
      if (operation.kind === 'reserve') {
        const missing = await this.#store().reserve(this.#submissionOf(operation.slot), claims);
        return operation.claims.filter((n) => missing.includes(this.#ids[n] ?? ''));
      }
      const facts = { actor: 'test', now: new Date() };
      if (operation.kind === 'unhold') {
        const held = claims.filter(({ lane }) => lane === 'held');
        const changes = held.map((claim) => moveUnsent(claim, 'ready', facts, {}, 'claim.unheld'));
        return held.length === claims.length && isStored(changes);
      }
      const changes = claims.flatMap((claim) =>
        claim.lane === 'ready' ? (moveClaim(claim, 'putOnHold', facts) ?? []) : [],
      );
      const conditions = claims.map((claim) => ({ kind: 'not-being-sent', claim }) as const);
      return changes.length === claims.length && isStored(changes, ...conditions);
    }

    async state(): Promise<Model> {
      const claims = await findClaims(stores.claims, this.#ids);
      const slotOf = new Map([...this.#submissions].map(([slot, id]) => [id, slot]));
      const numberOf = new Map(this.#ids.map((id, n) => [id, n]));
      const reserved = [...(await reservedBy(stores.claims, claims))].map(
        ([id, submission]) => [numberOf.get(id) ?? -1, slotOf.get(submission) ?? -1] as const,
      );
      const held = claims.flatMap(({ lane }, n) => (lane === 'held' ? [n] : []));
      return { held: new Set(held), reserved: new Map(reserved) };
    }

    async #claims(numbers: readonly number[]): Promise<readonly Claim[]> {
      return findClaims(
        stores.claims,
        numbers.map((n) => this.#ids[n] ?? ''),
      );
    }

    #submissionOf(slot: number): string {
      return this.#submissions.get(slot) ?? '';
    }

    #store = () => submissionStore(stores.claims, stores.audit);
  }

  async function isStored(
    changes: readonly ClaimChange[],
    ...others: readonly ClaimWrite[]
  ): Promise<boolean> {
    try {
      await writeChange(stores, changeOf(changes, ...others));
      return true;
    } catch (error) {
      if (error instanceof ChangeConflict) return false;
      throw error;
    }
  }

  /** What the operations of a step may lead to: their results in either order, and the state. */
  function outcomesOf(model: Model, [one, other]: readonly Operation[]) {
    if (one === undefined) return [];
    if (other === undefined) {
      const { after, result } = apply(model, one);
      return [{ results: [result], after }];
    }
    const first = apply(model, one);
    const then = apply(first.after, other);
    const otherFirst = apply(model, other);
    const oneThen = apply(otherFirst.after, one);
    return [
      { results: [first.result, then.result], after: then.after },
      { results: [oneThen.result, otherFirst.result], after: oneThen.after },
    ];
  }

  test('operations at once have the result of one after the other', async () => {
    const stored = new Stored(await readyClaims(...Array.from({ length: count }, (_, n) => `MODEL${n}`)));
    for (let slot = 0; slot < slots; slot++) await stored.begin(slot);
    const numRuns = sized('runs of random reservations', { short: 4, soak: 200 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        // Continues with the claims and ended submissions of the runs before.
        let model = await stored.state();
        for (const operations of steps) {
          const results = await Promise.all(operations.map((one) => stored.run(one)));
          const after = await stored.state();
          expect(outcomesOf(model, operations)).toContainEqual({ results, after });
          model = after;
        }
      }),
      { numRuns, endOnFailure: true },
    );
  }, 600_000);
});
