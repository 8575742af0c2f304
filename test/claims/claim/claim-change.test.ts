import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changeOf, type Write } from '#claims/change.ts';
import { addConflict, type ResponseConflict } from '#claims/claim/claim.ts';
import { amendClaim, claimReceived, moveByDecision, moveClaim } from '#claims/claim/claim-change.ts';
import { claimJson } from '#claims/claim/claim-json.ts';
import {
  applyResponse,
  conflictsAfterDecision,
  conflictsAfterResponse,
  isAdjudicated,
  openConflict,
  type ResponseMeaning,
} from '#claims/claim/review.ts';
import { findClaimsByPcn, findWholeClaim } from '#store/claims/claims/claims.ts';
import { claimFrom } from '#store/claims/claims/stored-claim.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { valueSize } from '#store/dynamodb/value-size.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { storedClaim as claim } from '../responses/engine/claims.ts';
import { everyItem } from '../stored.ts';

describe('claim change', () => {
  const facts = { actor: 'file:1', now: new Date('2025-03-10T08:00:00Z'), payload: { code: 'A7' } };
  const at = '2025-03-10T08:00:00.000Z';

  describe('Moving a claim', () => {
    test('sets lane, time and version, and writes an audit entry', () => {
      const before = claim({ lane: 'submitted' });
      const change = moveClaim(before, 'payer_rejected', facts, { payer_rejected_reason: 'A7:562' });
      expect(change).toEqual({
        before,
        after: {
          ...before,
          version: 4,
          lane: 'payer_rejected',
          lane_since: at,
          updated_at: at,
          payer_rejected_reason: 'A7:562',
        },
        entry: {
          event_type: 'claim.payer_rejected',
          entity_type: 'claim',
          entity_id: before.id,
          actor: 'file:1',
          payload: { code: 'A7', from: 'submitted', to: 'payer_rejected', version: 4 },
        },
      });
    });

    test('changes nothing if the trigger does not apply to the lane', () => {
      expect(moveClaim(claim({ lane: 'paid' }), 'acknowledged', facts)).toBeUndefined();
    });

    test('keeps the time in the lane if the lane stays', () => {
      const before = claim({ lane: 'accepted' });
      expect(moveClaim(before, 'accepted', facts)?.after).toMatchObject({
        lane_since: before.lane_since,
        updated_at: at,
      });
    });

    test.each([
      ['overdue', claim({ lane: 'accepted' }), 'accepted'],
      ['questioned', claim({ lane: 'accepted' }), 'accepted'],
      ['questioned', claim({ lane: 'overdue', lane_before: 'pending' }), 'pending'],
      ['questioned', claim({ lane: 'review', lane_before: 'denied' }), 'denied'],
      ['pended', claim({ lane: 'overdue', lane_before: 'accepted' }), undefined],
    ] as const)('%s remembers the earlier lane', (trigger, before, lane) => {
      expect(moveClaim(before, trigger, facts)?.after.lane_before).toBe(lane);
    });
  });

  test('amends fields of a claim that stays in its lane', () => {
    const before = claim({ lane: 'paid' });
    const { after, entry } = amendClaim(before, 'claim.corrected', facts, { corrected_by: 'new' });
    expect(after).toEqual({ ...before, corrected_by: 'new', version: 4, updated_at: at });
    expect(entry).toMatchObject({ event_type: 'claim.corrected', payload: { from: 'paid', to: 'paid' } });
  });

  test('moves a claim to the lane that a person chose', () => {
    const { after, entry } = moveByDecision(
      claim({ lane: 'review', lane_before: 'paid' }),
      'denied',
      facts,
      {},
    );
    expect(after).toMatchObject({ lane: 'denied', lane_since: at });
    expect(after).not.toHaveProperty('lane_before');
    expect(entry).toMatchObject({ event_type: 'claim.released', payload: { from: 'review', to: 'denied' } });
  });

  test('adds a new claim without an earlier state', () => {
    const change = claimReceived(claim({ version: 1, lane: 'ready' }), { actor: 'key:1', now: facts.now });
    expect(change).not.toHaveProperty('before');
    expect(change.entry).toMatchObject({
      event_type: 'claim.received',
      payload: { to: 'ready', version: 1 },
    });
  });
});

