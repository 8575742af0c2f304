import { type Language, language } from './language.ts';
import type { Translated } from './translated.ts';

export type { Language } from './language.ts';
export { language } from './language.ts';

/** All texts, by area. The English files define the names; `Translated` holds the other languages to them. */
export type Texts = Translated<typeof import('./en/index.ts')>;

/** Texts that load together: those of the frame with the app, those of a workplace with its first page. */
export type TextPart = 'frame' | 'farm' | 'claims';

/**
 * The texts of the page's language. They are loaded before the page is shown. Read them while rendering, never at the top
 * level of a module.
 */
export let texts: Texts;

const loaders: Readonly<Record<Language, Readonly<Record<TextPart, () => Promise<Partial<Texts>>>>>> = {
  en: {
    frame: () => import('./en/frame-areas.ts'),
    farm: () => import('./en/farm-areas.ts'),
    claims: () => import('./en/claims-areas.ts'),
  },
  es: {
    frame: () => import('./es/frame-areas.ts'),
    farm: () => import('./es/farm-areas.ts'),
    claims: () => import('./es/claims-areas.ts'),
  },
};

/** Loads a part of the texts. A part that is loaded costs nothing. */
export async function loadTexts(part: TextPart, wanted: Language = language): Promise<void> {
  const areas = await loaders[wanted][part]();
  texts = { ...texts, ...areas };
}
