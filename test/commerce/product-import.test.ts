import { describe, expect, test } from '@jest/globals';
import { newProduct } from '#commerce/product.ts';
import { exportHeader, exportLines } from '#commerce/product-files/export.ts';
import { readImportFile, UnreadableFile } from '#commerce/product-files/import-file.ts';
import { namesIn, planImport } from '#commerce/product-files/import-plan.ts';
import { productInput } from '#contract/commerce/product-fields.ts';
import type { Product } from '#contract/commerce/products.ts';
import { newId } from '#persistence/new-id.ts';

const brandId = newId();
const now = new Date('2026-03-02T15:04:05.120Z');

const product = (fields: object) =>
  newProduct(productInput.parse({ brand_id: brandId, ...fields }), { id: newId(), now, newId });

const plan = (csv: string | readonly string[], stored: readonly Product[] = [], room?: number) =>
  planImport(readImportFile(Buffer.from(typeof csv === 'string' ? csv : csv.join('\r\n'))).lines, {
    brandId,
    products: new Map(stored.map((one) => [one.id, one])),
    room,
    now,
    newId,
  });

describe('an import', () => {
  test('creates products and variants, and reports bad lines with line, column and reason', () => {
    const { products, bad, ...counts } = plan([
      'SKU,name,Price,parent_sku,is_active',
      'EGG,Eggs,6.50,,yes',
      'EGG-12,Dozen,70,EGG,',
      'BAD,Bad,six,,maybe',
      ',No code,1,,',
      'X,,1,,',
      '"MUL","Two',
      'lines",1,,no',
      'LATE,Late,1,GONE,',
      'EGG-13,Extra,1,EGG,true,surplus',
    ]);
    expect(counts).toEqual({ created: 3, changed: 0, unchanged: 0 });
    expect(products.map(({ after }) => [after.name, after.price, after.is_active, after.version])).toEqual([
      ['Eggs', 6.5, true, 1],
      ['Two\r\nlines', 1, false, 1],
    ]);
    expect(products[0]?.after.variants).toMatchObject([{ name: 'Dozen', sku: 'EGG-12', price: 70 }]);
    expect(
      bad.map(({ line, faults }) => [line, faults.map(({ column, code }) => `${column} ${code}`)]),
    ).toEqual([
      [4, ['price invalid_type', 'is_active invalid_type']],
      [5, ['sku required']],
      [6, ['name invalid_type']],
      [9, ['parent_sku unknown_parent']],
      [10, [' extra_cells']],
    ]);
  });

  test('reports new products beyond the limit of the plan, and still changes the others', () => {
    const eggs = product({ name: 'Eggs', sku: 'EGG', price: 6 });
    const lines = [
      'sku,name,price,parent_sku',
      'A,Apple,1,',
      'B,Beet,1,',
      'EGG,Eggs,7,',
      'B-2,Two,2,B',
      'EGG-2,Two,9,EGG',
    ];
    const { bad, ...counts } = plan(lines, [eggs], 1);
    expect(counts).toMatchObject({ created: 2, changed: 1, unchanged: 0 });
    expect(bad.map(({ line, faults }) => [line, faults[0]?.code])).toEqual([
      [3, 'limit_reached'],
      [5, 'unknown_parent'],
    ]);
    expect(plan(lines, [eggs], 0).products.map(({ after }) => after.name)).toEqual(['Eggs']);
  });

  test('changes products by SKU: missing columns stay, empty cells remove', () => {
    const eggs = product({ name: 'Eggs', sku: 'egg', price: 6, category: 'Dairy', description: 'Brown' });
    const { products, changed } = plan(['sku,price,category', 'EGG,7,'], [eggs]);
    expect(changed).toBe(1);
    const { category, ...rest } = eggs;
    expect(products).toEqual([
      { before: eggs, after: { ...rest, sku: 'EGG', price: 7, version: 2, updated_at: now.toISOString() } },
    ]);
  });

  test('again changes nothing, and later lines see earlier ones', () => {
    const csv = ['sku,name,price,parent_sku', 'A,Apple,1,', 'A-1,Crate,9,A', 'A,Apple,2,', 'B,Bean,,'];
    const first = plan(csv);
    expect(first).toMatchObject({ created: 3, changed: 1, bad: [] });
    const stored = first.products.map(({ after }) => after);
    const last = csv.filter((_, index) => index !== 1);
    expect(plan(last, stored)).toMatchObject({ products: [], unchanged: 3, created: 0, changed: 0 });
  });

  test('keeps a SKU with one product', () => {
    const [a, b] = [
      product({ name: 'A', sku: 'A' }),
      product({ name: 'B', sku: 'B', variants: [{ name: 'v', sku: 'V' }] }),
    ];
    const codes = (line: string) =>
      plan(['id,sku,name,parent_sku', line], [a, b]).bad.flatMap(({ faults }) =>
        faults.map(({ code }) => code),
      );
    expect(codes(`${a.id},B,A,`)).toEqual(['sku_taken']);
    expect(codes(`${newId()},Z,A,`)).toEqual(['unknown_product']);
    expect(codes(',V,V,')).toEqual(['sku_of_variant']);
    expect(codes(',B,v,A')).toEqual(['sku_taken']);
    expect(codes(',V,Renamed,B')).toEqual([]);
  });

  test('reads its own export, with formulas, quotes and products without a SKU', () => {
    const stored = [
      product({ name: '=1+1', description: 'a "quoted", line', price: 0.1, sku: '-x' }),
      product({
        name: 'No code',
        unit_quantity: 1e-7,
        variants: [
          { name: '@v', price: 1 },
          { name: 'w', sku: 'W' },
        ],
      }),
    ];
    const csv = exportHeader + stored.map(exportLines).join('');
    expect(csv).toContain(",'=1+1,");
    expect(plan(csv, stored)).toMatchObject({ products: [], bad: [], unchanged: 4 });
    const lines = readImportFile(Buffer.from(csv)).lines;
    expect(namesIn(lines).ids).toContain(stored[1]?.id);
  });

  test.each<[string | Buffer, RegExp]>([
    ['', /empty/],
    ['name,price\r\nx,1', /no column sku/],
    ['sku,name,SKU\r\n', /twice/],
    ['sku,name\r\n"open,1', /line/],
    [Buffer.from([0x73, 0x6b, 0x75, 0x0a, 0xff]), /UTF-8/],
    [`sku\n${'x\n'.repeat(10_001)}`, /10000 lines/],
  ])('refuses the whole file %#', (file, reason) => {
    expect(() => readImportFile(Buffer.from(file))).toThrow(UnreadableFile);
    expect(() => readImportFile(Buffer.from(file))).toThrow(reason);
  });
});
