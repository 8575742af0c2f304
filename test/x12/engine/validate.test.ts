import { describe, expect, test } from '@jest/globals';
import { acknowledgment, acknowledgmentFile, status, stc } from '#test/fixtures/x12/acknowledgment.ts';
import { claim, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { FindingCount, validate, validateSync } from '#x12/engine/validate.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { X12Error } from '#x12/findings/x12-error.ts';

const now = new Date('2025-03-11');
const provider = { entity: '85', name: 'CLINIC', idQualifier: 'XX', id: '1234567893' };
const oddStatus = acknowledgment({
  providers: [{ provider, claims: [status({ statuses: [stc('A9', '20')] })] }],
});
const mixed = Buffer.concat([
  remittanceFile(remittanceOf([claim({ paid: 8_100 })])),
  acknowledgmentFile(oddStatus),
]);

describe('validation of a file of several kinds', () => {
  test('reports findings of all sets in file order, with their content', async () => {
    const found: Finding[] = [];
    const content: string[] = [];
    const handlers = {
      remittances: { claim: () => content.push('claim') },
      claimAcknowledgments: { status: () => content.push('status') },
    };
    for await (const finding of validate(pieces(mixed), { now, handlers })) found.push(finding);
    expect(found.map(({ id }) => id)).toEqual(['V121', 'V128']);
    expect(content).toEqual(['claim', 'status']);
    expect([...validateSync(mixed, { now })]).toEqual(found);
  });

  test('masks values without showValues', () => {
    const bytes = Buffer.from(mixed.toString().replace('A9:20', 'K7:20'));
    const value = (showValues: boolean) => [...validateSync(bytes, { now, showValues })].at(-1)?.value;
    expect(value(false)).toBe('A9');
    expect(value(true)).toBe('K7');
  });

  test('masks text in place of a segment id', () => {
    const whole = Buffer.from(mixed.toString().replace('GE*', 'MALLEY JOHN 1980~GE*'));
    const found = (showValues: boolean) =>
      [...validateSync(whole, { now, showValues })].find(({ id }) => id === 'V138');
    expect(found(false)?.segment).toBe('AAAAAA AAAA 9999');
    expect(found(false)?.reference).toContain('AAAAAA AAAA 9999');
    expect(found(true)?.segment).toBe('MALLEY JOHN 1980');
  });

  test('counts findings by severity', () => {
    const count = new FindingCount();
    for (const finding of validateSync(mixed, { now })) count.add(finding);
    expect(count).toMatchObject({ fatal: 0, error: 0, warning: 2, isValid: true });
    const broken = Buffer.from(mixed.toString().replace('SE*', 'SE*9'));
    for (const finding of validateSync(broken, { now })) count.add(finding);
    expect(count.isValid).toBe(false);
  });

  test('throws X12Error for input that is not X12', () => {
    expect(() => [...validateSync(Buffer.from('{"json":true}'), { now })]).toThrow(X12Error);
  });
});

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 77) yield bytes.subarray(at, at + 77);
}
