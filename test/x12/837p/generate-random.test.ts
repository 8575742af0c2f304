import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { claimFileJson } from '#test/fixtures/x12/random-claim.ts';
import { sized } from '#test/soak.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { generateClaims } from '#x12/837p/generate/generate-claims.ts';
import { claimToJson } from '#x12/837p/json/claim.ts';
import { JsonInputError } from '#x12/values/json-codec.ts';
import { x12Texts } from '#x12/writer/character-set.ts';

const moment = new Date('2026-03-15T18:00:00Z');

/** The claims of the example in the documentation, a new copy for each call. */
function exampleClaims(): unknown[] {
  return JSON.parse(readFileSync('docs/x12-claims.json', 'utf8')).claims;
}

const head = { envelope: { sender: 'SENDER', receiver: 'RECEIVER' }, transaction: { batch_id: 'B1' } };

type Leaf = readonly [path: string, value: unknown];

function leavesOf(json: unknown, path = ''): Leaf[] {
  if (Array.isArray(json)) return json.flatMap((item, i) => leavesOf(item, `${path}[${i}]`));
  if (typeof json !== 'object' || json === null) return [[path, json]];
  return Object.entries(json).flatMap(([key, part]) => leavesOf(part, `${path}.${key}`));
}

/** Every way to exceed a limit, at a random place. */
const excess = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('long', 'many', 'accent', 'exponent', 'stranger', 'blank'),
});

function spoiled(claims: readonly unknown[], { at, how }: { at: number; how: string }): unknown[] {
  const copy: unknown[] = JSON.parse(JSON.stringify(claims));
  const places: { holder: Record<string, unknown>; key: string }[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      const holder = value as Record<string, unknown>;
      const part = holder[key];
      const fits = {
        many: Array.isArray(part),
        stranger: typeof part === 'object',
        exponent: typeof part === 'number',
      };
      if (fits[how as keyof typeof fits] ?? typeof part === 'string') places.push({ holder, key });
      walk(part);
    }
  };
  walk(copy);
  const place = places[at % Math.max(places.length, 1)];
  if (place === undefined) return copy;
  const { holder, key } = place;
  const part = holder[key];
  if (how === 'long') holder[key] = `${part}`.padEnd(90, 'X');
  if (how === 'many')
    holder[key] = Array.from({ length: 30 }, (_, i) => (part as unknown[])[i % (part as unknown[]).length]);
  if (how === 'accent') holder[key] = `${part}ñ`;
  if (how === 'exponent') holder[key] = 1.5e-12;
  if (how === 'stranger') holder[key] = { ...(part as object), stranger: 'X' };
  if (how === 'blank') holder[key] = `${part} `;
  return copy;
}

describe('JSON that an 837P cannot hold', () => {
  const found = (claims: readonly unknown[]): 'written' | 'refused' => {
    const json = { ...head, claims };
    try {
      const { bytes } = generateClaims(json, { moment });
      const read = [...readClaimsSync(bytes)].map(
        (claim) => new Set(leavesOf(claimToJson(claim)).map((leaf) => leaf.join('='))),
      );
      for (const claim of claims) {
        const leaves = leavesOf(claim).map((leaf) => leaf.join('='));
        expect(read.some((known) => leaves.every((leaf) => known.has(leaf)))).toBe(true);
      }
      return 'written';
    } catch (error) {
      if (!(error instanceof JsonInputError)) throw error;
      const paths = new Set(leavesOf(json).flatMap(([path]) => prefixes(path)));
      for (const { path } of error.issues) expect([path, paths.has(`.${path}`)]).toEqual([path, true]);
      return 'refused';
    }
  };
  const prefixes = (path: string) =>
    [...path.matchAll(/(?=[.[]|$)/g)].map(({ index }) => path.slice(0, index));
  const sound = (claims: readonly unknown[]) => x12Texts(claims, 'transliterate').json as unknown[];

  /** One claim with one line, so that failures shrink fast. */
  const short = claimFileJson.map((claims) =>
    claims.slice(0, 1).map((claim) => ({ ...claim, lines: claim.lines.slice(0, 1) })),
  );

  test('writes random claims completely or rejects them at the path at fault', () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(short, (claims) => {
        outcomes.add(found(sound(claims)));
      }),
      { seed: 1001, numRuns: sized('generated claims', { short: 2, soak: 60 }), endOnFailure: true },
    );
    expect([...outcomes]).toContain('refused');
  }, 600_000);

  test('writes a claim with one spoiled part completely or rejects it at that path', () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(excess, (more) => {
        outcomes.add(found(spoiled(exampleClaims(), more)));
      }),
      { seed: 1003, numRuns: sized('spoiled example', { short: 30, soak: 800 }) },
    );
    expect([...outcomes].sort()).toEqual(['refused', 'written']);
  }, 600_000);

  test('writes claims with oversized parts completely or rejects them at that path', () => {
    fc.assert(
      fc.property(short, excess, (claims, more) => {
        found(spoiled(sound(claims), more));
      }),
      { seed: 1002, numRuns: sized('spoiled claims', { short: 2, soak: 150 }), endOnFailure: true },
    );
  }, 600_000);
});
