import { describe, expect, test } from '@jest/globals';
import { commerce, useBrowser } from '../browser/browser.ts';
import { prepareOrder, uniqueName } from './prepared-orders.ts';

const { signIn } = useBrowser();

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
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
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

  test('shows markup in names and notes as text', async () => {
    const probe = `<img src=x onerror="document.documentElement.className='hacked'"> ${uniqueName('Probe')}`;
    const order = await prepareOrder({ customer_name: probe, notes: probe });
    const page = await signIn('Ana', `/orders/${order.id}`);
    await page.getByRole('heading', { level: 1, name: probe }).waitFor();
    expect(await page.locator('html.hacked').count()).toBe(0);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });
});
