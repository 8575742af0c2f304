import { AxeBuilder } from '@axe-core/playwright';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sized } from '../../soak.ts';
import { settled, useBrowser } from '../browser/browser.ts';
import { everyPage, type ShownPage } from './every-page.ts';
import { everyLook, twoLooks } from './looks.ts';

/** WCAG 2.2 AA, and what axe calls best practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const looks = sized('looks of every page', { short: 2, soak: 8 }) > 2 ? everyLook : twoLooks;

const { signIn, visit } = useBrowser();
let pages: readonly ShownPage[] = [];
beforeAll(async () => {
  pages = await everyPage();
});

describe.each(looks)('$name', (look) => {
  test.each(['Ana', 'Max'] as const)(
    'no page of %s has a violation, or content wider than the screen',
    async (person) => {
      const paths = pages.filter((page) => page.person === person).map(({ path }) => path);
      expect(paths.length).toBeGreaterThan(15);
      const page = await signIn(person, paths[0] ?? '/', look);
      const faults: string[] = [];
      for (const path of paths) {
        await page.goto(path);
        await settled(page);
        faults.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
    600_000,
  );

  test('the page of a signed-out person has no violation', async () => {
    const page = await visit('/', look);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});

async function faultsOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const surplus = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [
    ...violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    ),
    ...(surplus > 0 ? [`${surplus} px wider than the screen`] : []),
  ];
}
