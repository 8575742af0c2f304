export type Language = 'en' | 'es';

/** Languages in their own words, as the switch offers them. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

const storageKey = 'granary.language';

export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'es';

/** Returns the language that the person chose, else the first offered one that the browser prefers, else English. */
export function languageOf(chosen: string | null, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** Returns the locale of numbers and dates: the person's own variant of the language, else that of the United States. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? `${language}-US`;
}

const preferredTags: readonly string[] = globalThis.navigator?.languages ?? [];

/** The language of this page load. */
export const language: Language = languageOf(readChoice(), preferredTags);

/** Returns the texts of a page in the language of this page load. The page has them beside it. */
export const inLanguage = <T>(texts: Readonly<Record<Language, T>>): T => texts[language];

/** The locale of this page load, for `Intl`. */
export const locale: string = localeOf(language, preferredTags);

/** Keeps the choice and reloads the page in the language. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(storageKey, chosen);
  window.location.reload();
}

function readChoice(): string | null {
  return typeof window === 'undefined' ? null : window.localStorage.getItem(storageKey);
}
