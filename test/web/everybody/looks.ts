/** How a page is seen: theme, language and width. */
export interface NamedLook {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly language: Language;
  readonly viewport: { readonly width: number; readonly height: number };
}

export type Language = (typeof languages)[number];

export const languages = ['en', 'es'] as const;
const themes = ['light', 'dark'] as const;
const widths = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } } as const;

/** Every theme, in every language, on a phone and at a desk. */
export const everyLook: readonly NamedLook[] = themes.flatMap((colorScheme) =>
  languages.flatMap((language) =>
    (['phone', 'desk'] as const).map((width) => ({
      name: `${colorScheme}, ${language}, ${width}`,
      colorScheme,
      language,
      viewport: widths[width],
    })),
  ),
);
