import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { type Column, columnWidths, templateOf } from '#web/components/column-layout.ts';
import { chromium, repeatOnce } from '../browser/browser.ts';
import { chromiumPath } from '../stack/chromium.ts';
import { type ServedGallery, serveGallery } from '../stack/gallery.ts';

const count = 100_000;
const viewport = { width: 1440, height: 900 };

/** More rows than three screens would make the page slow. */
const mostRendered = 90;

repeatOnce();
let gallery: ServedGallery;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  gallery = await serveGallery();
  browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox'] });
  page = await browser.newPage({ viewport });
  await page.goto(`${gallery.address}?rows=${count}`);
  await page.locator('.list-row').first().waitFor();
});

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
  afterAll(async () => {
    await page.setViewportSize(viewport);
    await page.locator('.list-row').first().focus();
  });

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
  });

  test.each([720, 800, 900, 1000, 1440, 2000])('show or cut each text at a width of %i', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await rested();
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

describe('a list of 100,000 rows', () => {
  test.each([
    ['a page down', ['Home', 'PageDown']],
    ['five pages down at once', ['Home', ...Array<string>(5).fill('PageDown')]],
    ['a page up after three down', ['Home', 'PageDown', 'PageDown', 'PageDown', 'PageUp']],
    ['the end', ['Home', 'End']],
    ['a page up from the end', ['End', 'PageUp']],
    ['the beginning', ['End', 'Home']],
  ])('has each row in sight after %s, and the focus on one of them', async (_, keys) => {
    for (const key of keys) await page.keyboard.press(key);
    await filled();
    const focused = page.locator('.list-row:focus');
    await focused.waitFor();
    const box = await focused.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
  });

  test('keeps the focus on a row however far the page is scrolled', async () => {
    for (const pixels of [-3000, -2750, -2500, -2250, -2000, -1750, -1500, -1250]) {
      for (const key of ['End', 'PageUp', 'PageUp']) await page.keyboard.press(key);
      const focused = page.locator('.list-row:focus');
      const place = await focused.getAttribute('data-place');
      await page.evaluate((by) => window.scrollBy(0, by), pixels);
      await rested();
      await filled();
      await expect(focused.getAttribute('data-place', { timeout: 1000 })).resolves.toBe(place);
    }
  });

  test.each(['End', 'PageUp', 'Home', 'PageDown', 'PageDown'])(
    'has each row in sight after a rest and %s',
    async (key) => {
      await rested();
      await page.keyboard.press(key);
      await filled();
    },
  );

  test.each([
    ['End', count - 1],
    ['Home', 0],
  ])('has a few rows at the goal of %s before it scrolls', async (key, goal) => {
    await page.keyboard.press(key === 'End' ? 'Home' : 'End');
    await filled();
    await rested();
    const places = await page.evaluate(async (pressed) => {
      const event = new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      // The list renders in a microtask, and the scroll event comes with the next frame.
      for (let turn = 0; turn < 5; turn++) await null;
      return [...document.querySelectorAll<HTMLElement>('.list-row')].map(({ dataset }) => dataset['place']);
    }, key);
    const near = places.filter((place) => Math.abs(Number(place) - goal) < viewport.height / 40);
    expect(near).toContain(String(goal));
    expect(near).toHaveLength(4);
    await filled();
  });

  test('has each row in sight after the wheel, the scrollbar and another size of the window', async () => {
    await page.keyboard.press('Home');
    await page.mouse.move(700, 500);
    for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 400);
    await filled();
    for (const part of [0.2, 0.21, 0.22, 0.6, 0.4, 0.401]) {
      await page.evaluate((at) => window.scrollTo(0, at * document.body.scrollHeight), part);
    }
    await filled();
    await page.setViewportSize({ width: 1440, height: 1400 });
    await filled();
    await page.setViewportSize(viewport);
    await filled();
  });

  test('stays small in the page', async () => {
    await page.keyboard.press('Home');
    for (const key of ['PageDown', 'End', 'PageUp', 'Home', 'PageDown']) {
      await page.keyboard.press(key);
      await rested();
      await expect(page.locator('.list-row').count()).resolves.toBeLessThan(mostRendered);
    }
  });
});

/** Waits until a row lies at each place of the screen below the head of the list, and checks which row it is. */
async function filled(): Promise<void> {
  await page.waitForFunction(() => {
    const body = document.querySelector('.list-body');
    const head = document.querySelector('.list-head');
    if (body === null || head === null) return false;
    const { top, bottom } = body.getBoundingClientRect();
    const from = Math.max(top, head.getBoundingClientRect().bottom);
    for (let y = from + 20; y < Math.min(bottom, window.innerHeight); y += 40) {
      const hidden = document.elementsFromPoint(600, y);
      const row = hidden.find((element) => element.matches('.list-row'));
      const place = Math.floor((y - top) / 40);
      if (row?.getAttribute('data-place') !== String(place)) return false;
    }
    return true;
  });
}

/** Waits until the list has rendered what it renders above and below once nothing has moved for a while. */
const rested = (): Promise<void> =>
  page.evaluate(async () => {
    const rendered = () =>
      [...document.querySelectorAll('.list-row')].map((row) => row.getAttribute('data-place')).join();
    let since = performance.now();
    // The list waits 80 ms.
    for (let before = rendered(); performance.now() - since < 200; before = rendered()) {
      await new Promise(requestAnimationFrame);
      if (rendered() !== before) since = performance.now();
    }
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
