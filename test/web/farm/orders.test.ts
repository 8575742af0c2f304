import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { commerce, useBrowser } from '../browser/browser.ts';
import { print } from '../browser/paper.ts';
import { prepareOrder, prepareStop, today, uniqueName } from './prepared-orders.ts';

const { signIn } = useBrowser();

describe('the list of orders', () => {
  test('filters by the address, and shows the order of a row in a panel', async () => {
    const order = await prepareOrder();
    const page = await signIn('Ana', `/orders?customer=${encodeURIComponent(order.customer_name)}`);
    await page.getByRole('row', { name: order.customer_name }).click();
    const panel = page.getByRole('dialog', { name: `Order of ${order.customer_name}` });
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
    const { id } = await prepareOrder({ customer_name });
    const page = await signIn(
      'Ana',
      `/orders?text=${encodeURIComponent(customer_name.split(' ').at(-1) ?? '')}`,
    );
    await page.getByRole('row', { name: customer_name }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(csv).toMatch(new RegExp(`^${id},.*"'=HYPERLINK`, 'm'));
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
