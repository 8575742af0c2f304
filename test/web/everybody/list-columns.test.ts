import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { type Column, columnWidths, templateOf } from '#web/components/column-layout.ts';
import { repeatOnce } from '../browser/browser.ts';
import { chromium } from '../browser/playwright.ts';
import { chromiumPath } from '../stack/chromium.ts';
import { type ServedGallery, serveGallery } from '../stack/gallery.ts';

repeatOnce();
let gallery: ServedGallery;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  gallery = await serveGallery();
  browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox'] });
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${gallery.address}?rows=1000`);
  await page.locator('.list-row').first().waitFor();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await gallery?.close();
});

const widths = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: 48, max: 240 }).map((pixels) => `${pixels}px` as const),
  fc.integer({ min: 2, max: 8 }).map((halves) => `${halves / 2}fr` as const),
);

describe('the columns of a list', () => {
  test('have the widths that the grid of the browser gives them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(widths, { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 300, max: 2400 }),
        fc.boolean(),
        async (chosen, width, canSelect) => {
          const columns = chosen.map((of, place) => columnOf(of, place));
          const expected = columnWidths(columns, width, canSelect);
          const actual = await gridWidths(templateOf(columns), width, canSelect);
          // Undefined is the answer where there is no room for all, and cuts every text.
          for (const [place, pixels] of (expected ?? []).entries())
            expect(actual[place]).toBeCloseTo(pixels, 0);
        },
      ),
      { numRuns: 200 },
    );
  }, 120_000);

  test.each([720, 800, 900, 1000, 1440, 2000])('show or cut each text at a width of %i', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(300);
    const cells = await page.evaluate(() =>
      [...document.querySelectorAll('.list-row > .list-cell')].map((cell) => ({
        text: cell.textContent ?? '',
        isWider: cell.scrollWidth > cell.clientWidth,
        isCut: getComputedStyle(cell).overflowX === 'clip',
      })),
    );
    expect(cells.length).toBeGreaterThan(100);
    expect(cells.filter(({ isWider, isCut }) => isWider && !isCut)).toEqual([]);
    if (width === 1440) expect(cells.filter(({ isCut }) => isCut)).toEqual([]);
  });
});

const columnOf = (width: Column<unknown>['width'], place: number): Column<unknown> => ({
  id: `column-${place}`,
  label: '',
  cell: () => '',
  width,
});

/** The widths of the cells of a row that the page has while they are measured. */
const gridWidths = (template: string, width: number, canSelect: boolean): Promise<number[]> =>
  page.evaluate(
    (given) => {
      const list = document.createElement('div');
      list.className = given.canSelect ? 'list list-selectable' : 'list';
      list.style.width = `${given.width}px`;
      list.style.setProperty('--list-columns', given.template);
      const line = document.createElement('div');
      line.className = 'list-line';
      list.append(line);
      document.body.append(list);
      const tracks = getComputedStyle(line).gridTemplateColumns.split(' ').map(Number.parseFloat);
      list.remove();
      return given.canSelect ? tracks.slice(1) : tracks;
    },
    { template, width, canSelect },
  );