describe('claim events', () => {
  let stores: LocalStores;
  beforeAll(async () => {
    stores = await startLocalStores();
    const claims = ['SHORT', 'LONG', 'ORDER'].map((pcn, n) => ({ pcn, member: `A${n}` }));
    await stores.drop('events.837', claimFileText({ number: 1, claims }));
  });
  afterAll(() => stores.stop());

  const eventWith = (reference: string, detail: Readonly<Record<string, unknown>>) =>
    ({ at: '2026-03-01T00:00:00.000Z', kind: 'payment', reference, detail }) as const;

  /** Changes a claim, with events of a response about it. */
  async function respond(pcn: string, ...events: readonly (readonly [n: number, detail: object])[]) {
    const [claim] = await findClaimsByPcn(stores.claims, pcn);
    if (claim === undefined) throw new Error('The claim is not stored');
    const change = amendClaim(claim, 'claim.review', { actor: 'test', now: new Date() }, {});
    const writes = events.map(
      ([n, detail]): Write => ({
        kind: 'claim-event',
        claimId: claim.id,
        n,
        event: eventWith('R', { ...detail }),
      }),
    );
    await writeChange(stores, changeOf([change], ...writes));
    return claim.id;
  }

  const partitionOf = async (id: string) =>
    (await everyItem(stores, 'claims')).filter(({ pk }) => pk === `CLAIM#${id}`);
  const kindsOf = async (id: string) =>
    (await partitionOf(id)).map(({ sk }) => String(sk).split('#')[0]).toSorted();

  test('a short event is kept in its claim, which stays below 1 kB and does not show it', async () => {
    const id = await respond('SHORT', [0, { number: 1, paid: 12.5 }]);
    expect(await kindsOf(id)).toEqual(['CLAIM']);
    const whole = await findWholeClaim(stores.claims, id);
    expect(whole?.events).toEqual([eventWith('R', { number: 1, paid: 12.5 })]);
    if (whole === undefined) throw new Error('The claim is not stored');
    expect(claimJson(whole.claim)).not.toHaveProperty('events');
    // It stays with the claim when the claim changes.
    await respond('SHORT');
    expect((await findWholeClaim(stores.claims, id))?.events).toHaveLength(1);
  });

  test('events that do not fit are items, and all are listed in their order', async () => {
    const text = (length: number) => Array.from({ length }, () => Math.random().toString(36).at(-1)).join('');
    const id = await respond('LONG', [0, { text: text(2000) }]);
    expect(await kindsOf(id)).toEqual(['CLAIM', 'EVENT']);
    for (let n = 1; n <= 12; n++) await respond('LONG', [n, { text: text(60) }]);
    const items = await partitionOf(id);
    const claim = items.find(({ sk }) => sk === 'CLAIM') ?? {};
    expect(valueSize(claim)).toBeLessThan(1000);
    const kept = claimFrom(claim).events?.length ?? 0;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(12);
    expect(items.filter(({ sk }) => String(sk).startsWith('EVENT#'))).toHaveLength(13 - kept);
    const { events = [] } = (await findWholeClaim(stores.claims, id)) ?? {};
    const lengths = events.map(({ detail }) => String(detail['text']).length);
    expect(lengths).toEqual([2000, ...Array.from({ length: 12 }, () => 60)]);
  });

  test('events of one response are listed in its order', async () => {
    const id = await respond('ORDER', [10, { number: 11 }], [2, { number: 3 }]);
    const { events = [] } = (await findWholeClaim(stores.claims, id)) ?? {};
    expect(events.map(({ detail }) => detail['number'])).toEqual([3, 11]);
  });
});

