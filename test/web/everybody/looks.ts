import type { Look } from '../browser/browser.ts';

/** How a page is seen: theme, language and width. */
export interface NamedLook extends Look {
  readonly name: string;
}

const themes = ['light', 'dark'] as const;
const languages = ['en', 'es'] as const;
const widths = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } } as const;

/** Every theme, in every language, on a phone and at a desk. */
export const everyLook: readonly NamedLook[] = themes.flatMap((colorScheme) =>
  languages.flatMap((language) =>
    (['phone', 'desk'] as const).map((width) => ({
      name: `${colorScheme}, ${language}, ${width}`,
      colorScheme,
      locale: language === 'en' ? 'en-US' : 'es-US',
      viewport: widths[width],
      reducedMotion: 'reduce' as const,
    })),
  ),
);

/** Two looks that have every theme, language and width once. */
export const twoLooks: readonly NamedLook[] = everyLook.filter(({ name }) =>
  ['light, en, desk', 'dark, es, phone'].includes(name),
);
