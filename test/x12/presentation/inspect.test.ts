import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acknowledgment, acknowledgmentFile } from '#test/fixtures/x12/acknowledgment.ts';
import { remittance, remittanceFile } from '#test/fixtures/x12/remittance.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { sized } from '#test/soak.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { inspectDocument, inspectLines } from '#x12/presentation/inspect.ts';
import { JsonWriter } from '#x12/presentation/json-writer.ts';

const options = { showValues: true, wholeClaims: true };

/** Returns document and lines of a file that is read in pieces, or undefined for input that is not X12. */
function inspected(bytes: Uint8Array, step = 997): { document: unknown; lines: unknown[] } | undefined {
  try {
    const texts = [inspectDocument(options), inspectLines(options)].map((inspection) => {
      const engine = new X12Engine({ guides: allGuides, listeners: inspection.listeners, validate: false });
      let text = '';
      for (let at = 0; at < bytes.length; at += step) {
        engine.write(bytes.subarray(at, at + step));
        text += inspection.take();
      }
      engine.end();
      return text + inspection.take();
    });
    const [document = '', lines = ''] = texts;
    return {
      document: JSON.parse(document),
      lines: lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    };
  } catch (error) {
    if (error instanceof X12Error) return undefined;
    throw error;
  }
}

interface Transaction {
  readonly set: string;
  readonly claims?: readonly unknown[];
  readonly statuses?: readonly unknown[];
  readonly read?: boolean;
}

function transactions(document: unknown): Transaction[] {
  const { interchanges } = document as { interchanges: { groups: { transactions: Transaction[] }[] }[] };
  return interchanges.flatMap(({ groups }) => groups.flatMap((group) => group.transactions));
}

test('a document that ends anywhere with an error is whole', () => {
  for (const bytes of [remittanceFile(remittance()), acknowledgmentFile(acknowledgment())]) {
    for (let length = 200; length < bytes.length; length += 97) {
      const inspection = inspectDocument({ ...options, members: { file: 'a.x12' } });
      const engine = new X12Engine({ guides: allGuides, listeners: inspection.listeners, validate: false });
      engine.write(bytes.subarray(0, length));
      const start = inspection.take();
      inspection.fail('The disk failed');
      expect(JSON.parse(start + inspection.take())).toEqual({
        file: 'a.x12',
        interchanges: expect.any(Array),
        error: 'The disk failed',
      });
    }
  }
});

describe('inspection', () => {
  test('writes JSON in pieces', () => {
    const json = new JsonWriter();
    json.beginObject();
    json.members({ a: 1, b: undefined, c: 'x' });
    json.beginArray('list');
    json.item({ d: null });
    const first = json.take();
    json.item(2);
    json.end();
    json.beginArray('empty');
    json.end();
    json.end();
    expect(JSON.parse(first + json.take())).toEqual({ a: 1, c: 'x', list: [{ d: null }, 2], empty: [] });
    expect(() => json.end()).toThrow(RangeError);
  });

  (haveSamples ? test : test.skip).each(samples())('$file', ({ file, sets, claims, category }) => {
    const bytes = readSample(file);
    const found = inspected(bytes);
    if (category === 'none') return;
    const sameInOnePiece = inspected(bytes, bytes.length);
    expect(found).toEqual(sameInOnePiece);
    const all = transactions(found?.document);
    expect(all).toHaveLength(sets);
    if (category === '835') expect(all.flatMap((one) => one.claims ?? [])).toHaveLength(claims);
  });

  test('gives JSON for any damaged file, or throws X12Error', () => {
    const whole = Buffer.concat([remittanceFile(remittance()), acknowledgmentFile(acknowledgment())]);
    const segments = whole.toString().split('~');
    const damage = fc.oneof(
      fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, byte]) => {
        const bytes = Buffer.from(whole);
        bytes[at] = byte;
        return bytes;
      }),
      fc.nat(whole.length).map((end) => whole.subarray(0, end)),
      fc.tuple(fc.nat(segments.length - 1), fc.nat(segments.length - 1)).map(([from, to]) => {
        const moved = [...segments];
        moved.splice(to, 0, ...moved.splice(from, 1));
        return Buffer.from(moved.join('~'));
      }),
      fc.nat(segments.length - 1).map((n) => Buffer.from(segments.toSpliced(n, 1).join('~'))),
      fc
        .nat(segments.length - 1)
        .map((n) => Buffer.from(segments.toSpliced(n, 0, segments[n] ?? '').join('~'))),
    );
    fc.assert(
      fc.property(damage, fc.integer({ min: 1, max: 2000 }), (bytes, step) => {
        const found = inspected(bytes, step);
        if (found !== undefined) expect(found).toEqual(inspected(bytes, 64));
      }),
      {
        numRuns: sized('damaged files that are inspected', {
          short: 40,
          soak: 1_000,
          variable: 'FUZZ_CASES',
        }),
        seed: 12,
      },
    );
  }, 600_000);
});
