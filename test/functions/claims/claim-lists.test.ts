import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimFileText } from '../../claims/claim-text.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { laneFigures } from '../../claims/stored.ts';
import { claimBody } from './claim-body.ts';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores.stop());

describe('Lists', () => {
  beforeAll(async () => {
    const claims = Array.from({ length: 25 }, (_, i) => ({
      pcn: `LIST${i}`,
      payer: i % 5 === 0 ? 'PAYER5' : 'CO_TXIX',
      date: i < 10 ? '20260105' : '20260206',
    }));
    // A ready claim, a duplicate of it in review, and a draft.
    for (const total_charge of [100.5, 100.5, 1]) {
      await call('create-claim', { body: claimBody(`LANE${total_charge}`, { total_charge }) });
    }
    await stores.drop('list.837', claimFileText({ number: 77, npi: '1245319599', claims }));
  });

  /** Every claim of a list, page by page. */
  async function all(
    query: Record<string, string>,
  ): Promise<{ patient_control_number: string; id: string }[]> {
    const found = [];
    let cursor: string | undefined;
    do {
      const { status, body } = await call('list-claims', {
        query: { ...query, ...(cursor !== undefined && { cursor }) },
      });
      expect(status).toBe(200);
      found.push(...body.data);
      cursor = body.pagination.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  }

  test('lists the claims of a provider once each, page by page', async () => {
    const claims = await all({ billing_npi: '1245319599', limit: '7' });
    expect(new Set(claims.map(({ id }) => id)).size).toBe(25);
    expect(claims).toHaveLength(25);
  });

  test('combines filters', async () => {
    expect(await all({ payer_id: 'PAYER5', limit: '2' })).toHaveLength(5);
    expect(await all({ billing_npi: '1245319599', service_to: '2026-01-31' })).toHaveLength(10);
    expect(await all({ payer_id: 'PAYER5', service_from: '2026-02-01', lane: 'ready' })).toHaveLength(3);
    expect(await all({ patient_control_number: 'LIST7' })).toHaveLength(1);
    expect(await all({ patient_control_number: 'list7' })).toHaveLength(0);
    expect(await all({ billing_npi: '1245319599', received_to: '2020-01-01T00:00:00Z' })).toEqual([]);
    const recent = { billing_npi: '1245319599', received_from: '2020-01-01T00:00:00Z', limit: '200' };
    expect(await all(recent)).toHaveLength(25);
  });

  test('lists all claims, newest first', async () => {
    const claims = (await all({ limit: '9' })) as unknown as { received_at: string }[];
    const times = claims.map(({ received_at }) => received_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(claims).toHaveLength(28);
  });

  test('refuses the cursor of another list', async () => {
    const { body } = await call('list-claims', { query: { limit: '1' } });
    const other = { lane: 'ready', limit: '1', cursor: body.pagination.next_cursor };
    expect(await call('list-claims', { query: other })).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  });

  test('refuses an unknown filter', async () => {
    expect((await call('list-claims', { query: { payer: 'x' } })).status).toBe(400);
  });

  test('shows count, amount, oldest, newest and first claims of each lane', async () => {
    const { body } = await call('list-lanes');
    expect(body.data).toHaveLength(13);
    const figures = await laneFigures(stores);
    for (const lane of body.data) {
      expect(lane.count).toBe(figures[lane.lane]?.count ?? 0);
      expect(lane.amount).toBe((figures[lane.lane]?.cents ?? 0) / 100);
      const ofLane = (await all({ lane: lane.lane, limit: '200' })) as unknown as { lane_since: string }[];
      expect(ofLane).toHaveLength(lane.count);
      expect(lane.claims).toHaveLength(Math.min(5, lane.count));
      expect(lane.oldest_at).toBe(ofLane.at(-1)?.lane_since ?? null);
      expect(lane.newest_at).toBe(ofLane[0]?.lane_since ?? null);
    }
  });
});
