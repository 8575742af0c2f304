import { describe, expect, test } from '@jest/globals';
import type { Farm, Farms } from './farm.ts';

const everyDay = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map(
  (weekday) => ({ weekday, opens: '08:00', closes: '18:00' }),
);

/** History keeps names. Numbers are those of the list of reported cases. */
export function historySuite(farms: () => Farms): void {
  const pickup_date = '2030-05-01';
  const bySku = { sku: 'KALE-1', unit: 'bunch', unit_quantity: 1 };
  /** An order of kale with a variant at stop North, whose stop and product are then deleted. */
  const soldAndDeleted = async () => {
    const farm = await farms().open();
    const kale = await farm.product({ ...bySku, weight_grams: 250, tax_category: 'food' });
    const stop = { brand_id: farm.brand_id, name: 'North', address: '1 Creek Road', hours: everyDay };
    const { id: stop_id } = await farm.data('POST /api/v1/stops', stop);
    const items = [{ product_id: kale.id, quantity: 2, price: 10 }];
    const order = await farm.order({ items, stop_id, pickup_date, customer_email: 'olive@example.com' });
    await farm.call(`DELETE /api/v1/products/${kale.id}`);
    await farm.call(`DELETE /api/v1/stops/${stop_id}`);
    return { farm, kale, stop_id, order };
  };
  const listRoute = ({ brand_id }: Farm) => `GET /api/v1/pick-lists?brand_id=${brand_id}&date=${pickup_date}`;

  describe('a product that was deleted after it was ordered keeps its name', () => {
    test('in the order (case 16)', async () => {
      const { farm, order } = await soldAndDeleted();
      const read = await farm.data(`GET /api/v1/orders/${order.id}`);
      const sold = { name: 'Kale', ...bySku, weight_grams: 250, tax_category: 'food' };
      expect(read).toMatchObject({ stop_name: 'North', items: [{ sold }] });
      const edited = await farm.data(`PATCH /api/v1/orders/${order.id}`, { notes: 'Ring twice' });
      expect(edited).toMatchObject({ stop_name: 'North', items: [{ sold }] });
    });

    test('in the pick list, also as CSV (case 16)', async () => {
      const { farm, kale, stop_id } = await soldAndDeleted();
      const picked = { product_id: kale.id, name: 'Kale', ...bySku, quantity: 2 };
      expect(await farm.data(listRoute(farm))).toMatchObject({
        totals: [picked],
        stops: [{ stop_id, name: 'North', totals: [picked], orders: [{ lines: [picked] }] }],
      });
      const csv = (await farm.call(`${listRoute(farm)}&format=csv`)).body;
      expect(csv).toMatch(/\r\nNorth,.*,Kale,,KALE-1,bunch,1,2,/);
    });

    test('in the report and the analytics of products (case 16)', async () => {
      const { farm, kale } = await soldAndDeleted();
      const sold = { product_id: kale.id, name: 'Kale', revenue: 20 };
      expect((await farm.report('products')).products).toMatchObject([sold]);
      const today = new Date().toISOString().slice(0, 10);
      const route = `GET /api/v1/analytics/products?brand_id=${farm.brand_id}&from=${today}&to=${today}`;
      expect((await farm.data(route)).products).toMatchObject([sold]);
    });
  });

  test('a product that was renamed since keeps the name under which it was sold', async () => {
    const farm = await farms().open();
    const { id: product_id } = await farm.product();
    const order = await farm.order({ items: [{ product_id, quantity: 1, price: 10 }], pickup_date });
    await farm.data(`PATCH /api/v1/products/${product_id}`, { name: 'Red kale' });
    const items = [{ product_id, quantity: 2, price: 10 }];
    const edited = await farm.data(`PATCH /api/v1/orders/${order.id}`, { items });
    expect(edited.items).toMatchObject([{ sold: { name: 'Kale' }, quantity: 2 }]);
    expect((await farm.data(listRoute(farm))).totals).toMatchObject([{ name: 'Kale', quantity: 2 }]);
    const next = await farm.order({ items });
    expect(next.items).toMatchObject([{ sold: { name: 'Red kale' } }]);
  });

  test('a variant keeps its name and SKU as sold', async () => {
    const farm = await farms().open();
    const variants = [{ name: 'Large', sku: 'KALE-L', price: 12 }];
    const { id: product_id, ...product } = await farm.product({ variants });
    const [{ id: variant_id }] = product.variants;
    const { id } = await farm.order({ items: [{ product_id, variant_id, quantity: 1, price: 12 }] });
    await farm.call(`DELETE /api/v1/products/${product_id}`);
    const sold = { name: 'Kale', variant_name: 'Large', sku: 'KALE-L' };
    expect((await farm.data(`GET /api/v1/orders/${id}`)).items).toMatchObject([{ variant_id, sold }]);
  });

  test('a field that was deleted keeps its name in the report of the water authority (case 36)', async () => {
    const farm = await farms().open();
    const { brand_id } = farm;
    const { id: field_id } = await farm.data('POST /api/v1/fields', { brand_id, name: 'North field' });
    await farm.data('POST /api/v1/water-logs', { brand_id, field_id, gallons: 500 });
    await farm.call(`DELETE /api/v1/fields/${field_id}`);
    const month = new Date().toISOString().slice(0, 7);
    const route = `GET /api/v1/water-report?brand_id=${brand_id}&from=${month}&to=${month}`;
    expect(JSON.stringify(await farm.data(route))).toContain('"North field"');
    expect((await farm.call(`${route}&format=csv`)).body).toContain(`\r\n${field_id},North field,${month},`);
    const today = new Date().toISOString().slice(0, 10);
    const water = `GET /api/v1/analytics/water?brand_id=${brand_id}&from=${today}&to=${today}`;
    expect((await farm.data(water)).fields).toMatchObject([{ field_id, field_name: 'North field' }]);
  });
}
