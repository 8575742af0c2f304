import { describe, expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { print } from '../browser/paper.ts';
import { newName } from './sample-names.ts';

const { signIn } = useBrowser();
const brand_id = stack.brandId;

/** A field with water logs, which the page lists alone at the address. */
async function prepareField(gallons: readonly number[]) {
  const field = await commerce().water.createField({
    brand_id,
    name: newName('Field without a short name below the old orchard'),
    allocation: { amount: 100_000, unit: 'gallons' },
  });
  for (const amount of gallons)
    await commerce().waterLogs.createWaterLog({
      brand_id,
      field_id: field.id,
      gallons: amount,
      water_method: 'drip',
    });
  return { name: field.name, address: `/water?field=${field.id}` };
}

describe('the page of water', () => {
  test('shows all amounts of the list with the same decimal places', async () => {
    const { address } = await prepareField([6468.1, 3072.69, 2]);
    const page = await signIn('Ana', address);
    const entries = page.getByRole('grid', { name: 'Entries' });
    for (const amount of ['6,468.10 gal', '3,072.69 gal', '2.00 gal'])
      await entries.getByText(amount, { exact: true }).waitFor();
  });

  test('is printed with whole names, colored bars and how many rows are missing', async () => {
    const { name, address } = await prepareField(Array.from({ length: 51 }, () => 10));
    const page = await signIn('Ana', address, { viewport: { width: 1440, height: 600 } });
    await page.getByRole('row', { name: '10' }).first().waitFor();
    const { sheets, cut } = await print(page);
    const text = sheets.join(' ');
    expect(cut).toEqual([]);
    expect(text).toContain('Only the first 50 rows are printed. There are more.');
    expect(text).not.toMatch(/…|All fields/);
    const entries = text.slice(text.indexOf('Entries'));
    expect(entries.replaceAll(' ', '').split(name.replaceAll(' ', '')).length).toBeGreaterThan(50);
    await page.emulateMedia({ media: 'print' });
    const bar = page.getByRole('progressbar', { name }).locator('div');
    expect(await bar.evaluate((fill) => getComputedStyle(fill).printColorAdjust)).toBe('exact');
  });
});
