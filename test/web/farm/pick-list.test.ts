import { describe, expect, test } from '@jest/globals';
import { commerce, useBrowser } from '../browser/browser.ts';
import { prepareOrder, prepareStop, today } from './prepared-orders.ts';

const { signIn } = useBrowser();

describe('the pick list', () => {
  test('adds up a stop, is ticked off and marks a pending order as packed', async () => {
    const stop = await prepareStop();
    const order = await prepareOrder({ stop_id: stop.id, pickup_date: today(), notes: 'Paper bags' });
    const page = await signIn('Ana', `/pick-list?day=${today()}&stop=${stop.id}`);
    await page.getByText('1 order to pack').waitFor();
    const box = page.getByRole('article', { name: order.customer_name });
    await box.getByText('Paper bags').waitFor();
    const line = box.getByRole('checkbox');
    await line.check();
    await page.reload();
    expect(await line.isChecked()).toBe(true);
    await box.getByRole('button', { name: 'Mark as packed' }).click();
    await page.getByText('All packed').waitFor();
    expect((await commerce().orders.get({ id: order.id })).status).toBe('ready');
  });

  test('prints a stop on one page', async () => {
    const stop = await prepareStop();
    for (const _ of [1, 2, 3]) await prepareOrder({ stop_id: stop.id, pickup_date: today() });
    const page = await signIn('Ana', `/pick-list?day=${today()}&stop=${stop.id}`);
    await page.getByText('3 orders to pack').waitFor();
    const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });

  test('says when a day has no pickup, and steps through the days', async () => {
    const page = await signIn('Ana', '/pick-list?day=2031-01-01');
    await page.getByText(/^No pickup on/).waitFor();
    await page.getByRole('button', { name: 'Next day' }).click();
    await page.waitForURL(/day=2031-01-02/);
  });
});
