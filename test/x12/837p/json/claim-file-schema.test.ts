import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as formats } from 'ajv-formats';
import fc from 'fast-check';
import { claimFileJson } from '#test/fixtures/x12/random-claim.ts';
import { sized } from '#test/soak.ts';
import { claimFileFromJson } from '#x12/837p/json/claim-file.ts';
import { claimFileSchema } from '#x12/837p/json/claim-file-schema.ts';

const root = resolve(import.meta.dirname, '../../../..');
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const isValid = ajv.compile(claimFileSchema());
const example = () => JSON.parse(readFileSync(resolve(root, 'docs/x12-claims.json'), 'utf8'));

/** The example with generated claims. */
const files = claimFileJson.map((claims) => JSON.parse(JSON.stringify({ ...example(), claims })));

const numRuns = sized('random claim files and their JSON Schema', { short: 25, soak: 500 });

const isAccepted = (json: unknown): boolean => {
  try {
    claimFileFromJson(json, new Date());
    return true;
  } catch {
    return false;
  }
};

describe('the JSON Schema of claims', () => {
  test('accepts the example of the docs and every generated file', () => {
    expect(isValid(example())).toBe(true);
    fc.assert(
      fc.property(files, (json) => {
        expect(isValid(json)).toBe(true);
      }),
      { numRuns },
    );
  });

  test('agrees with the reader about every changed value', () => {
    const strange = fc.constantFrom(null, 7, '', 'x', true, [], {}, '2025-02-30', '1.005', ['x'], [7]);
    const changes = fc.array(fc.tuple(fc.nat(), strange), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(files, changes, (file, all) => {
        for (const [n, value] of all) {
          const json = structuredClone(file);
          const places = placesIn(json);
          const place = places[n % places.length];
          if (place === undefined) return;
          place.set(value);
          // The reader takes null for an absent value, and knows the days of a month.
          if (value === null || value === '2025-02-30') continue;
          expect([place.path, isValid(json)]).toEqual([place.path, isAccepted(json)]);
        }
      }),
      { numRuns },
    );
  });

  test('refuses a missing part and an unknown name', () => {
    const { envelope: _, ...incomplete } = example();
    expect(isValid(incomplete)).toBe(false);
    expect(isValid({ ...example(), claim: [] })).toBe(false);
  });
});

interface Place {
  readonly path: string;
  set(value: unknown): void;
}

/** Every member and item of a JSON value. */
function placesIn(json: unknown, path = ''): readonly Place[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, part]) => [
    { path: `${path}.${key}`, set: (value: unknown) => Object.assign(json, { [key]: value }) },
    ...placesIn(part, `${path}.${key}`),
  ]);
}
