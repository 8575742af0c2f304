import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readReportFigures } from '#commerce/reports/analytics-records.ts';
import { reportQuery } from '#commerce/reports/contract.ts';
import { ownFiguresKey, productFiguresActions } from '#commerce/reports/figure-records.ts';
import { makeReport } from '#commerce/reports/report.ts';
import { newId } from '#persistence/new-id.ts';
import { useCommerceTable } from '#store/commerce/commerce-table.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { type DynamoEngine, startDynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { newCommerceTable } from './commerce-table.ts';
import { anOrder, insertOrder, newBrandId } from './samples.ts';

let engine: DynamoEngine;
let table: Table;
beforeAll(async () => {
  engine = await startDynamoEngine();
  table = await newCommerceTable(engine);
  useCommerceTable(table);
});
afterAll(() => engine.stop());

test('a report on products adds up more figures than a call takes arguments', async () => {
  const brand = newBrandId();
  const items = Array.from({ length: 1000 }, () => ({ product_id: newId(), quantity: 1, price: 0.01 }));
  const day = new Date('2026-03-01T12:00:00Z');
  const order = anOrder(brand, { items }, day);
  await insertOrder(table, order);
  const [ofOrder] = productFiguresActions(undefined, order);
  if (!ofOrder || !('Put' in ofOrder)) throw new Error('The order has no figures');
  const { Item } = ofOrder.Put;
  // As many as an item holds, without what the service also writes about each.
  const products = Array.from({ length: 20_000 }, () => ({ quantity: 1 }));
  for (let n = 0; n < 7; n++) {
    const key = ownFiguresKey({ brand_id: brand, created_at: '2026-03-01', id: newId(day) });
    await transact(table, [{ Put: { Item: { ...Item, ...key, products } } }]);
  }
  const query = reportQuery.parse({
    brand_id: brand,
    start_date: '2026-03-01T00:00:00Z',
    end_date: '2026-03-01T23:59:59Z',
    report_type: 'products',
  });
  expect(makeReport(query, await readReportFigures(table, query, 'UTC'), 'UTC')).toMatchObject({
    product_count: 1001,
    quantity: 141_000,
    revenue: 10,
  });
});
