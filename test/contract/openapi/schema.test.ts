import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { jsonSchema } from '../../../shared/contract/openapi/schema.ts';

const texts: readonly [string, z.ZodString][] = [
  ['one character', z.string().trim().min(1)],
  ['two characters', z.string().trim().min(2)],
  ['three characters', z.string().trim().min(3)],
  [
    'one character, no control characters',
    z
      .string()
      .trim()
      .min(1)
      .regex(/^\P{Cc}*$/u),
  ],
  [
    'three characters, no control characters',
    z
      .string()
      .trim()
      .min(3)
      .regex(/^\P{Cc}*$/u),
  ],
  [
    'two printable characters',
    z
      .string()
      .trim()
      .min(2)
      .regex(/^[\x20-\x7e]*$/),
  ],
];

/** The validity of a text by the published schema. */
function isValid(schema: z.ZodString, text: string): boolean {
  const { minLength, pattern } = jsonSchema(schema, 'input', {});
  return text.length >= Number(minLength) && new RegExp(String(pattern), 'u').test(text);
}

describe('the schema of a text without blanks at its ends', () => {
  test.each(texts)('is as strict as the endpoint: %s', (_, schema) => {
    const unit = fc.constantFrom(' ', '\t', '\n', '\u00a0', 'a', 'é', '%', '\u0001');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (text) => {
        if (isValid(schema, text)) expect(schema.safeParse(text).success).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(texts)('accepts what is stored: %s', (_, schema) => {
    const unit = fc.constantFrom(' ', 'a', 'b', '%');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 8 }), (text) => {
        const stored = schema.safeParse(text).data;
        fc.pre(stored !== undefined);
        expect(isValid(schema, stored)).toBe(true);
      }),
    );
  });

  test('leaves the length of other texts as it is', () => {
    expect(jsonSchema(z.string().min(3), 'input', {})).toEqual({ type: 'string', minLength: 3 });
    expect(jsonSchema(z.string().toLowerCase().min(3), 'input', {})).toEqual({
      type: 'string',
      minLength: 3,
    });
  });
});
