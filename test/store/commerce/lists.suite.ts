import { expect, test } from '@jest/globals';
import type { Campaign } from '#commerce/campaigns/contract.ts';
import { campaigns as records } from '#commerce/campaigns/records.ts';
import { readOrders } from '#commerce/orders/records.ts';
import { getItem } from '#store/dynamodb/items.ts';
import { type PageRequest, queryPage } from '#store/dynamodb/query-page.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { aCampaign, anOrder, awkwardText, insertOrder, newBrandId } from './samples.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second));
const invalidCursor = { code: 'invalid_cursor', status: 400 };

export function listsSuite(table: () => Table): void {
  /** As the record reads them, from the table of the suite. */
  const readCampaigns = (brand: string, page: PageRequest) => {
    const { pk } = records.key({ brand_id: brand, id: brand });
    const range = { pk, prefix: 'CAMPAIGN#', newestFirst: true };
    return queryPage(table(), { list: ['campaigns', brand], ...page, range }, records.read);
  };
  const campaignsOf = async (
    brand: string,
    count: number,
    fields: Readonly<Record<string, unknown>> = {},
  ) => {
    const campaigns = Array.from({ length: count }, (_, second) => aCampaign(brand, fields, at(second)));
    for (const campaign of campaigns) await transact(table(), [records.insert(campaign)]);
    return campaigns.toReversed();
  };
  async function readAll(brand: string, limit: number): Promise<readonly (readonly Campaign[])[]> {
    const pages: (readonly Campaign[])[] = [];
    let cursor: string | undefined;
    do {
      const { data, nextCursor } = await readCampaigns(brand, { limit, cursor });
      pages.push(data);
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    return pages;
  }

  test('a campaign is read back by id and in the list', async () => {
    const brand = newBrandId();
    const [campaign] = await campaignsOf(brand, 1, {
      content: awkwardText,
      contact_ids: [],
      scheduled_at: '2027-01-01T00:00:00+01:00',
    });
    expect(campaign).toMatchObject({ status: 'scheduled', scheduled_at: '2026-12-31T23:00:00.000Z' });
    const item = await getItem(table(), records.key({ brand_id: brand, id: campaign?.id ?? '' }));
    expect(item && records.read(item)).toEqual(campaign);
    expect(await readAll(brand, 10)).toEqual([[campaign]]);
  });

  test.each([
    [1, 7],
    [3, 3],
    [4, 2],
    [7, 1],
    [50, 1],
  ])('pages of %i hold every entry once, in order: %i pages', async (limit, pages) => {
    const brand = newBrandId();
    const campaigns = await campaignsOf(brand, 7);
    const read = await readAll(brand, limit);
    expect(read.flat()).toEqual(campaigns);
    expect(read).toHaveLength(pages);
  });

  test('entries created during paging neither repeat nor hide others', async () => {
    const brand = newBrandId();
    const campaigns = await campaignsOf(brand, 4);
    const first = await readCampaigns(brand, { limit: 2 });
    await transact(table(), [records.insert(aCampaign(brand, {}, at(30)))]);
    const rest = await readCampaigns(brand, { limit: 10, cursor: first.nextCursor ?? '' });
    expect([...first.data, ...rest.data]).toEqual(campaigns);
  });

  test('a page ends before the size limit, and the next page continues', async () => {
    const brand = newBrandId();
    // One byte in the table, six in JSON.
    const campaigns = await campaignsOf(brand, 30, { content: '\u0000'.repeat(40_000) });
    const pages = await readAll(brand, 200);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages)
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(4 * 1024 * 1024 + 1000);
    expect(pages.flat()).toEqual(campaigns);
  });

  test('a page ends before escaped quotes exceed the size limit', async () => {
    const brand = newBrandId();
    const campaigns = await campaignsOf(brand, 18, { content: '"'.repeat(120_000) });
    const pages = await readAll(brand, 200);
    for (const page of pages) {
      const answer = JSON.stringify({ body: JSON.stringify(page) });
      expect(Buffer.byteLength(answer)).toBeLessThan(6 * 1024 * 1024);
    }
    expect(pages.flat()).toEqual(campaigns);
  });

  test('a cursor of another brand, another list or other filters is refused', async () => {
    const brand = newBrandId();
    await campaignsOf(brand, 3);
    for (const second of [1, 2, 3]) await insertOrder(table(), anOrder(brand, {}, at(second)));
    const campaigns = await readCampaigns(brand, { limit: 1 });
    const orders = await readOrders({ brand_id: brand, limit: 1 });
    const cursor = orders.nextCursor ?? '';
    await expect(readCampaigns(brand, { limit: 1, cursor })).rejects.toMatchObject(invalidCursor);
    const refused = [
      { brand_id: newBrandId(), cursor },
      { brand_id: brand, status: 'pending' as const, cursor },
      { brand_id: brand, created_from: '2026-01-01T00:00:00.000Z', cursor },
      { brand_id: brand, cursor: campaigns.nextCursor ?? '' },
    ];
    for (const query of refused) {
      await expect(readOrders({ limit: 1, ...query })).rejects.toMatchObject(invalidCursor);
    }
    expect((await readOrders({ brand_id: brand, limit: 5, cursor })).data).toHaveLength(2);
  });

  test('pages by status follow the index', async () => {
    const brand = newBrandId();
    const orders = [1, 2, 3, 4, 5].map((second) => anOrder(brand, {}, at(second)));
    for (const order of orders) await insertOrder(table(), order);
    const query = { brand_id: brand, status: 'pending', limit: 2 } as const;
    const first = await readOrders(query);
    const second = await readOrders({ ...query, cursor: first.nextCursor ?? '' });
    const third = await readOrders({ ...query, cursor: second.nextCursor ?? '' });
    expect([...first.data, ...second.data, ...third.data]).toEqual(orders.toReversed());
    expect(third.nextCursor).toBeNull();
  });
}
