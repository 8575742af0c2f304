import type { Order } from './contract.ts';

/** Maximum length of the indexed words of one order. */
const maxIndexed = 1500;

/** Words beyond this number in a search have no effect. */
const maxSearched = 5;

/** Lower-case words without diacritics: runs of letters and digits. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of the texts, each after a blank, so that ` wo` finds the beginning of a word. */
function indexed(texts: readonly (string | undefined)[]): string {
  let all = '';
  for (const word of new Set(wordsOf(texts.filter((text) => text !== undefined).join(' ')))) {
    if (all.length + word.length >= maxIndexed) break;
    all += ` ${word}`;
  }
  return all;
}

/** Words by which an order is found: those of the customer, and all. */
export const searchWords = (order: Order): { readonly customer: string; readonly all: string } => ({
  customer: indexed([order.customer_name]),
  all: indexed([
    order.customer_name,
    order.customer_email,
    order.customer_phone,
    order.promo_code,
    order.notes,
    order.customer_address,
  ]),
});

/** Beginnings of words that a search asks for, each after a blank. */
export const searchedWords = (text: string): readonly string[] =>
  wordsOf(text)
    .slice(0, maxSearched)
    .map((word) => ` ${word}`);
