import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { remittance, remittanceFile } from '#test/fixtures/x12/remittance.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { ControlNumberLog } from '#x12/envelope/control-number-log.ts';
import type { KnownPartners } from '#x12/envelope/partners.ts';
import { pack } from '#x12/reader/segment.ts';
import { IdTable } from '#x12/values/id-table.ts';

test('detects repeated numbers in any order', () => {
  const numbers = fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 40 }).map((n) => String(n).padStart(4, '0')),
      fc.constantFrom('A1', 'X', '', '123456789012'),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(numbers, (all) => {
      const log = new ControlNumberLog();
      const seen = new Set<string>();
      for (const number of all) {
        const key = /^\d{1,9}$/.test(number) ? String(Number(number)) : number;
        expect(log.isRepeated(number)).toBe(seen.has(key));
        seen.add(key);
      }
    }),
    { seed: 1 },
  );
});

test('remembers consecutive numbers without limit', () => {
  const log = new ControlNumberLog();
  let repeated = 0;
  for (let n = 1; n <= 300_000; n++) repeated += Number(log.isRepeated(String(n)));
  expect(repeated).toBe(0);
  expect(log.isRepeated('1')).toBe(true);
  expect(log.isRepeated('299999')).toBe(true);
});

test('finds the number of each segment id', () => {
  const ids = fc.uniqueArray(
    fc.string({ unit: fc.constantFrom(...'ABMNR0129'), minLength: 1, maxLength: 4 }),
    {
      maxLength: 300,
    },
  );
  fc.assert(
    fc.property(ids, (all) => {
      const table = new IdTable();
      all.forEach((id, i) => {
        expect(table.get(pack(id))).toBe(-1);
        expect(table.add(pack(id))).toBe(i);
      });
      all.forEach((id, i) => {
        expect(table.add(pack(id))).toBe(i);
      });
    }),
    { seed: 2 },
  );
});

test('holds 512 ids', () => {
  const table = new IdTable();
  for (let i = 0; i < 512; i++) table.add(i);
  expect(() => table.add(512)).toThrow(RangeError);
  const small = new IdTable(2);
  expect([small.add(7), small.add(8), small.get(9)]).toEqual([0, 1, -1]);
  expect(() => small.add(9)).toThrow(RangeError);
});

const now = new Date('2025-03-11');

function idsWith(partners: KnownPartners, bytes: Uint8Array = remittanceFile(remittance())): string[] {
  return [...validateSync(bytes, { now, partners })].map(({ id, segment }) => `${id} ${segment}`);
}

/** Knows files from PAYER to CLINIC only. */
const partners: KnownPartners = {
  isInterchangeKnown: ({ sender, receiver }) => sender === 'PAYER' && receiver === 'CLINIC',
  isGroupKnown: ({ sender, receiver }) => sender === 'PAYER' && receiver === 'CLINIC',
};

describe('V129: partners', () => {
  test('reports nothing for a known pair', () => {
    expect(idsWith(partners)).toEqual([]);
  });

  test('reports an unknown sender once, at the interchange', () => {
    expect(idsWith({ ...partners, isInterchangeKnown: () => false })).toEqual(['V129 ISA']);
  });

  test('reports unknown application codes at the group', () => {
    const swapped = remittanceFile(remittance())
      .toString()
      .replace('GS*HP*PAYER*CLINIC', 'GS*HP*CLINIC*PAYER');
    expect(idsWith(partners, Buffer.from(swapped))).toEqual(['V129 GS']);
  });
});
