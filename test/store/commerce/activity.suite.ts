import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { activity } from '#commerce/reports/contract.ts';
import type { ActivityEvent } from '#contract/commerce/events.ts';
import { newId } from '#persistence/new-id.ts';
import { insertActivity, readActivity } from '#store/commerce/activity.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { awkwardText, newBrandId } from './samples.ts';

export function activitySuite(table: () => Table): void {
  const events = (brand: string): readonly ActivityEvent[] => [
    { event: 'orderCreated', data: { order_id: newId(), total: 9_999_999_999_999.99, brand_id: brand } },
    { event: 'searchPerformed', data: { search: awkwardText, results: 0, area: 'products' } },
    { event: 'campaignCreated', data: { campaign_id: newId(), type: 'sms', audience_size: 3 } },
    { event: 'referralCompleted', data: { referral_code: 'MEADOW10', referred_user_id: newId() } },
    { event: 'orderCreated', data: { order_id: newId(), total: 0, brand_id: brand } },
  ];

  test("events are listed with exactly the spec's data, newest first, all or of one kind", async () => {
    const brand = newBrandId();
    const recorded = events(brand).map((event, minute) => {
      const now = new Date(Date.UTC(2026, 10, 21, 10, minute));
      return { id: newId(now), brand_id: brand, created_at: now.toISOString(), ...event };
    });
    for (const entry of recorded) await insertActivity(table(), entry);
    const { data } = await readActivity(table(), { brand_id: brand, limit: 50 });
    expect(data.map((entry) => activity.parse(entry))).toEqual(recorded.toReversed());
    const orders = await readActivity(table(), { brand_id: brand, event: 'orderCreated', limit: 1 });
    expect(orders.data).toEqual([data[0]]);
    const next = {
      brand_id: brand,
      event: 'orderCreated',
      limit: 1,
      cursor: orders.nextCursor ?? '',
    } as const;
    expect(await readActivity(table(), next)).toEqual({ data: [data[4]], nextCursor: null });
  });

  test('an event expires after 400 days', async () => {
    const brand = newBrandId();
    const [id, now] = [newId(), new Date('2026-11-21T00:00:00Z')];
    const event = { event: 'searchPerformed', data: { search: 'x', results: 1, area: 'products' } } as const;
    await insertActivity(table(), { id, brand_id: brand, created_at: now.toISOString(), ...event });
    const { Item } = await table().client.send(
      new GetCommand({ TableName: table().name, Key: { pk: `ACTIVITY#${brand}`, sk: id } }),
    );
    expect(Item?.['expires_at']).toBe(Date.UTC(2027, 11, 26) / 1000);
  });
}
