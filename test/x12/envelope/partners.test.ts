import { describe, expect, test } from '@jest/globals';
import { remittance, remittanceFile } from '#test/fixtures/x12/remittance.ts';
import { validateSync } from '#x12/engine/validate.ts';
import type { KnownPartners } from '#x12/envelope/partners.ts';

const now = new Date('2025-03-11');

function idsWith(partners: KnownPartners, bytes: Uint8Array = remittanceFile(remittance())): string[] {
  return [...validateSync(bytes, { now, partners })].map(({ id, segment }) => `${id} ${segment}`);
}

/** Takes files from PAYER to CLINIC only. */
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
