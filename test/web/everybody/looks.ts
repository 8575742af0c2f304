/** How a page is seen: theme, language and width. */
export interface NamedLook {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly language: 'en' | 'es';
  readonly viewport: { readonly width: number; readonly height: number };
}

const widths = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } } as const;

/** Every theme, in every language, on a phone and at a desk: looks of the same theme and language are beside each other. */
export const everyLook: readonly NamedLook[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (['en', 'es'] as const).flatMap((language) =>
    (['phone', 'desk'] as const).map((width) => ({
      name: `${colorScheme}, ${language}, ${width}`,
      colorScheme,
      language,
      viewport: widths[width],
    })),
  ),
);
