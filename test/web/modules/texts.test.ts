import { describe, expect, test } from '@jest/globals';
import { errorCatalog } from '#contract/errors.ts';
import * as en from '#web/text/en/index.ts';
import * as es from '#web/text/es/index.ts';

/** All texts with their names, without those that depend on values. */
function textsOf(value: unknown, name = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) => textsOf(inner, `${name}.${member}`));
}

const codesOf = ({
  errors,
  farmErrors,
  claimsErrors,
}: Pick<typeof en, 'errors' | 'farmErrors' | 'claimsErrors'>) => [
  ...Object.keys(errors.codes),
  ...Object.keys(farmErrors),
  ...Object.keys(claimsErrors),
];

/** English faults of input are the messages of the API. */
const isFromApi = (name: string): boolean => name.startsWith('.states.faultCodes.');

describe('texts', () => {
  test('explain every error code of the APIs', () => {
    expect(codesOf(en)).toEqual(expect.arrayContaining(Object.keys(errorCatalog)));
  });

  test('name one brand or member of an add-on in the singular', () => {
    expect(en.billing.adds.extra_brands('1')).toBe('1 more brand');
    expect(en.billing.adds.extra_seats('5')).toBe('5 more members');
    expect(es.billing.adds.extra_brands('1')).toBe('1 marca más');
    expect(es.billing.adds.extra_seats('1')).toBe('1 miembro más');
  });

  test.each([
    ['English', en],
    ['Spanish', es],
  ])('end a sentence with one full stop after a time in %s', (_name, texts) => {
    const time = '3:04 p.m.';
    const sentences = [
      texts.orders.one.sentence.pending(time),
      texts.settings.deletesAt(time),
      texts.submit.resumes(time),
      texts.webhooks.failingSince(time),
      texts.configuration.reload.activeVersion(2, time),
    ];
    for (const sentence of sentences) expect(sentence).not.toContain('..');
    expect(texts.settings.deletesAt('3:04 PM')).toMatch(/PM\.$/);
  });

  test('have the same areas in both languages', () => {
    expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
  });

  test.each([
    ['English', en],
    ['Spanish', es],
  ])('are not empty in %s', (_name, texts) => {
    const empty = textsOf(texts).filter(([name, text]) => text.trim() === '' && !isFromApi(name));
    expect(empty).toEqual([]);
  });

  test('of errors in Spanish are not the English ones', () => {
    const english = new Map(textsOf({ ...en.errors.codes, ...en.farmErrors, ...en.claimsErrors }));
    const same = textsOf({ ...es.errors.codes, ...es.farmErrors, ...es.claimsErrors }).filter(
      ([name, text]) => english.get(name) === text,
    );
    expect(same).toEqual([]);
  });
});
