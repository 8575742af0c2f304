import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sized } from '#test/soak.ts';
import { Fingerprint, FingerprintSet } from '#x12/837p/check/file/fingerprint-set.ts';

const many = sized('fingerprints of a set', { short: 100_000, soak: 500_000 });
const fingerprint = new Fingerprint();

describe('fingerprint set', () => {
  test('contains added values and nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.oneof(fc.string({ maxLength: 6 }), fc.integer({ min: 0 })), { maxLength: 4 })),
        (items) => {
          const set = new FingerprintSet();
          const seen = new Set<string>();
          for (const item of items) {
            fingerprint.begin();
            for (const part of item)
              typeof part === 'string' ? fingerprint.text(part) : fingerprint.number(part);
            const key = JSON.stringify(item);
            expect(set.add(fingerprint)).toBe(seen.has(key));
            seen.add(key);
          }
        },
      ),
      { seed: 64 },
    );
  });

  test('distinguishes the claim numbers of large files', () => {
    const set = new FingerprintSet();
    let repeated = 0;
    for (let i = 0; i < many; i++) if (set.add(fingerprint.begin().text(`PCN${i}`))) repeated++;
    expect(repeated).toBe(0);
    for (let i = 0; i < many; i += 997) expect(set.add(fingerprint.begin().text(`PCN${i}`))).toBe(true);
  });
});
