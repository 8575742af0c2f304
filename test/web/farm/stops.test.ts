import { describe, expect, test } from '@jest/globals';
import { stopInput, stopReplacement } from '#commerce/stops/contract.ts';
import { stopExamples } from '#commerce/stops/examples.ts';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { print } from '../browser/paper.ts';
import { prepareOrder, prepareStop, today, uniqueName } from './prepared-orders.ts';
import { newName } from './sample-names.ts';

const { signIn } = useBrowser();

describe('stops', () => {
  test('a new stop gets its times, cut-off and capacity', async () => {
    const name = uniqueName('Market square');
    const page = await signIn('Ana', '/stops');
    await page.getByRole('button', { name: 'New stop' }).click();
    const dialog = page.getByRole('dialog', { name: 'New stop' });
    await dialog.getByLabel('Name').fill(name);
    const controls = await dialog
      .locator('[name]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name')?.split('.')[0]));
    const withoutControl = Object.keys(stopReplacement.shape).filter((field) => !controls.includes(field));
    expect(withoutControl).toEqual([]);
    await dialog.getByRole('button', { name: 'Add time' }).click();
    await dialog.getByRole('checkbox', { name: /Orders end before/ }).click();
    await dialog.getByLabel('Maximum orders per pickup day', { exact: true }).fill('40');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name }).waitFor();
    const { data } = await commerce().stops.list({ brand_id: stack.brandId, limit: 200 });
    expect(data.find((stop) => stop.name === name)).toMatchObject({
      capacity: 40,
      cut_off: { days_before: 1, time: '18:00' },
      hours: [
        { weekday: 'saturday', opens: '09:00', closes: '12:00' },
        { weekday: 'monday', opens: '09:00', closes: '12:00' },
      ],
    });
  });

  test('a change of the name keeps all other fields', async () => {
    const { id, brand_id, created_at, ...stop } = await commerce().stops.create(
      stopInput.parse({
        ...Object(stopExamples['create-stop']?.body),
        brand_id: stack.brandId,
        name: uniqueName('Market square'),
      }),
    );
    const name = uniqueName('Town hall');
    const page = await signIn('Ana', '/stops');
    await page.getByRole('row', { name: stop.name }).click();
    await page.getByRole('dialog', { name: stop.name }).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: `Edit ${stop.name}` });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name }).waitFor();
    const saved = await commerce().stops.get({ id });
    expect(saved).toEqual({
      ...stop,
      id,
      brand_id,
      created_at,
      name,
      updated_at: saved.updated_at,
      version: 2,
    });
  });

  test('the panel of a stop shows its next days and deletes the stop after a question', async () => {
    const stop = await prepareStop();
    const page = await signIn('Ana', '/stops');
    await page.getByRole('row', { name: stop.name }).click();
    const panel = page.getByRole('dialog', { name: stop.name });
    await panel.getByText('0 orders').first().waitFor();
    await panel.getByRole('button', { name: 'Delete stop' }).click();
    await page
      .getByRole('dialog', { name: `Delete ${stop.name}?` })
      .getByRole('button', { name: 'Delete stop' })
      .click();
    await page.getByRole('row', { name: stop.name }).waitFor({ state: 'detached' });
    await expect(commerce().stops.get({ id: stop.id })).rejects.toMatchObject({ status: 404 });
  });
});

describe('promo codes and order settings', () => {
  test('a promo code is created, and its faults are shown at their fields', async () => {
    const code = `P-${crypto.randomUUID().slice(0, 8)}`;
    const page = await signIn('Ana', '/stops?tab=promo');
    await page.getByRole('button', { name: 'New promo code' }).click();
    const dialog = page.getByRole('dialog', { name: 'New promo code' });
    await dialog.getByLabel('Code').fill('?');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByLabel('Code').and(page.locator('[aria-invalid="true"]')).waitFor();
    await dialog.getByLabel('Code').fill(code);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: code }).getByText('10 % off').waitFor();
  });

  test('an owner sets a tax rate', async () => {
    const label = uniqueName('Tax');
    const page = await signIn('Ana', '/stops?tab=settings');
    await page.getByRole('button', { name: 'Add tax rate' }).click();
    await page.getByLabel('Name').last().fill(label);
    await page.getByLabel('Tax category').last().fill(label);
    await page.getByLabel('Rate in percent').last().fill('5');
    await page.getByRole('button', { name: 'Save order settings' }).click();
    await page.getByText('Order settings saved').waitFor();
    const { tax_rates } = await commerce().brands.getOrderSettings({ brand_id: stack.brandId });
    expect(tax_rates).toContainEqual({ label, category: label, rate_percent: 5 });
  });
});

describe('the pick list', () => {
  test('adds up a stop, is ticked off and marks a pending order as packed', async () => {
    const stop = await prepareStop();
    const order = await prepareOrder({ stop_id: stop.id, pickup_date: today(), notes: 'Paper bags' });
    const page = await signIn('Ana', `/pick-list?day=${today()}&stop=${stop.id}`);
    await page.getByText('Collect $8.00').waitFor();
    await page.getByText('1 order to pack').waitFor();
    await page.getByText('$8.00 to collect').waitFor();
    const box = page.getByRole('article', { name: `#${order.number} ${order.customer_name}` });
    await box.getByText('Paper bags').waitFor();
    const line = box.getByRole('checkbox');
    await line.check();
    await page.reload();
    expect(await line.isChecked()).toBe(true);
    await box.getByRole('button', { name: 'Mark as packed' }).click();
    await page.getByText('All packed').waitFor();
    expect((await commerce().orders.get({ id: order.id })).status).toBe('ready');
  });

  test('prints a stop on one page, with the numbers of the orders and what is to be collected', async () => {
    const stop = await prepareStop();
    const prepare = () => prepareOrder({ stop_id: stop.id, pickup_date: today() });
    const orders = [await prepare(), await prepare(), await prepare()];
    await commerce().orders.createPayment({ id: orders[0]?.id ?? '', amount_cents: 800, method: 'cash' });
    const page = await signIn('Ana', `/pick-list?day=${today()}&stop=${stop.id}`);
    await page.getByText('3 orders to pack').waitFor();
    const { sheets, cut } = await print(page);
    expect(cut).toEqual([]);
    expect(sheets).toHaveLength(1);
    for (const { number, customer_name } of orders)
      expect(sheets[0]).toContain(`#${number} ${customer_name}`);
    expect(sheets[0]?.match(/Collect \$8\.00|Paid|\$16\.00 to collect/g)?.toSorted()).toEqual([
      '$16.00 to collect',
      'Collect $8.00',
      'Collect $8.00',
      'Paid',
    ]);
  });

  test('says when a day has no pickup, and steps through the days', async () => {
    const page = await signIn('Ana', '/pick-list?day=2031-01-01');
    await page.getByText(/^No pickup on/).waitFor();
    await page.getByRole('button', { name: 'Next day' }).click();
    await page.waitForURL(/day=2031-01-02/);
  });
});

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
