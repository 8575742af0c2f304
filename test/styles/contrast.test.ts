import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { contrast } from './contrast.ts';

const tokens = readFileSync(new URL('../../web/src/styles/tokens.css', import.meta.url), 'utf8');
const pairs = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

const grounds = ['ground', 'surface', 'sunken'];
const rowGrounds = [...grounds, 'hover', 'selected', 'neutral-tint'];
const tones = ['accent', 'warning', 'danger', 'info'];

/** What is written on what. */
const texts: readonly (readonly [string, readonly string[]])[] = [
  ['text', [...rowGrounds, ...tones.map((tone) => `${tone}-tint`)]],
  ['muted', rowGrounds],
  ...tones.map((tone) => [tone, [...rowGrounds, `${tone}-tint`]] as const),
  ['on-accent', ['accent-fill', 'accent-fill-hover']],
  ['on-danger', ['danger-fill', 'danger-fill-hover']],
];

/** Figures stand on the page, on cards and in rows; their tones, too. */
const figures: readonly (readonly [string, readonly string[]])[] = [
  ['text', [...rowGrounds, ...tones.map((tone) => `${tone}-tint`)]],
  ...tones.map((tone) => [tone, grounds] as const),
];

/** Borders of controls, focus rings, lines of charts and bars. */
const shapes: readonly (readonly [string, readonly string[]])[] = [
  ['edge', rowGrounds],
  ['focus', rowGrounds],
  ['compare', grounds],
  ['accent-fill', [...grounds, 'neutral-tint']],
  ['danger-fill', grounds],
];

const cases = (list: readonly (readonly [string, readonly string[]])[]) =>
  list.flatMap(([front, backs]) => backs.map((back) => ({ front, back })));

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const ratio = (front: string, back: string): number => contrast(colour(front, theme), colour(back, theme));

  test.each(cases(texts))('text in $front on $back has a contrast of 4.5:1', ({ front, back }) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(cases(figures))('figures in $front on $back have a contrast of 7:1', ({ front, back }) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(7);
  });

  test.each(cases(shapes))('$front on $back has a contrast of 3:1', ({ front, back }) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(3);
  });
});

test('every colour of the tokens is part of a pair', () => {
  const used = [...texts, ...figures, ...shapes].flatMap(([front, backs]) => [front, ...backs]);
  const decorative = ['line'];
  expect([...pairs.keys()].filter((name) => ![...used, ...decorative].includes(name))).toEqual([]);
});

function colour(name: string, theme: 'light' | 'dark'): string {
  const pair = pairs.get(name);
  if (pair === undefined) throw new Error(`tokens.css has no colour --${name}`);
  return pair[theme];
}
