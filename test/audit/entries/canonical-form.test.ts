import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { signedBytes } from '#audit/checkpoints/checkpoint.ts';
import { canonicalJson, type JsonValue, NotCanonical } from '#audit/entries/canonical-json.ts';
import { emptyHead, linkEntries, prepareDraft } from '#audit/entries/chain.ts';
import { type AuditEntry, canonicalForm, entryHash, unitSeparator } from '#audit/entries/entry.ts';
import { sized } from '../../soak.ts';

const numRuns = sized('random entries of the audit log', { short: 300, soak: 5_000 });

const auditEntry = z.strictObject({
  id: z.int(),
  event_type: z.string(),
  entity_type: z.string(),
  entity_id: z.string(),
  actor: z.string(),
  payload_json: z.string(),
  created_at: z.string(),
  prev_hash: z.string(),
  hash: z.string(),
});

const vectors = z
  .object({
    canonical_json: z.array(z.object({ json: z.string(), canonical: z.string() })),
    entries: z.array(z.object({ entry: auditEntry, canonical_form_hex: z.string() })),
    checkpoint: z.object({
      statement: z.object({ chain: z.string(), sequence: z.int(), hash: z.string(), time: z.string() }),
      signed_bytes_hex: z.string(),
    }),
  })
  .parse(JSON.parse(readFileSync(new URL('../../fixtures/audit-vectors.json', import.meta.url), 'utf8')));

describe('test vectors from another program', () => {
  test.each(vectors.canonical_json)('canonical JSON of $json', ({ json, canonical }) => {
    expect(canonicalJson(JSON.parse(json))).toBe(canonical);
  });

  test.each(vectors.entries)(
    'canonical form and hash of entry $entry.id',
    ({ entry, canonical_form_hex }) => {
      expect(Buffer.from(canonicalForm(entry)).toString('hex')).toBe(canonical_form_hex);
      expect(entryHash(entry)).toBe(entry.hash);
    },
  );

  test('the bytes of a checkpoint', () => {
    const { statement, signed_bytes_hex } = vectors.checkpoint;
    expect(Buffer.from(signedBytes(statement)).toString('hex')).toBe(signed_bytes_hex);
  });
});

/** Text with characters that could blur the borders of fields: separators, lone surrogates, combining marks. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      unitSeparator,
      '\ud800',
      '\udc00',
      '\ufffd',
      'e\u0301',
      '\u00e9',
      '0',
      '1',
      'a',
      '"',
      '\\',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 6,
});

/**
 * JSON.parse of V8 in Node 24 takes a name that is one escape, such as `\\n`, for a backslash if it has read an object with that
 * name in the same place.
 */
const name = text.filter((one) => one !== '\\');

const row = fc.record({
  id: fc.oneof(fc.integer({ min: -2, max: 30 }), fc.double(), fc.maxSafeInteger()),
  event_type: text,
  entity_type: text,
  entity_id: text,
  actor: text,
  payload_json: fc.oneof(text, fc.json()),
  created_at: fc.oneof(text, fc.constantFrom('2026-11-20T09:30:00.000Z', '2026-11-20T09:30:00Z')),
  prev_hash: fc.oneof(text, fc.constantFrom('0'.repeat(64), 'F'.repeat(64), 'f'.repeat(64))),
});

const formOf = (entry: Omit<AuditEntry, 'hash'>): string | undefined => {
  try {
    return Buffer.from(canonicalForm(entry)).toString('hex');
  } catch (error) {
    expect(error).toBeInstanceOf(NotCanonical);
    return undefined;
  }
};

