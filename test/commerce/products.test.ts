import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csvText, withoutFormulaGuard } from '#commerce/csv.ts';
import { UnreadableFile } from '#commerce/csv-file.ts';
import {
  addImage,
  type Images,
  patchImage,
  pixelsOf,
  processed,
  shownImages,
  shownProduct,
  withImages,
} from '#commerce/products/image-set.ts';
import { namesIn, planImport } from '#commerce/products/import-plan.ts';
import { exportHeader, exportLines } from '#commerce/products/product-export.ts';
import {
  type Product,
  productInput,
  productPatch,
  productReplacement,
} from '#commerce/products/product-fields.ts';
import { readImportFile } from '#commerce/products/product-import.ts';
import { changedMembers, newProduct, patchProduct, replaceProduct } from '#commerce/products/rules.ts';
import { ApiError } from '#contract/errors.ts';
import { mergePatch } from '#contract/merge-patch.ts';
import { newId } from '#persistence/new-id.ts';

describe('products', () => {
  const brand_id = newId();
  const now = new Date('2026-03-02T15:04:05.120Z');
  const later = { now: new Date('2026-03-03T00:00:00.000Z'), newId };

  const stored = (fields: object = {}) =>
    newProduct(productInput.parse({ brand_id, name: 'Eggs', ...fields }), { id: newId(), now, newId });

  describe('a JSON merge patch', () => {
    // The examples of RFC 7396, appendix A.
    test.each<[unknown, unknown, unknown]>([
      [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
      [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
      [{ a: 'b' }, { a: null }, {}],
      [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
      [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
      [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
      [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
      [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
      [
        ['a', 'b'],
        ['c', 'd'],
        ['c', 'd'],
      ],
      [{ a: 'b' }, ['c'], ['c']],
      [{ a: 'foo' }, null, null],
      [{ a: 'foo' }, 'bar', 'bar'],
      [{ e: null }, { a: 1 }, { e: null, a: 1 }],
      [[1, 2], { a: 'b', c: null }, { a: 'b' }],
      [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    ])('turns %j by %j into %j', (target, patch, result) => {
      expect(mergePatch(target, patch)).toEqual(result);
    });

    test('keeps omitted members of a product, removes null, and raises the version', () => {
      const eggs = stored({ price: 6, category: 'Dairy', is_active: false, sku: 'EGG-12' });
      const patched = patchProduct(eggs, productPatch.parse({ price: 6.5, category: null }), later);
      const { category, ...rest } = eggs;
      expect(patched).toEqual({ ...rest, price: 6.5, version: 2, updated_at: later.now.toISOString() });
      expect(changedMembers(eggs, patched)).toEqual(['category', 'price']);
    });

    test('that changes nothing keeps the product and its version', () => {
      const eggs = stored({ price: 6, variants: [{ name: 'Dozen', sku: 'E12' }] });
      const patch = productPatch.parse({ price: 6, variants: eggs.variants });
      expect(patchProduct(eggs, patch, later)).toBe(eggs);
    });

    test('cannot remove the name, and names the member', () => {
      const fault = (patch: object) => {
        try {
          return patchProduct(stored(), productPatch.parse(patch), later);
        } catch (error) {
          return error instanceof ApiError ? [error.code, error.details?.[0]?.path] : error;
        }
      };
      expect(fault({ name: null })).toEqual(['validation_failed', ['body', 'name']]);
      expect(fault({ sku: 'A', variants: [{ name: 'x', sku: 'a' }] })).toEqual([
        'validation_failed',
        ['body', 'variants', 0, 'sku'],
      ]);
    });
  });

  describe('variants', () => {
    test('keep their ids by id and by SKU in any letter case; others get new ids', () => {
      const eggs = stored({ variants: [{ name: 'Six', sku: 'E-6' }, { name: 'Dozen' }] });
      const [six, dozen] = eggs.variants ?? [];
      const replaced = replaceProduct(
        eggs,
        productReplacement.parse({
          name: 'Eggs',
          variants: [{ name: 'New' }, { name: 'Half a dozen', sku: 'e-6' }, { id: dozen?.id, name: '12' }],
        }),
        later,
      );
      const ids = replaced.variants?.map(({ id }) => id) ?? [];
      expect(ids.slice(1)).toEqual([six?.id, dozen?.id]);
      expect([six?.id, dozen?.id]).not.toContain(ids[0]);
    });

    test.each([
      [{ sku: 'ü' }],
      [{ sku: '' }],
      [{ barcode: '12 34' }],
      [{ unit_quantity: 0 }],
      [{ weight_grams: 1.5 }],
      [{ tax_category: 'Food' }],
      [{ variants: [{ sku: 'x' }] }],
      [{ variants: Array.from({ length: 41 }, () => ({ name: 'x' })) }],
    ])('%j is not valid', (fields) => {
      expect(productInput.safeParse({ brand_id, name: 'Eggs', ...fields }).success).toBe(false);
    });
  });
});

describe('images of a product', () => {
  const now = new Date('2026-03-02T15:04:05.120Z');
  const later = new Date('2026-03-02T16:00:00.000Z');
  const input = { content_type: 'image/jpeg', bytes: 1000 } as const;
  const product = newProduct(productInput.parse({ brand_id: newId(), name: 'Eggs' }), {
    id: newId(),
    now,
    newId,
  });

  const named = (...ids: string[]): Images =>
    ids.reduce<Images>((images, id) => addImage(images, input, { id, now }), []);
  const idsOf = (images: Images | undefined) => images?.map(({ id }) => id).join('');
  const ready = (images: Images, id: string) =>
    processed(images, id, { status: 'ready', width: 400, height: 300 }, later);
  const failed = (images: Images, id: string) =>
    processed(images, id, { status: 'failed', fault: 'damaged' }, later);

  test('keep their order; a new or moved image takes its position', () => {
    expect(idsOf(addImage(named('a', 'b'), { ...input, position: 1 }, { id: 'c', now }))).toBe('cab');
    expect(idsOf(addImage(named('a'), { ...input, position: 9 }, { id: 'c', now }))).toBe('ac');
    expect(idsOf(patchImage(named('a', 'b', 'c'), 'c', { position: 1 }, later))).toBe('cab');
    expect(idsOf(patchImage(named('a', 'b', 'c'), 'a', { position: 2 }, later))).toBe('bac');
    expect(patchImage(named('a'), 'x', { position: 1 }, later)).toBeUndefined();
  });

  test('a patch that changes nothing returns the same images, and null removes the text', () => {
    const images = patchImage(named('a', 'b'), 'b', { alt_text: 'Basket' }, now) ?? [];
    expect(patchImage(images, 'b', { alt_text: 'Basket', position: 2 }, later)).toBe(images);
    expect(patchImage(images, 'b', { alt_text: null }, later)?.[1]).toMatchObject({
      alt_text: '',
      updated_at: later.toISOString(),
    });
  });

  test('are ten at most; the oldest failed one makes room', () => {
    const full = named(...'abcdefghij');
    expect(() => addImage(full, input, { id: 'k', now })).toThrow(
      expect.objectContaining({ code: 'image_limit_reached' }),
    );
    expect(idsOf(addImage(failed(failed(full, 'e'), 'c'), input, { id: 'k', now }))).toBe('abdefghijk');
  });

  test('the product has the ready ones, and a new version only when those change', () => {
    const images = named('a', 'b', 'c');
    expect(withImages(product, failed(images, 'a'), later)).toBe(product);
    const shown = withImages(product, ready(ready(images, 'c'), 'a'), later);
    expect(shown).toMatchObject({ version: 2, images: [{ id: 'a' }, { id: 'c' }] });
    expect(withImages(shown, ready(ready(images, 'c'), 'a'), now)).toBe(shown);
    expect(withImages(shown, [], later)).not.toHaveProperty('images');
    const replaced = replaceProduct(shown, productReplacement.parse({ name: 'Duck eggs' }), { now, newId });
    expect(replaced.images).toEqual(shown.images);
  });

  test('are shown with their state, position and addresses', () => {
    const address = (...parts: string[]) => `https://x/${parts.join('/')}`;
    const images = failed(ready(named('a', 'b', 'c'), 'b'), 'c');
    const shown = shownImages(product, images, address);
    expect(shown.map(({ status, position }) => [status, position])).toEqual([
      ['waiting', 1],
      ['ready', 2],
      ['failed', 3],
    ]);
    const thumbnail = {
      width: 320,
      height: 240,
      webp: `https://x/${product.brand_id}/b/thumbnail/webp`,
      jpeg: `https://x/${product.brand_id}/b/thumbnail/jpeg`,
    };
    expect(shown[1]).toMatchObject({ width: 400, sizes: { thumbnail, large: { width: 400, height: 300 } } });
    expect(shown[2]?.failure).toEqual({ code: 'damaged', message: expect.stringContaining('again') });
    expect(shownProduct(withImages(product, images, later), address).images).toMatchObject([
      { id: 'b', sizes: { thumbnail } },
    ]);
  });

  test('a size is within its square, has the proportions of the image, and is never larger', () => {
    const side = fc.integer({ min: 1, max: 50_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const made = pixelsOf({ width, height }, 'medium');
        expect(Math.max(made.width, made.height)).toBeLessThanOrEqual(800);
        expect(Math.min(made.width, made.height)).toBeGreaterThanOrEqual(1);
        expect(made.width).toBeLessThanOrEqual(width);
        // Half a pixel of rounding, relative to the shorter side; no side has less than one pixel.
        const [long, short] = [Math.max(made.width, made.height), Math.min(made.width, made.height)];
        const proportion = Math.min(width, height) / Math.max(width, height);
        expect(Math.abs(short - Math.max(1, long * proportion))).toBeLessThanOrEqual(0.5);
      }),
    );
  });
});

describe('an import', () => {
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

  test('reads its own export of any products, and changes nothing', () => {
    const text = (maxLength: number) =>
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength }),
        fc.constantFrom(
          '',
          ' ',
          ' Kale ',
          'Jalapen\u0303o',
          'a\u00a0b',
          '=1',
          "'=1",
          'two\r\nlines',
          'a;b',
          '1,5',
          '\u200b',
          '\ufffd',
        ),
      );
    const fields = fc.record(
      {
        description: text(20),
        category: text(20),
        unit: text(10),
        price: fc.oneof(fc.double({ min: 0, max: 1e7, noNaN: true }), fc.integer({ min: 0, max: 1000 })),
        unit_quantity: fc.double({ min: 1e-9, max: 1e6, noNaN: true }),
        weight_grams: fc.integer({ min: 0, max: 1e9 }),
        is_active: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const variants = fc.array(fc.tuple(text(8), fields), { maxLength: 2 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text(12), fields, variants), { minLength: 1, maxLength: 6 }), (made) => {
        const stored = made.map(([name, one, own]) =>
          product({
            ...one,
            name: name || 'x',
            variants: own.map(([called, { description, category, ...sold }]) => ({
              ...sold,
              name: called || 'v',
            })),
          }),
        );
        const outcome = plan(exportHeader + stored.map(exportLines).join(''), stored);
        expect(outcome).toMatchObject({ products: [], bad: [], created: 0, changed: 0 });
      }),
    );
  });

  const table = [
    ['sku', 'name', 'price', 'unit_quantity'],
    ['jal-1', 'Jalapeño', '4.50', '0.25'],
    ['KALE', 'Kale; curly', '12', ''],
  ] as const;
  const imported = (csv: string | Buffer) => {
    const { products, bad } = planImport(readImportFile(Buffer.from(csv)).lines, {
      ...{ brandId, products: new Map(), room: undefined, now, newId },
    });
    expect(bad).toEqual([]);
    return products.map(({ after: { sku, name, price, unit_quantity } }) => ({
      sku,
      name,
      price,
      unit_quantity,
    }));
  };
  const written = (separator: string, decimal = '.', form = (text: string) => text) =>
    table
      .map((row, index) =>
        row
          .map((cell, column) => (index > 0 && column > 1 ? cell.replace('.', decimal) : form(cell)))
          .map((cell) => (/[;,|\t]/.test(cell) ? `"${cell}"` : cell))
          .join(separator),
      )
      .join('\r\n');
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

  test.each<[string, string | Buffer]>([
    ['semicolons and decimal commas', written(';', ',')],
    ['semicolons and decimal points', written(';')],
    ['tabs and decimal commas', written('\t', ',')],
    ['bars', written('|')],
    ['a line that names the separator', `sep=;\r\n${written(';', ',')}`],
    ['a byte order mark', `\ufeff${written(',')}`],
    ['UTF-16', utf16(written(';', ','))],
    ['decomposed letters', written(',', '.', (text) => text.normalize('NFD'))],
    ['blanks of all kinds', written(',', '.', (text) => `\u00a0\u200b${text}\u202f `)],
    ['capitals in the header', written(',').replace('sku,name', 'SKU,Name')],
  ])('reads a file with %s', (_, csv) => {
    expect(imported(csv)).toEqual(imported(written(',')));
  });

  test('reports a decimal comma where commas separate cells', () => {
    const { bad } = plan(['sku,name,price', 'A,Apple,"4,50"']);
    expect(bad[0]?.faults[0]).toMatchObject({
      column: 'price',
      reason: expect.stringContaining('decimal comma'),
    });
  });

  test.each<[string | Buffer, RegExp]>([
    ['', /empty/],
    ['name,price\r\nx,1', /no column sku/],
    ['sku,name,SKU\r\n', /twice/],
    ['sku,name\r\n"open,1', /line/],
    [Buffer.from('sku,name\nJ,Jalape\xf1o', 'latin1'), /perhaps Windows-1252/],
    [Buffer.from('sku,name', 'utf16le'), /UTF-16/],
    [`sku\n${'x\n'.repeat(10_001)}`, /10000 lines/],
  ])('refuses the whole file %#', (file, reason) => {
    expect(() => readImportFile(Buffer.from(file))).toThrow(UnreadableFile);
    expect(() => readImportFile(Buffer.from(file))).toThrow(reason);
  });
});

test('lines end with CRLF, and cells with commas, quotes or line breaks are quoted', () => {
  expect(csvText([['a', 'b,c', 'd"e', 'f\ng', -1.5, '']])).toBe('a,"b,c","d""e","f\ng",-1.5,\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('the text %p is no formula', (text) => {
  expect(csvText([[text]]).replaceAll('"', '')).toBe(`'${text}\r\n`);
});

test.each(['=1', "'=1", "''+1", "'plain", "'", '-', "'-5"])(
  'the text %p is restored from its cell',
  (text) => {
    const cell = csvText([[text]]).slice(0, -2);
    expect(withoutFormulaGuard(cell)).toBe(text);
  },
);
