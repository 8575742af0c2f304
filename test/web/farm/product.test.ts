import { describe, expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { newName } from './sample-names.ts';

const { signIn } = useBrowser();

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const newProduct = (name: string) =>
  commerce().products.create({ brand_id: stack.brandId, name, price: 7.5, unit: 'each' });

describe('the page of a product', () => {
  test('saves fields and a new variant', async () => {
    const { id } = await newProduct(newName('Duck eggs'));
    const page = await signIn('Ana', `/products/${id}`);
    await page.getByRole('textbox', { name: 'Category' }).first().fill('Eggs');
    await page.getByRole('button', { name: 'Add variant' }).click();
    const variant = page.getByRole('group', { name: 'Variant 1' });
    await variant.getByLabel('Variant name').fill('Tray of 30');
    await variant.getByLabel('Price', { exact: true }).fill('32');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Product saved').waitFor();
    expect(await commerce().products.get({ id })).toMatchObject({
      category: 'Eggs',
      variants: [{ name: 'Tray of 30', price: 32 }],
    });
  });

  test('keeps the change of another person in other fields, and shows the one in the same field before saving again', async () => {
    const { id } = await newProduct(newName('Goose eggs'));
    const page = await signIn('Ana', `/products/${id}`);
    await page.getByRole('textbox', { name: 'Category' }).first().fill('Mine');
    await page.getByRole('textbox', { name: 'Tax category' }).fill('food');
    await commerce().products.patch({ id, category: 'Theirs', description: 'Fresh on Fridays' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Someone else has changed this meanwhile').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Category: Theirs' }).waitFor();
    expect(await commerce().products.get({ id })).toMatchObject({ category: 'Theirs' });
    expect(await page.getByRole('textbox', { name: 'Description' }).first().inputValue()).toBe(
      'Fresh on Fridays',
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Product saved').waitFor();
    expect(await commerce().products.get({ id })).toMatchObject({
      category: 'Mine',
      tax_category: 'food',
      description: 'Fresh on Fridays',
    });
  });

  test('names the field of a SKU that is taken', async () => {
    const sku = newName('SKU').replace(' ', '-');
    await commerce().products.create({ brand_id: stack.brandId, name: newName('First'), sku });
    const { id } = await newProduct(newName('Second'));
    const page = await signIn('Ana', `/products/${id}`);
    await page.getByLabel('SKU').fill(sku);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await commerce().products.get({ id })).not.toHaveProperty('sku');
  });

  test('uploads an image, describes it, and deletes it', async () => {
    const { id } = await newProduct(newName('Quail eggs'));
    const page = await signIn('Ana', `/products/${id}`);
    const images = page.getByRole('region', { name: 'Images' });
    await images
      .locator('input[type=file]')
      .setInputFiles({ name: 'eggs.png', mimeType: 'image/png', buffer: png });
    const image = page.getByRole('region', { name: 'Main image' });
    await image.getByRole('img').waitFor();
    await image.getByRole('textbox').fill('Six quail eggs');
    await image.getByRole('textbox').blur();
    await page.getByText('Description saved').waitFor();
    expect(await commerce().products.listImages({ id })).toMatchObject([{ alt_text: 'Six quail eggs' }]);
    await image.getByRole('button', { name: 'Delete image' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete image' }).click();
    await image.waitFor({ state: 'detached' });
    expect(await commerce().products.listImages({ id })).toEqual([]);
  });

  test('refuses a file that is no image before it is sent', async () => {
    const { id } = await newProduct(newName('Hen eggs'));
    const page = await signIn('Ana', `/products/${id}`);
    await page
      .getByRole('region', { name: 'Images' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('eggs') });
    await page.getByText('notes.txt is not a JPEG, PNG or WebP file.').waitFor();
    expect(await commerce().products.listImages({ id })).toEqual([]);
  });

  test('tracks stock, receives some, and lists the adjustment', async () => {
    const { id } = await newProduct(newName('Tomatoes'));
    const page = await signIn('Ben', `/products/${id}`);
    await page.getByRole('button', { name: 'Track stock' }).click();
    await page.getByRole('button', { name: 'Adjust stock' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('6');
    await dialog.getByLabel('Reason').fill('Morning harvest');
    await dialog.getByRole('button', { name: 'Adjust stock' }).click();
    await page.getByText('Stock adjusted').waitFor();
    await page.locator('summary', { hasText: 'Adjustments' }).click();
    await page.getByRole('row', { name: /Received \+6 Morning harvest/ }).waitFor();
    expect(await commerce().stock.getProductStock({ id })).toMatchObject([{ on_hand: 6 }]);
  });
});
