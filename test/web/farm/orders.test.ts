import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { print } from '../browser/paper.ts';
import { prepareOrder, prepareProduct, prepareStop, today, uniqueName } from './prepared-orders.ts';

const { signIn } = useBrowser();

describe('the list of orders', () => {
  test('finds an order by its number in the address, and shows it in a panel', async () => {
    const order = await prepareOrder();
    const name = `#${order.number} ${order.customer_name}`;
    const page = await signIn('Ana', `/orders?text=${encodeURIComponent(`#${order.number}`)}`);
    await page.getByRole('row', { name }).click();
    const panel = page.getByRole('dialog', { name: `Order ${name}` });
    await panel.getByText('$8.00 is due.').waitFor();
    await panel.getByRole('button', { name: 'Confirm' }).click();
    await panel.getByRole('button', { name: 'Mark as ready' }).waitFor();
    expect((await commerce().orders.get({ id: order.id })).status).toBe('confirmed');
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: order.customer_name }).getByText('Confirmed').waitFor();
    await page.getByRole('button', { name: 'Pending' }).click();
    await page.getByText('No order matches these filters').waitFor();
    await page.waitForURL(/status=pending/);
  });

  test('keeps the names of a stop and of products that were deleted after the sale', async () => {
    const stop = await prepareStop();
    const order = await prepareOrder({ stop_id: stop.id, pickup_date: today() });
    const [line] = order.items;
    await commerce().stops.delete({ id: stop.id });
    await commerce().products.delete({ id: line?.product_id ?? '' });
    const page = await signIn('Ana', `/orders?customer=${encodeURIComponent(order.customer_name)}`);
    await page.getByRole('row', { name: order.customer_name }).getByText(stop.name).click();
    const panel = page.getByRole('dialog', { name: `Order #${order.number} ${order.customer_name}` });
    await panel
      .getByText(line?.sold?.name ?? '-')
      .first()
      .waitFor();
    await panel.getByText(stop.name, { exact: true }).waitFor();
  });

  test('shows what is to collect and to return, and filters by it', async () => {
    const customer_name = uniqueName('Sage');
    await prepareOrder({ customer_name });
    const paid = await prepareOrder({ customer_name });
    await commerce().orders.createPayment({ id: paid.id, amount_cents: 800, method: 'cash' });
    const items = paid.items.map((item) => ({ ...item, quantity: 1 }));
    await commerce().orders.edit({ id: paid.id, items });
    const page = await signIn('Ana', `/orders?customer=${encodeURIComponent(customer_name)}`);
    const rows = page.getByRole('row', { name: customer_name });
    await rows.getByText('Collect $8.00').waitFor();
    await rows.getByText('Return $4.00').waitFor();
    await page.getByLabel('To settle').selectOption('To return');
    await rows.getByText('Collect $8.00').waitFor({ state: 'detached' });
    await rows.getByText('Overpaid').waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByLabel('To settle').selectOption('To collect');
    await rows.getByText('Collect $8.00').waitFor();
    expect(await rows.count()).toBe(1);
  });

  test('changes the state of all selected orders that can take the step', async () => {
    const customer_name = uniqueName('Fern');
    const orders = [await prepareOrder({ customer_name }), await prepareOrder({ customer_name })];
    const page = await signIn('Ana', `/orders?customer=${encodeURIComponent(customer_name)}`);
    await page.getByRole('row', { name: customer_name }).nth(1).waitFor();
    await page.getByRole('checkbox', { name: /all/i }).click();
    const bar = page.getByRole('region', { name: /selection/ });
    expect(await bar.getByRole('button', { name: 'Complete' }).getAttribute('aria-disabled')).toBe('true');
    await bar.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('2 orders changed').waitFor();
    for (const { id } of orders) expect((await commerce().orders.get({ id })).status).toBe('confirmed');
  });

  test('is printed with its active filters as text, and without the other ones', async () => {
    const customer_name = uniqueName('Sorrel');
    await prepareOrder({ customer_name });
    const page = await signIn('Ana', `/orders?status=pending&customer=${encodeURIComponent(customer_name)}`);
    await page.getByRole('row', { name: customer_name }).waitFor();
    const { sheets, cut } = await print(page);
    expect(cut).toEqual([]);
    expect(sheets.join(' ')).toContain(`Customer ${customer_name}`);
    expect(sheets.join(' ')).not.toMatch(/…|Confirmed|Cancelled|Any/);
  });

  test('cancels selected orders with one reason', async () => {
    const customer_name = uniqueName('Reed');
    const { id } = await prepareOrder({ customer_name });
    const page = await signIn('Ana', `/orders?customer=${encodeURIComponent(customer_name)}`);
    await page.getByRole('row', { name: customer_name }).getByRole('checkbox').click();
    await page
      .getByRole('region', { name: /selection/ })
      .getByRole('button', { name: 'Cancel order' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Cancel 1 order?' });
    await dialog.getByLabel('Reason').fill('Hail');
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('1 order changed').waitFor();
    expect(await commerce().orders.get({ id })).toMatchObject({ status: 'cancelled', cancel_reason: 'Hail' });
  });

  test('counts the pickups of today by stop and state', async () => {
    const stop = await prepareStop();
    await prepareOrder({ stop_id: stop.id, pickup_date: today() });
    const page = await signIn('Ana', '/orders');
    const row = page
      .getByRole('table', { name: 'Pickup today by stop' })
      .getByRole('row', { name: stop.name });
    await row.waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual(['1', '0', '0', '0', '1']);
  });

  test('saves the filtered orders as CSV, without formulas', async () => {
    const customer_name = `=HYPERLINK("x") ${uniqueName('Zora')}`;
    const { id, number } = await prepareOrder({ customer_name });
    const page = await signIn(
      'Ana',
      `/orders?text=${encodeURIComponent(customer_name.split(' ').at(-1) ?? '')}`,
    );
    await page.getByRole('row', { name: customer_name }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(csv).toMatch(new RegExp(`^${number},${id},.*"'=HYPERLINK`, 'm'));
    expect(csv.trim().split('\r\n')).toHaveLength(2);
  });

  test('a viewer reads orders and cannot change them', async () => {
    const order = await prepareOrder();
    const page = await signIn('Vera', `/orders/${order.id}`);
    const confirm = page.getByRole('button', { name: 'Confirm' });
    await confirm.waitFor();
    expect(await confirm.getAttribute('aria-disabled')).toBe('true');
    await page.getByText('Viewers cannot change orders.').waitFor();
  });
});

describe('the page of an order', () => {
  test('leads an order from confirmation to completion and payment', async () => {
    const order = await prepareOrder();
    const page = await signIn('Ana', `/orders/${order.id}`);
    await page.getByText(/Waits for your confirmation since/).waitFor();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Mark as ready' }).click();
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record a payment' });
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('8.00');
    await dialog.getByLabel('Method').selectOption('Check');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await page.getByText('Paid in full.').waitFor();
    expect(await commerce().orders.get({ id: order.id })).toMatchObject({
      status: 'completed',
      payment_state: 'paid',
    });
    const history = page.getByRole('list', { name: 'History' });
    await history.getByText('Payment recorded').waitFor();
    expect(await history.getByRole('listitem').count()).toBe(5);
  });

  test('keeps its latest state when an earlier reading of it arrives late', async () => {
    const order = await prepareOrder();
    const page = await signIn('Ana', `/orders/${order.id}`, { serviceWorkers: 'block' });
    await page.getByRole('button', { name: 'Confirm' }).waitFor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    await page.route(
      new RegExp(`/orders/${order.id}$`),
      async (route) => {
        const response = await route.fetch();
        hold();
        await released;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Confirm' }).click();
    await held;
    await page.getByRole('button', { name: 'Mark as ready' }).click();
    await page.getByRole('button', { name: 'Complete' }).waitFor();
    const late = page.waitForResponse(new RegExp(`/orders/${order.id}$`));
    release();
    await late;
    await page.waitForTimeout(500);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('button', { name: 'Record payment' }).waitFor();
  });

  test('edits a pending order, and shows a change by someone else first', async () => {
    const order = await prepareOrder();
    const page = await signIn('Ana', `/orders/${order.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit order' });
    await dialog.getByLabel('Notes').fill('Mine');
    await commerce().orders.edit({ id: order.id, notes: 'Theirs' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Someone else changed this order.').waitFor();
    expect(await dialog.getByLabel('Notes').inputValue()).toBe('Theirs');
    await dialog.getByRole('button', { name: /^Increase Quantity/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('$12.00 is due.').waitFor();
    expect((await commerce().orders.get({ id: order.id })).items[0]?.quantity).toBe(3);
  });

  test('cancels with a reason, and offers the refund of what was paid', async () => {
    const order = await prepareOrder();
    await commerce().orders.createPayment({ id: order.id, amount_cents: 800, method: 'cash' });
    const page = await signIn('Ana', `/orders/${order.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Cancel order' }).click();
    const dialog = page.getByRole('dialog', {
      name: `Cancel order #${order.number} ${order.customer_name}?`,
    });
    await dialog.getByLabel('Reason').fill('Moved away');
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText(/Reason: “Moved away”\. \$8\.00 is to be refunded\./).waitFor();
    await page.getByRole('button', { name: 'Record refund' }).click();
    const refund = page.getByRole('dialog', { name: 'Record a refund' });
    await refund.getByLabel('Reason').fill('Cancelled');
    await refund.getByRole('button', { name: 'Record refund' }).click();
    await page.getByText('Refunded', { exact: true }).first().waitFor();
    expect((await commerce().orders.get({ id: order.id })).payment_state).toBe('refunded');
  });

  test('refunds some items, and keeps what is due if the customer will pay again', async () => {
    const order = await prepareOrder();
    await commerce().orders.createPayment({ id: order.id, amount_cents: 800, method: 'cash' });
    const page = await signIn('Ana', `/orders/${order.id}`);
    const dialog = page.getByRole('dialog', { name: 'Record a refund' });
    const refund = async (pays: boolean) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Record refund' }).click();
      await dialog.getByLabel('For').selectOption('Some items');
      await dialog.getByRole('button', { name: /^Increase Quantity/ }).click();
      // The amount follows the pieces with the next rendering.
      const amount = await dialog.getByLabel('Amount').elementHandle();
      await page.waitForFunction((field) => (field as HTMLInputElement | null)?.value === '4.00', amount);
      await dialog.getByLabel('Reason').fill('Bruised');
      await dialog.getByLabel('The customer will pay again').setChecked(pays);
      await dialog.getByRole('button', { name: 'Record refund' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await refund(false);
    await page.getByText('Some items').waitFor();
    const [item] = order.items;
    expect(await commerce().orders.get({ id: order.id })).toMatchObject({
      payment_state: 'partially_refunded',
      allowed_products: [{ product_id: item?.product_id, cents: 400 }],
    });
    await refund(true);
    await page.getByText('$4.00 is due.').waitFor();
  });

  test('lowers a confirmed order with a reason, and offers the refund of the difference', async () => {
    const order = await prepareOrder();
    await commerce().orders.createPayment({ id: order.id, amount_cents: 800, method: 'cash' });
    await commerce().orders.updateStatus({ id: order.id, status: 'confirmed' });
    const page = await signIn('Ana', `/orders/${order.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Lower quantities' }).click();
    const dialog = page.getByRole('dialog', { name: 'Lower quantities' });
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByRole('button', { name: /^Decrease Quantity/ }).click();
    await dialog.getByLabel('Why are quantities lowered?').fill('Hail');
    await save.click();
    await page.getByText('$4.00 is to be refunded.').waitFor();
    expect(await commerce().orders.get({ id: order.id })).toMatchObject({
      status: 'confirmed',
      return_cents: 400,
    });
  });

  test('takes a promo code into a pending order, and out of it', async () => {
    const client = commerce();
    const settings = await client.brands.getOrderSettings({ brand_id: stack.brandId });
    await client.brands.updateOrderSettings({ ...settings, promotions: 'on' });
    const code = `HALF-${crypto.randomUUID().slice(0, 8)}`;
    await client.promotions.createPromoCode({ brand_id: stack.brandId, code, kind: 'percent', percent: 50 });
    const order = await prepareOrder();
    const page = await signIn('Ana', `/orders/${order.id}`);
    const enter = async (text: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit order' });
      await dialog.getByLabel('Promo code').fill(text);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await enter(code);
    await page.getByText('$4.00 is due.').waitFor();
    await enter('');
    await page.getByText('$8.00 is due.').waitFor();
    expect((await client.orders.get({ id: order.id })).promo_code).toBeUndefined();
  });

  test('shows markup in names and notes as text', async () => {
    const probe = `<img src=x onerror="document.documentElement.className='hacked'"> ${uniqueName('Probe')}`;
    const order = await prepareOrder({ customer_name: probe, notes: probe });
    const page = await signIn('Ana', `/orders/${order.id}`);
    await page.getByRole('heading', { level: 1, name: probe }).waitFor();
    expect(await page.locator('html.hacked').count()).toBe(0);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });
});

describe('a new order', () => {
  test('is entered with the keyboard alone, for a known customer', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const known = await prepareOrder({ customer_email: email });
    const product = await prepareProduct(2.5);
    const stop = await prepareStop();
    const page = await signIn('Ana', '/orders/new');
    await page.getByRole('combobox', { name: /Find customer/ }).waitFor();
    await page.keyboard.type(email.slice(0, 12));
    await page.getByRole('option', { name: known.customer_name }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Add product' }).focus();
    await page.keyboard.type(product.name);
    await page.keyboard.press('Enter');
    await page.keyboard.type(product.name);
    await page.keyboard.press('Enter');
    await page.locator('.page-answer', { hasText: '$5.00' }).waitFor();
    await page.getByLabel('Stop').selectOption(stop.name);
    await page.getByText('Choose a pickup day.').waitFor();
    await page.getByLabel('Pickup day').selectOption({ index: 1 });
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('heading', { level: 1, name: new RegExp(`^Order #\\d+ ${known.customer_name}$`) })
      .waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await commerce().orders.get({ id })).toMatchObject({
      customer_email: email,
      stop_id: stop.id,
      total: 5,
    });
  });

  test('says what is missing, and limits quantities to the stock', async () => {
    const product = await prepareProduct();
    const client = commerce();
    await client.stock.updateProductStock({ id: product.id, mode: 'tracked' });
    await client.stock.createAdjustment({ id: product.id, kind: 'receive', quantity: 1, reason: 'Harvest' });
    const page = await signIn('Ana', '/orders/new');
    const create = page.getByRole('button', { name: 'Create order' });
    await page.getByText('Add at least one item.').waitFor();
    await page.getByRole('combobox', { name: 'Add product' }).fill(product.name);
    await page.keyboard.press('Enter');
    await page.getByText('Enter a customer.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill(uniqueName('Marta'));
    await page.getByRole('button', { name: `Increase Quantity of ${product.name}` }).click();
    await page.getByText('Only 1 in stock.').waitFor();
    await page.getByText('Lower the quantities to the stock.').waitFor();
    expect(await create.getAttribute('aria-disabled')).toBe('true');
  });

  test('shows what a promo code takes off', async () => {
    const client = commerce();
    const settings = await client.brands.getOrderSettings({ brand_id: stack.brandId });
    await client.brands.updateOrderSettings({ ...settings, promotions: 'on' });
    const code = `HALF-${crypto.randomUUID().slice(0, 8)}`;
    await client.promotions.createPromoCode({ brand_id: stack.brandId, code, kind: 'percent', percent: 50 });
    const product = await prepareProduct(10);
    const page = await signIn('Ana', '/orders/new');
    await page.getByRole('combobox', { name: 'Add product' }).fill(product.name);
    await page.keyboard.press('Enter');
    await page.getByLabel('Promo code').fill(code.toLowerCase());
    await page.getByText('Valid: 50 % off.').waitFor();
    await page.locator('.page-answer', { hasText: '$5.00' }).waitFor();
    expect(await page.getByText('-$5.00').count()).toBe(1);
  });

  test('names a product that was deleted meanwhile, and marks its line until it is removed', async () => {
    const [gone, other] = [await prepareProduct(), await prepareProduct()];
    const page = await signIn('Ana', '/orders/new');
    for (const { name } of [gone, other]) {
      await page.getByRole('combobox', { name: 'Add product' }).fill(name);
      await page.keyboard.press('Enter');
      await page.getByLabel(`Quantity of ${name}`, { exact: true }).waitFor();
    }
    await page.getByLabel('Name', { exact: true }).fill(uniqueName('Marta'));
    await commerce().products.delete({ id: gone.id });
    await page.getByRole('button', { name: 'Create order' }).click();
    const notice = page.locator('.form-error');
    await notice.getByText('A product does not exist any more').waitFor();
    await notice.getByText(`${gone.name}: No longer in the catalog`).waitFor();
    expect(await notice.textContent()).not.toMatch(/items|product_id/);
    const line = (name: string) => page.locator('.line').filter({ hasText: name });
    const mark = 'No longer in the catalog';
    expect(await line(gone.name).getByText(mark).count()).toBe(1);
    await page.getByRole('button', { name: `Remove ${gone.name}` }).click();
    await line(gone.name).waitFor({ state: 'detached' });
    expect(await line(other.name).getByText(mark).count()).toBe(0);
  });
});
