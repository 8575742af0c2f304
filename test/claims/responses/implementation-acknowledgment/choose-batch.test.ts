import { describe, expect, test } from '@jest/globals';
import type { Batch } from '#claims/claim/batch.ts';
import { chooseBatch } from '#claims/responses/implementation-acknowledgment/choose-batch.ts';

const batch = (id: string, over: Partial<Batch> = {}): Batch => ({
  id,
  direction: 'sent',
  at: '2026-03-15T18:00:00.000Z',
  interchange: {
    control_number: '000000101',
    ...{ sender_qualifier: 'ZZ', sender: 'US', receiver_qualifier: 'ZZ', receiver: 'PAYER', usage: 'P' },
  },
  group: { control_number: '101', sender: 'US', receiver: 'PAYER', version: '005010X222A1' },
  ...over,
});

const parties = { sender: 'PAYER', receiver: 'US' };
const envelopes = { interchange: parties, group: parties };
const nothing: ReadonlySet<string> = new Set();

describe('the batch of an acknowledgment', () => {
  test('is the batch with swapped partners; blanks do not count', () => {
    const padded = { interchange: { sender: 'PAYER  ', receiver: 'US ' }, group: parties };
    expect(chooseBatch([batch('A')], padded, nothing)).toMatchObject({ by: 'partners', batch: { id: 'A' } });
  });

  test('stays chosen when it is acknowledged already and no other batch fits', () => {
    expect(chooseBatch([batch('A')], envelopes, new Set(['A']))).toMatchObject({ by: 'partners' });
  });

  test('is not found without a batch of the number, or between other partners', () => {
    expect(chooseBatch([], envelopes, nothing)).toEqual({ by: 'none', candidates: [] });
    const other = { ...envelopes, group: { sender: 'OTHER', receiver: 'US' } };
    expect(chooseBatch([batch('A')], other, nothing)).toEqual({ by: 'other_partners', candidates: ['A'] });
  });

  test('needs no group for a TA1', () => {
    expect(chooseBatch([batch('A')], { interchange: parties }, nothing)).toMatchObject({ by: 'partners' });
  });

  test('is a sent batch rather than a received one', () => {
    const received = batch('B', { direction: 'received', file_id: 'F' });
    expect(chooseBatch([batch('A'), received], envelopes, nothing)).toMatchObject({ batch: { id: 'A' } });
  });

  test('is the newest unacknowledged one; none matches if all are acknowledged', () => {
    const both = [batch('OLD'), batch('NEW')];
    expect(chooseBatch(both, envelopes, nothing)).toMatchObject({ batch: { id: 'NEW' } });
    expect(chooseBatch(both, envelopes, new Set(['NEW']))).toMatchObject({ batch: { id: 'OLD' } });
    expect(chooseBatch(both, envelopes, new Set(['NEW', 'OLD']))).toEqual({
      by: 'ambiguous',
      candidates: ['OLD', 'NEW'],
    });
  });
});
