import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findRoute } from '#web/app/route-pattern.ts';
import { routes } from '#web/app/routes.ts';
import { sized } from '../../soak.ts';
import { openInApp, settled, useBrowser } from '../browser/browser.ts';
import { everyClaimsPage, everyFarmPage } from './every-page.ts';
import { panelFaultsOf, phoneFaultsOf, structureFaultsOf } from './page-faults.ts';

/** How a page is seen: theme, language and width. */
interface NamedLook {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly language: 'en' | 'es';
  readonly viewport: { readonly width: number; readonly height: number };
}

const widths = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } } as const;

/** Every theme, in every language, on a phone and at a desk: looks of the same theme and language are beside each other. */
const everyLook: readonly NamedLook[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (['en', 'es'] as const).flatMap((language) =>
    (['phone', 'desk'] as const).map((width) => ({
      name: `${colorScheme}, ${language}, ${width}`,
      colorScheme,
      language,
      viewport: widths[width],
    })),
  ),
);

/** WCAG 2.2 AA, and what axe calls best practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const count = sized('looks of every page', { short: 1, soak: everyLook.length });

const { signIn, visit } = useBrowser();

/** The looks in which a page is checked. Pages beside each other differ, so that eight of them have all looks of the short form. */
const looksOf = (place: number): readonly NamedLook[] =>
  [...everyLook, ...everyLook].slice(place % everyLook.length).slice(0, count);

const profileOf = (language: string) => ({ locale: `${language}-US`, reducedMotion: 'reduce' }) as const;

test.each([
  ['Ana', 'farm', everyFarmPage],
  ['Max', 'claims', everyClaimsPage],
] as const)(
  'no page that %s sees has a violation, is wider than the screen, or has on a phone what a finger cannot use',
  async (person, workplace, everyPage) => {
    const paths = await everyPage();
    const shown = new Set(paths.map((path) => findRoute(routes, path)?.route.path));
    expect(routes.filter((route) => route.workplace === workplace && !shown.has(route.path))).toEqual([]);
    const faults: string[] = [];
    for (const language of ['en', 'es'] as const) {
      const page = await signIn(person, workplace === 'farm' ? '/tour' : '/claims', profileOf(language));
      for (const [place, path] of paths.entries()) {
        for (const look of looksOf(place).filter((other) => other.language === language)) {
          await take(page, look);
          await openInApp(page, path);
          await settled(page);
          const found = [
            ...(await faultsOf(page)),
            ...(await structureFaultsOf(page)),
            ...(await widthFaultsOf(page)),
          ];
          // The other width needs no other page.
          await take(page, everyLook[everyLook.indexOf(look) ^ 1] ?? look);
          found.push(...(await widthFaultsOf(page)), ...(await panelFaultsOf(page)));
          faults.push(...found.map((fault) => `${path} (${look.name}): ${fault}`));
        }
      }
    }
    expect(faults).toEqual([]);
  },
  300_000 * count,
);

describe.each(['en', 'es'])('in language %s', (language) => {
  test('the page of a signed-out person has no violation', async () => {
    const page = await visit('/', profileOf(language));
    for (const look of everyLook.filter((other) => other.language === language)) {
      await take(page, look);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([look.name, ...(await faultsOf(page)), ...(await widthFaultsOf(page))]).toEqual([look.name]);
    }
  });
});

async function take(page: Page, { colorScheme, viewport }: NamedLook): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
}

async function faultsOf(page: Page): Promise<readonly string[]> {
  // Without frames of other origins, the results need not be put together in a page of their own.
  const axe = new AxeBuilder({ page }).withTags(rules).setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** A page that is wider than the screen, and on a phone what a finger cannot use. */
const widthFaultsOf = async (page: Page): Promise<readonly string[]> => [
  ...(await surplusOf(page)),
  ...(page.viewportSize()?.width === widths.phone.width ? await lastingPhoneFaultsOf(page) : []),
];

/** What a finger cannot use once lists are cards: that takes some frames after the width of the screen has changed. */
async function lastingPhoneFaultsOf(page: Page): Promise<readonly string[]> {
  let faults = await phoneFaultsOf(page);
  for (let look = 0; look < 20 && faults.length > 0; look += 1) {
    await page.waitForTimeout(50);
    faults = await phoneFaultsOf(page);
  }
  return faults;
}

/** Pixels by which the page is wider than the screen, once lists have taken the width of the screen. */
async function surplusOf(page: Page): Promise<readonly string[]> {
  const surplus = await page.evaluate(async () => {
    const { documentElement } = document;
    const measured = () => documentElement.scrollWidth - documentElement.clientWidth;
    for (let frame = 0; frame < 60 && measured() > 0; frame += 1) await new Promise(requestAnimationFrame);
    return measured();
  });
  return surplus > 0 ? [`${surplus} px wider than the screen of ${page.viewportSize()?.width} px`] : [];
}
