import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { claimFileJson } from '#test/fixtures/x12/random-claim.ts';
import { sized } from '#test/soak.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { type GenerateOptions, generateClaims } from '#x12/837p/generate/generate-claims.ts';
import { claimToJson } from '#x12/837p/json/claim.ts';
import { JsonInputError } from '#x12/values/json-codec.ts';
import { x12Texts } from '#x12/writer/character-set.ts';
import { repeatedKeys } from '../../../bin/x12/repeated-keys.ts';

describe('generate', () => {
  const moment = new Date('2026-03-15T18:00:00Z');
  type Json = Record<string, unknown>;

  /** The example in the documentation, a new copy for each call. */
  function example(): { envelope: Json; transaction: Json; claims: Json[] } {
    return JSON.parse(readFileSync('docs/x12-claims.json', 'utf8'));
  }

  /** The example with its first claim, or a line of it, changed. */
  function withClaim(changes: Json): unknown {
    const file = example();
    return { ...file, claims: [{ ...file.claims[0], ...changes }] };
  }
  function withLine(changes: Json): unknown {
    const [line] = (example().claims[0]?.['lines'] ?? []) as Json[];
    return withClaim({ lines: [{ ...line, ...changes }] });
  }
  function withProcedure(changes: Json): unknown {
    return withLine({ procedure: { code: '99213', ...changes } });
  }

  function issuesOf(json: unknown, options: Partial<GenerateOptions> = {}): string[] {
    try {
      generateClaims(json, { moment, ...options });
    } catch (error) {
      if (error instanceof JsonInputError) return error.issues.map(({ path }) => path);
      throw error;
    }
    return [];
  }

  const coverage = {
    payer_sequence: 'S',
    relationship: '18',
    benefits_assigned: 'Y',
    release_of_information: 'Y',
    subscriber: { last_name: 'FERN', first_name: 'OLIVE', id: 'X1' },
    payer: { last_name: 'OTHER', id: 'P2' },
  };
  const person = { last_name: 'ROE', first_name: 'JAN', id: '1234567893' };
  const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);

  /** Content that an 837P cannot hold, with the path of its error. */
  const tooMuch: readonly (readonly [what: string, json: unknown, path: string])[] = [
    [
      'a fifth modifier',
      withProcedure({ modifiers: ['25', '59', 'LT', 'RT', 'XS'] }),
      'claims[0].lines[0].procedure.modifiers[4]',
    ],
    [
      'a third related cause',
      withClaim({ related_causes: ['AA', 'EM', 'OA'] }),
      'claims[0].related_causes[2]',
    ],
    [
      'a sixth remark',
      withClaim({
        other_coverages: [
          { ...coverage, outpatient: { remarks: ['MA01', 'MA02', 'MA03', 'MA04', 'MA05', 'MA06'] } },
        ],
      }),
      'claims[0].other_coverages[0].outpatient.remarks[5]',
    ],
    [
      'an end date without a start',
      withLine({ service_date: undefined, service_date_end: '2025-02-21' }),
      'claims[0].lines[0].service_date_end',
    ],
    ['an unknown key', withClaim({ colour: 'blue' }), 'claims[0].colour'],
    [
      'an eleventh attachment',
      withClaim({ attachments: many(11, { report_type: 'OZ', transmission: 'AA' }) }),
      'claims[0].attachments[10]',
    ],
    [
      'a thirteenth diagnosis',
      withClaim({
        diagnoses: Array.from({ length: 13 }, (_, i) => ({
          qualifier: i === 0 ? 'ABK' : 'ABF',
          code: `J${10 + i}`,
        })),
      }),
      'claims[0].diagnoses[12]',
    ],
    [
      'a fifth diagnosis pointer',
      withLine({ diagnosis_pointers: [1, 1, 1, 1, 1] }),
      'claims[0].lines[0].diagnosis_pointers[4]',
    ],
    [
      'a fifty-first line',
      withClaim({
        lines: Array.from({ length: 51 }, (_, i) => {
          const [line] = (example().claims[0]?.['lines'] ?? []) as Json[];
          return { ...line, number: i + 1, control_number: `L${i + 1}` };
        }),
      }),
      'claims[0].lines[50]',
    ],
    ['a third referring provider', withClaim({ referring: many(3, person) }), 'claims[0].referring[2]'],
    [
      'a fourth number of a contact',
      withClaim({
        subscriber: {
          ...(example().claims[0]?.['subscriber'] as Json),
          contacts: [{ name: 'A', numbers: many(4, { qualifier: 'TE', number: '3035550100' }) }],
        },
      }),
      'claims[0].subscriber.contacts[0].numbers[3]',
    ],
    [
      'an address of a referring provider',
      withClaim({ referring: [{ ...person, address: { line1: '1 MAIN ST' } }] }),
      'claims[0].referring[0].address.line1',
    ],
    [
      'a taxonomy of the payer',
      withClaim({
        subscriber: {
          ...(example().claims[0]?.['subscriber'] as Json),
          payer: { last_name: 'P', id: 'P1', taxonomy: '207Q00000X' },
        },
      }),
      'claims[0].subscriber.payer.taxonomy',
    ],
    [
      'an address of the submitter',
      {
        ...example(),
        transaction: {
          ...example().transaction,
          submitter: { last_name: 'S', id: 'S1', address: { city: 'DENVER' } },
        },
      },
      'transaction.submitter.address.city',
    ],
    ['a note of 81 characters', withClaim({ note: { text: 'N'.repeat(81) } }), 'claims[0].note.text'],
    [
      'a name of 61 characters',
      withClaim({ rendering: { ...person, last_name: 'N'.repeat(61) } }),
      'claims[0].rendering.last_name',
    ],
    [
      'a pointer that is not a whole number',
      withLine({ diagnosis_pointers: [1.5] }),
      'claims[0].lines[0].diagnosis_pointers[0]',
    ],
    [
      'a gap between two modifiers',
      withProcedure({ modifiers: ['25', '', '59'] }),
      'claims[0].lines[0].procedure.modifiers[1]',
    ],
    ['a number of 16 digits', withLine({ quantity: 1234567890123456 }), 'claims[0].lines[0].quantity'],
    ['an absurdly large number', withLine({ quantity: 1e21 }), 'claims[0].lines[0].quantity'],
    ['an amount of 11 digits', withClaim({ total_charge: '123456789.12' }), 'claims[0].total_charge'],
    ['no claim', { ...example(), claims: [] }, 'claims'],
    [
      'a sender of 16 characters',
      { ...example(), envelope: { ...example().envelope, sender: 'S'.repeat(16) } },
      'envelope.sender',
    ],
    [
      'half an interchange number',
      { ...example(), envelope: { ...example().envelope, interchange_number: 1.5 } },
      'envelope.interchange_number',
    ],
    ['a letter with an accent', withClaim({ note: { text: 'café' } }), 'claims[0].note.text'],
    ['a line end', withClaim({ note: { text: 'A\nB' } }), 'claims[0].note.text'],
    [
      'an emoji',
      { ...example(), envelope: { ...example().envelope, sender: 'SENDER😀' } },
      'envelope.sender',
    ],
  ];

  describe('an 837P from JSON', () => {
    test('writes every field of the example', () => {
      expect(issuesOf(example())).toEqual([]);
    });

    test.each(tooMuch)('rejects %s at its path', (_, json, path) => {
      expect(issuesOf(json)).toContain(path);
    });

    test('reports only the values that exceed the guide', () => {
      expect(issuesOf(withProcedure({ modifiers: ['25', '59', 'LT', 'RT', 'XS', 'XU'] }))).toEqual([
        'claims[0].lines[0].procedure.modifiers[4]',
        'claims[0].lines[0].procedure.modifiers[5]',
      ]);
      expect(
        issuesOf(withClaim({ attachments: many(12, { report_type: 'OZ', transmission: 'AA' }) })),
      ).toEqual(['claims[0].attachments[10]', 'claims[0].attachments[11]']);
    });

    test('never writes an exponent', () => {
      const text = generateClaims(withLine({ quantity: 1e-7 }), { moment }).bytes.toString();
      expect(text).toContain('*UN*0.0000001*');
    });

    test('transliterates on request and returns the changed paths', () => {
      const json = withClaim({
        note: { text: 'Zoë’s café – ½ Straße' },
        rendering: { ...person, last_name: 'Łuczak' },
      });
      const { bytes, changed } = generateClaims(json, { moment, characters: 'transliterate' });
      expect(changed).toEqual(['claims[0].note.text', 'claims[0].rendering.last_name']);
      const [claim] = readClaimsSync(bytes);
      expect(claim?.note?.text).toBe("Zoe's cafe - 1/2 Strasse");
      expect(claim?.rendering?.lastName).toBe('Luczak');
      const other = withClaim({ note: { text: '医' } });
      expect(issuesOf(other, { characters: 'transliterate' })).toEqual(['claims[0].note.text']);
    });
  });

  test('reports a duplicate key of an object by its path', () => {
    const paths = (text: string) => repeatedKeys(text).map(({ path }) => path);
    expect(
      paths('{"claims":[{"note":{"text":"a"}},{"note" : {"text":"{\\"","text":"b"},"x":[1,2]}]}'),
    ).toEqual(['claims[1].note.text']);
    expect(paths(readFileSync('docs/x12-claims.json', 'utf8'))).toEqual([]);
  });
});

describe('JSON that an 837P cannot hold', () => {
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
