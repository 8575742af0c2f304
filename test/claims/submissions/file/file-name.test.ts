import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outgoingFileName, takeUniqueFileName } from '#claims/submissions/file/file-name.ts';
import { fileNamingSchema } from '#contract/claims/configuration/records.ts';

const parts = { naming: fileNamingSchema.parse({}), tradingPartnerId: '12345678', transactionType: '837P' };
const at = (time: string) => outgoingFileName({ ...parts, at: new Date(time) });

describe('a file name by the state standard', () => {
  test('contains the trading partner, the type and the Denver time in summer and winter', () => {
    expect(at('2026-07-01T18:30:05.007Z')).toBe('tp12345678-837P-20260701123005007-1of1.x12');
    expect(at('2026-01-01T06:59:59.999Z')).toBe('tp12345678-837P-20251231235959999-1of1.x12');
  });

  test('writes midnight as hour 00', () => {
    expect(at('2026-01-01T07:00:00.000Z')).toBe('tp12345678-837P-20260101000000000-1of1.x12');
  });

  test('always passes rule R209', () => {
    const times = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(times, (time) => {
        expect(outgoingFileName({ ...parts, at: time })).toMatch(/^tp\d+-837P-\d{17}-1of1\.x12$/);
      }),
    );
  });

  test('adds milliseconds until the name is free', async () => {
    const taken = new Set<string>();
    const take = async (name: string) => !taken.has(name) && taken.add(name) !== undefined;
    const now = new Date('2026-07-01T18:30:05.999Z');
    const names = [];
    for (let i = 0; i < 3; i++) names.push(await takeUniqueFileName({ ...parts, at: now }, take));
    expect(names.map((name) => name.slice(16, 33))).toEqual([
      '20260701123005999',
      '20260701123006000',
      '20260701123006001',
    ]);
  });

  test('is unique through the repeated hour in autumn', async () => {
    const taken = new Set<string>();
    const take = async (name: string) => !taken.has(name) && taken.add(name) !== undefined;
    for (const time of ['2026-11-01T07:30:00.000Z', '2026-11-01T08:30:00.000Z']) {
      await takeUniqueFileName({ ...parts, at: new Date(time) }, take);
    }
    expect([...taken].map((name) => name.slice(16, 33))).toEqual(['20261101013000000', '20261101013000001']);
  });
});