describe('canonical form', () => {
  test('two different rows never give the same bytes', () => {
    const fields = ['id', 'event_type', 'entity_type', 'entity_id', 'actor', 'payload_json'] as const;
    fc.assert(
      fc.property(row, row, fc.subarray([...fields]), (one, other, kept) => {
        // Only rows that differ in few fields could collide.
        const mixed = { ...one, ...Object.fromEntries(kept.map((field) => [field, other[field]])) };
        for (const candidate of [other, mixed]) {
          const same = fields.every((field) => Object.is(one[field], candidate[field]));
          const alike =
            same && one.created_at === candidate.created_at && one.prev_hash === candidate.prev_hash;
          const [a, b] = [formOf(one), formOf(candidate)];
          if (a !== undefined && b !== undefined) expect(a === b).toBe(alike);
        }
      }),
      { numRuns: 5 * numRuns },
    );
  });

  test('refuses text that contains a separator', () => {
    const entry = vectors.entries[0]?.entry;
    if (!entry) throw new Error('No vector');
    const { event_type, entity_type } = entry;
    const moved = { ...entry, event_type: `${event_type}${unitSeparator}${entity_type}`, entity_type: '' };
    expect(() => canonicalForm(moved)).toThrow(NotCanonical);
    const shifted = { ...entry, event_type: 'claim', entity_type: `x${unitSeparator}claim` };
    expect(() => canonicalForm(shifted)).toThrow(NotCanonical);
  });

  test.each<[string, Partial<AuditEntry>]>([
    ['a lone surrogate', { actor: 'a\ud800' }],
    ['an empty field', { actor: '' }],
    ['id 0', { id: 0 }],
    ['a fractional id', { id: 1.5 }],
    ['an id beyond 2^53 - 1', { id: 2 ** 53 }],
    ['a time without milliseconds', { created_at: '2026-11-20T09:30:00Z' }],
    ['a time with an offset', { created_at: '2026-11-20T09:30:00.000+01:00' }],
    ['a short hash', { prev_hash: 'f'.repeat(63) }],
  ])('rejects %s', (_, change) => {
    const entry = vectors.entries[0]?.entry;
    expect(() => canonicalForm({ ...(entry ?? fail()), ...change })).toThrow(NotCanonical);
  });

  test('the hash covers every field, in this order, as UTF-8', () => {
    fc.assert(
      fc.property(row, (entry) => {
        if (formOf(entry) === undefined) return;
        const { id, event_type, entity_type, entity_id, actor, payload_json, created_at, prev_hash } = entry;
        const bytes = [id, event_type, entity_type, entity_id, actor, payload_json, created_at, prev_hash];
        expect(entryHash(entry)).toBe(
          createHash('sha256')
            .update(Buffer.from(bytes.join('\u001f'), 'utf8'))
            .digest('hex'),
        );
      }),
    );
  });
});

describe('canonical JSON', () => {
  const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 5 }) as fc.Arbitrary<JsonValue>;

  test('does not depend on the order of members', () => {
    fc.assert(
      fc.property(json, fc.infiniteStream(fc.nat()), (value, order) => {
        const canonical = canonicalJson(value);
        expect(canonicalJson(shuffled(value, order) as JsonValue)).toBe(canonical);
        expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns },
    );
  });

  test('different values have different texts', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const same = isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
        expect(canonicalJson(one) === canonicalJson(other)).toBe(same);
      }),
      { numRuns },
    );
  });

  test('contains no separator and no lone surrogate, for any strings', () => {
    fc.assert(
      fc.property(fc.dictionary(name, text), (value) => {
        const canonical = canonicalJson(value);
        expect(canonical).not.toContain(unitSeparator);
        expect(canonical.isWellFormed()).toBe(true);
        expect({ ...JSON.parse(canonical) }).toEqual({ ...value });
      }),
    );
  });

  test('treats an undefined member as absent', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  test.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['an infinity', [Number.POSITIVE_INFINITY]],
    ['a Date', { at: new Date(0) }],
    ['a Map', new Map()],
    ['a function', { f: () => 1 }],
    ['a bigint', 1n],
    ['undefined', undefined],
    ['undefined in a list', [undefined]],
    ['a hole', Array(1)],
    ['a symbol', Symbol('s')],
    ['a value that contains itself', endless()],
  ])('rejects %s', (_, value) => {
    expect(() => canonicalJson(value as JsonValue)).toThrow(NotCanonical);
  });
});

describe('drafts', () => {
  const draft = { event_type: 'e', entity_type: 't', entity_id: 'i', actor: 'a', payload: {} };

  test.each([
    ['event_type', { event_type: 'x'.repeat(101) }],
    ['entity_id', { entity_id: '' }],
    ['actor', { actor: 'x'.repeat(256) }],
    ['payload_json', { payload: 'x'.repeat(256 * 1024) }],
  ])('reports an invalid %s without its value', (field, change) => {
    expect(() => prepareDraft({ ...draft, ...change })).toThrow(new RegExp(`^${field} must have`));
  });

  test('refuses a separator in the actor before the first attempt', () => {
    expect(() => prepareDraft({ ...draft, actor: `a${unitSeparator}b` })).toThrow(NotCanonical);
  });

  test('keeps times in order along the chain, for any clocks of the writers', () => {
    const [later] = linkEntries([prepareDraft(draft)], emptyHead, new Date('2026-11-20T10:00:00Z'));
    if (!later) throw new Error('No entry');
    const head = { sequence: later.id, hash: later.hash, created_at: later.created_at };
    const [next] = linkEntries([prepareDraft(draft)], head, new Date('2026-11-20T09:59:59Z'));
    expect(next?.created_at).toBe('2026-11-20T10:00:00.000Z');
  });
});

function shuffled(value: unknown, order: Iterator<number>): unknown {
  if (Array.isArray(value)) return value.map((each) => shuffled(each, order));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => ({ name, member, place: Number(order.next().value) }))
      .sort((a, b) => a.place - b.place)
      .map(({ name, member }) => [name, shuffled(member, order)]),
  );
}

function endless(): unknown {
  const value: Record<string, unknown> = {};
  value['itself'] = value;
  return value;
}

function fail(): never {
  throw new Error('No vector');
}
