import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { commerce, settled, stack, useBrowser } from '../browser/browser.ts';
import { prepareOrder, prepareProduct, prepareStop, today } from './prepared-orders.ts';

const { signIn } = useBrowser();

describe('the home page of a farm', () => {
  test('leads with the revenue of this week and the orders to pack today by stop', async () => {
    const stop = await prepareStop();
    await prepareOrder({ stop_id: stop.id, pickup_date: today() });
    const page = await signIn('Ana', '/');
    const toPack = page.getByRole('region', { name: 'To pack today' });
    await toPack.getByRole('link', { name: new RegExp(`${stop.name}.*0 of 1 packed`) }).waitFor();
    const { net } = await commerce()
      .analytics.get({
        figures: 'revenue',
        brand_id: stack.brandId,
        from: today(),
        to: today(),
      })
      .then((figures) => (figures.figures === 'revenue' ? figures : { net: Number.NaN }));
    const sales = page.getByRole('region', { name: 'Sales this week' });
    const names = ['Gross', 'Cancelled', 'Discounts', 'Refunded', 'Taxes', 'Net', 'Received'];
    expect(await sales.getByRole('term').allTextContents()).toEqual(names);
    const answer = await page.locator('.page-answer').textContent();
    expect(Number(answer?.replaceAll(/[^\d.]/g, ''))).toBeGreaterThanOrEqual(net);
    await page
      .getByRole('region', { name: 'Needs you' })
      .getByRole('link', { name: /confirmation/ })
      .click();
    await page.waitForURL(/\/orders\?status=pending/);
  });

  test('leads to the products that run out', async () => {
    const { id } = await prepareProduct();
    await commerce().stock.updateProductStock({ id, mode: 'tracked' });
    const page = await signIn('Ana', '/');
    await page
      .getByRole('region', { name: 'Needs you' })
      .getByRole('link', { name: /low in stock/ })
      .click();
    await page.waitForURL(/\/products\?show=low/);
  });

  test('charts show values by arrow keys, and a table behind each', async () => {
    await prepareOrder();
    const page = await signIn('Ana', '/?range=day');
    const chart = page.getByRole('figure').filter({ has: page.getByRole('img', { name: 'Orders' }) });
    await chart.getByRole('img', { name: 'Orders' }).focus();
    await page.keyboard.press('End');
    const readout = await chart.getByRole('status').textContent();
    expect(readout).toMatch(/Orders\s*[1-9]/);
    await chart.getByText('Show the values as a table').click();
    expect(await chart.getByRole('row').count()).toBe(31);
    const saved = page.waitForEvent('download');
    await chart.getByRole('button', { name: /CSV/ }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
  });

  test('the period and the comparison are in the address', async () => {
    const page = await signIn('Ana', '/');
    await settled(page);
    await page.getByRole('button', { name: '12 months' }).click();
    await page.getByRole('checkbox', { name: /Compare/ }).click();
    await page.waitForURL(/range=month.*compare=no/);
    const chart = page.getByRole('figure').filter({ has: page.getByRole('img', { name: 'Net revenue' }) });
    await chart.getByText('Show the values as a table').click();
    expect(await chart.getByRole('row').count()).toBe(13);
    expect(await chart.getByRole('columnheader').count()).toBe(2);
  });

  test.each([500, 503])('says how old its figures are while the service answers %i', async (status) => {
    const page = await signIn('Ana', '/');
    await settled(page);
    const revenue = await page.locator('.page-answer').textContent();
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({ status, json: { message: 'Service Unavailable' } }),
    );
    await page.reload();
    const state = page.getByRole('status').filter({ hasText: 'Granary could not be read' }).first();
    await state.getByText(/^Data read/).waitFor();
    expect(await page.locator('.page-answer').textContent()).toBe(revenue);
    await page.unroute('**/api/v1/**');
    await state.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Granary could not be read').first().waitFor({ state: 'detached' });
  });
});

const reports = [
  'Revenue',
  'Refunds and cancellations',
  'Taxes and shipping',
  'Orders',
  'Products',
  'Customers',
  'Returning customers',
  'Shop funnel',
  'Water',
  'Water authority',
];

describe('reports', () => {
  test('every report shows a table or says that the period has no figures', async () => {
    await prepareOrder();
    const page = await signIn('Ana', '/reports');
    for (const name of reports) {
      await page.getByRole('button', { name, exact: true }).click();
      await page
        .getByRole('table', { name, exact: true })
        .or(page.getByText('No figures in this period'))
        .waitFor();
    }
  });

  test('the revenue of a day equals the figure of the API, and is saved as CSV', async () => {
    await prepareOrder();
    const page = await signIn('Ana', `/reports?report=revenue&period=range&from=${today()}&to=${today()}`);
    await page.getByRole('table', { name: 'Revenue' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    const [header, row = ''] = csv.split('\r\n');
    expect(header).toBe(
      'Date,Gross,Cancelled,Discounts,Refunded,Taxes,Net,Received,Orders,Cancelled orders,Average order',
    );
    const figures = await commerce().analytics.get({
      figures: 'revenue',
      brand_id: stack.brandId,
      from: today(),
      to: today(),
    });
    const { gross, net, received } = figures.figures === 'revenue' ? figures : {};
    const values = row.split(',').map(Number);
    expect([values[1], values[6], values[7]]).toEqual([gross, net, received]);
  });

  test('a period that ends before it begins is refused at its field', async () => {
    const page = await signIn('Ana', '/reports?period=range&from=2026-02-01&to=2026-01-01');
    await page.getByText('The first day must not be after the last day.').waitFor();
  });

  test('the address has the report and the period, in Spanish too', async () => {
    const page = await signIn('Ana', '/reports?report=customers&period=last_year&by=month', {
      locale: 'es-US',
    });
    await settled(page);
    expect(await page.getByRole('table', { name: 'Clientes' }).getByRole('row').count()).toBe(14);
  });
});
