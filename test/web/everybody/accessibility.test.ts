import { AxeBuilder } from '@axe-core/playwright';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sized } from '../../soak.ts';
import { settled, useBrowser } from '../browser/browser.ts';
import { everyPage, type ShownPage } from './every-page.ts';
import { everyLook, type Language, languages, type NamedLook, twoLooks } from './looks.ts';

/** WCAG 2.2 AA, and what axe calls best practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const looks = sized('looks of every page', { short: 2, soak: everyLook.length });

const { signIn, visit } = useBrowser();
let pages: readonly ShownPage[] = [];
beforeAll(async () => {
  pages = await everyPage();
});

describe.each(languages)('in language %s', (language) => {
  const profile = { locale: `${language}-US`, reducedMotion: 'reduce' } as const;

  test.each(['Ana', 'Max'] as const)(
    'no page of %s has a violation, or content wider than the screen',
    async (person) => {
      const paths = pages.filter((page) => page.person === person).map(({ path }) => path);
      expect(paths.length).toBeGreaterThan(15);
      const page = await signIn(person, paths[0] ?? '/', profile);
      const faults: string[] = [];
      for (const [place, path] of paths.entries()) {
        for (const look of looksOf(place, language)) {
          await take(page, look);
          await page.goto(path);
          await settled(page);
          faults.push(...(await faultsOf(page)).map((fault) => `${path} (${look.name}): ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    },
    300_000 * looks,
  );

  test('the page of a signed-out person has no violation', async () => {
    const page = await visit('/', profile);
    for (const look of everyLook.filter((other) => other.language === language)) {
      await take(page, look);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([look.name, ...(await faultsOf(page))]).toEqual([look.name]);
    }
  });
});

/** The looks in a language in which a page is checked. */
const looksOf = (place: number, language: Language): readonly NamedLook[] =>
  (looks > 2 ? everyLook : twoLooks(place)).filter((look) => look.language === language);

async function take(page: Page, { colorScheme, viewport }: NamedLook): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
}

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
