import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { commerce, settled, stack, useBrowser } from '../browser/browser.ts';
import { prepareOrder, today } from './prepared-orders.ts';

const { signIn } = useBrowser();
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
    expect(header).toBe('Date,Gross,Cancelled,Net,Orders,Cancelled orders,Average order');
    const figures = await commerce().analytics.get({
      figures: 'revenue',
      brand_id: stack.brandId,
      from: today(),
      to: today(),
    });
    expect(Number(row.split(',')[1])).toBe('gross' in figures ? figures.gross : undefined);
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