describe('conflicts', () => {
  const at = '2025-03-10T08:00:00.000Z';
  const conflict = (kind: ResponseConflict['kind'], response: '999' | '277CA' | '835') =>
    openConflict(kind, response, { id: 'r1', at, text: 'text' });
  const meanings: readonly ResponseMeaning[] = ['envelope', 'status', 'decision', 'reversal'];
  const facts = { actor: 'file:1', now: new Date(at) };

  describe('An open conflict is resolved', () => {
    test.each([
      ['classification', '277CA', ['status', 'decision']],
      ['answers', '999', ['envelope', 'status', 'decision']],
      ['answers', '277CA', ['status', 'decision']],
      ['ambiguous', '999', ['envelope', 'status', 'decision']],
      ['ambiguous', '277CA', ['status', 'decision']],
      ['ambiguous', '835', []],
      ['unbalanced', '835', ['decision']],
      ['overpaid', '835', []],
    ] as const)('%s of a %s by %j', (kind, response, resolving) => {
      const open = [conflict(kind, response)];
      const resolved = meanings.filter((meaning) => {
        const [after] = conflictsAfterResponse(open, { kind: meaning, id: 'r2', at });
        return after?.open === undefined;
      });
      expect(resolved).toEqual(resolving);
    });

    test('by a person, with id and time', () => {
      const resolved = { ...conflict('overpaid', '835'), resolved_by: 'r0', resolved_at: at };
      const { open, ...closed } = resolved;
      expect(conflictsAfterDecision([conflict('ambiguous', '835'), closed], { id: 'ann', at })).toMatchObject(
        [
          { kind: 'ambiguous', resolved_by: 'ann', resolved_at: at },
          { kind: 'overpaid', resolved_by: 'r0' },
        ],
      );
    });
  });

  describe('A response to a claim in review', () => {
    const inReview = claim({
      lane: 'review',
      lane_before: 'accepted',
      conflicts: [conflict('unbalanced', '835')],
    });

    test('sets the lane behind review while a conflict stays open', () => {
      const change = applyResponse(inReview, 'pended', { kind: 'status', id: 'r2', at }, facts, {});
      expect(change?.after).toMatchObject({ lane: 'review', lane_before: 'pending', version: 4 });
      expect(change?.before).toBe(inReview);
      expect(change?.entry.event_type).toBe('claim.pending');
    });

    test('moves the claim when it resolves the last conflict', () => {
      const change = applyResponse(inReview, 'paid', { kind: 'decision', id: 'r2', at }, facts, {
        paid: 100,
      });
      expect(change?.after).toMatchObject({ lane: 'paid', paid: 100, conflicts: [{ resolved_by: 'r2' }] });
    });

    test('changes nothing if the trigger does not apply to review', () => {
      expect(applyResponse(inReview, 'overdue', { kind: 'status', id: 'r2', at }, facts, {})).toBeUndefined();
    });
  });

  test.each([
    [claim({ lane: 'paid' }), true],
    [claim({ lane: 'denied' }), true],
    [claim({ lane: 'review', lane_before: 'denied' }), true],
    [claim({ lane: 'accepted', paid: 100 }), true],
    [claim({ lane: 'review', lane_before: 'accepted' }), false],
    [claim({ lane: 'pending', paid: 0 }), false],
  ])('detects whether the payer paid or denied a claim (%#)', (one, expected) => {
    expect(isAdjudicated(one)).toBe(expected);
  });

  test('drops the oldest resolved conflict above the maximum of 20', () => {
    const many = Array.from({ length: 20 }, (_, n): ResponseConflict => {
      const { open, ...closed } = { ...conflict('answers', '999'), source_id: `r${n}` };
      return n === 1 ? closed : { ...closed, open: true };
    });
    const ids = addConflict({ conflicts: many }, { ...conflict('overpaid', '835'), source_id: 'new' });
    expect(ids.map(({ source_id }) => source_id)).toEqual([
      'r0',
      ...many.slice(2).map((one) => one.source_id),
      'new',
    ]);
  });
});
