import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type BatchFacts, chooseBatch } from '#claims/acknowledgments/choose-batch.ts';
import { findAcknowledgment } from '#claims/acknowledgments/records.ts';
import type { StoredInterchangeAcknowledgment } from '#claims/acknowledgments/stored-acknowledgment.ts';
import { contractPolicy } from '#claims/claim-acknowledgments/status-policy.ts';
import type { Batch } from '#claims/claims/batch.ts';
import { findClaims } from '#claims/claims/records.ts';
import { responseProcessors } from '#claims/files/processor-store.ts';
import { listFileResponses } from '#claims/files/records.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { dropCutOff } from '#test/claims/responses/engine/cut-off.ts';
import { type SentBatch, send, visit } from '#test/claims/responses/engine/sent-batch.ts';
import { everyAuditEntry, laneFigures } from '#test/claims/stored.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';

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

const between = (sender: string, receiver: string): Pick<Batch, 'interchange' | 'group'> => {
  const { interchange, group } = batch('');
  return { interchange: { ...interchange, sender, receiver }, group: { ...group, sender, receiver } };
};

const parties = { sender: 'PAYER', receiver: 'US' };
const envelopes = { interchange: parties, group: parties };
const nothing: BatchFacts = { acknowledged: new Set() };
const acknowledged = (...ids: readonly string[]): BatchFacts => ({ acknowledged: new Set(ids) });

describe('the batch of an acknowledgment', () => {
  test('is the batch with swapped partners; blanks do not count', () => {
    const padded = { interchange: { sender: 'PAYER  ', receiver: 'US ' }, group: parties };
    expect(chooseBatch([batch('A')], padded, nothing)).toMatchObject({ by: 'partners', batch: { id: 'A' } });
  });

  test('stays chosen when it is acknowledged already and no other batch fits', () => {
    expect(chooseBatch([batch('A')], envelopes, acknowledged('A'))).toMatchObject({ by: 'partners' });
  });

  test('is not found without a batch of the number, or between other partners', () => {
    expect(chooseBatch([], envelopes, nothing)).toEqual({ by: 'none', candidates: [] });
    const strangers = { sender: 'OTHER', receiver: 'ELSE' };
    expect(chooseBatch([batch('A')], { interchange: strangers, group: strangers }, nothing)).toEqual({
      by: 'other_partners',
      candidates: ['A'],
    });
  });

  test('is the one with most of the partners, whichever ids differ', () => {
    const ids = ['ISA06', 'ISA08', 'GS02', 'GS03'] as const;
    for (let mask = 1; mask < 2 ** ids.length - 1; mask++) {
      const differing = ids.filter((_, n) => mask & (1 << n));
      const id = (element: (typeof ids)[number], own: string) => (differing.includes(element) ? 'X9' : own);
      const answer = {
        interchange: { sender: id('ISA06', 'PAYER'), receiver: id('ISA08', 'US') },
        group: { sender: id('GS02', 'PAYER'), receiver: id('GS03', 'US') },
      };
      expect(chooseBatch([batch('A')], answer, nothing)).toEqual({
        ...{ by: 'number', differing },
        batch: expect.objectContaining({ id: 'A' }),
      });
      const other = batch('B', between('US', 'PAYER2'));
      const choice = chooseBatch([other, batch('A')], answer, nothing);
      const namesPayer = !(differing.includes('ISA06') && differing.includes('GS02'));
      if (namesPayer) expect(choice).toMatchObject({ by: 'number', batch: { id: 'A' } });
      else expect(choice).toEqual({ by: 'ambiguous', candidates: ['B', 'A'] });
    }
  });

  test('is our id with or without leading zeros, in any letter case', () => {
    const answer = { sender: 'payer', receiver: '0US' };
    expect(chooseBatch([batch('A')], { interchange: answer, group: answer }, nothing)).toMatchObject({
      by: 'partners',
    });
  });

  test('is not found by its number alone after its own 999, or from another receiver of claims', () => {
    const other = { sender: 'PAYER2', receiver: 'US' };
    const answer = { interchange: other, group: other };
    const isReceiver = (id: string) => id === 'PAYER2';
    expect(chooseBatch([batch('A')], answer, nothing)).toMatchObject({ by: 'number' });
    expect(chooseBatch([batch('A')], answer, { ...nothing, isReceiver })).toMatchObject({
      by: 'other_partners',
    });
    expect(chooseBatch([batch('A')], answer, acknowledged('A'))).toMatchObject({ by: 'other_partners' });
  });

  test('is no received batch between other partners', () => {
    const received = batch('A', { direction: 'received', file_id: 'F' });
    const answer = { ...envelopes, group: { sender: 'CLEARING', receiver: 'US' } };
    expect(chooseBatch([received], answer, nothing)).toMatchObject({ by: 'other_partners' });
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
    expect(chooseBatch(both, envelopes, acknowledged('NEW'))).toMatchObject({ batch: { id: 'OLD' } });
    expect(chooseBatch(both, envelopes, acknowledged('NEW', 'OLD'))).toEqual({
      by: 'ambiguous',
      candidates: ['OLD', 'NEW'],
    });
  });
});

describe('TA1', () => {
  let stores: LocalStores;

  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  const settings = () => ({
    profiles: new Map(),
    processors: responseProcessors(stores.claims, { policyOf: () => contractPolicy }),
    onClaimsStored: async () => {},
  });

  /** An interchange that holds nothing but a TA1. */
  function ta1File({ envelope }: SentBatch, code: string, note: string, number: number): string {
    const { sender, receiver, interchangeNumber } = envelope;
    const own = String(number).padStart(9, '0');
    const acknowledged = String(interchangeNumber).padStart(9, '0');
    return [
      `ISA*00*          *00*          *ZZ*${receiver.padEnd(15)}*ZZ*${sender.padEnd(15)}*260315*1830*^*00501*${own}*0*P*:~`,
      `TA1*${acknowledged}*260315*1800*${code}*${note}~`,
      `IEA*0*${own}~`,
    ].join('');
  }

  const lanes = async ({ claims }: SentBatch) =>
    (
      await findClaims(
        stores.claims,
        claims.map(({ id }) => id),
      )
    ).map(({ lane }) => lane);

  async function answersOf(fileId: string): Promise<readonly StoredInterchangeAcknowledgment[]> {
    const ids = await listFileResponses(stores.claims, fileId, 'TA1');
    const found = await Promise.all(
      ids.map((id) => findAcknowledgment<StoredInterchangeAcknowledgment>(stores.claims, id)),
    );
    return found.flatMap((answer) => answer ?? []);
  }

  test('rejects all claims of a rejected interchange', async () => {
    const sent = await send(stores, [visit('T-1'), visit('T-2')], { claimsPerSet: 1 });
    const file = await stores.drop('refused.ta1', ta1File(sent, 'R', '022', 901), settings());
    expect(file).toMatchObject({ state: 'applied', kinds: ['TA1'], counts: { matched: 2 } });
    expect(await lanes(sent)).toEqual(['rejected', 'rejected']);
    const [claim] = await findClaims(
      stores.claims,
      sent.claims.map(({ id }) => id),
    );
    expect(claim?.rejected_reason).toContain('interchange 022 control structure invalid');
    expect(await answersOf(file.id)).toMatchObject([
      { verdict: 'rejected', match: { by: 'partners' }, claim_counts: { rejected: 2, causes: 0 } },
    ]);
  });

  test.each(['A', 'E'])('%s does not change the claims', async (code) => {
    const sent = await send(stores, [visit(`T-${code}`)]);
    const file = await stores.drop(`${code}.ta1`, ta1File(sent, code, '000', 902), settings());
    expect(await lanes(sent)).toEqual(['submitted']);
    expect(await answersOf(file.id)).toMatchObject([{ verdict: 'accepted', batch_ids: [sent.batch.id] }]);
  });

  test('leaves a batch without a 999 after its interchange was accepted', async () => {
    const envelope = { groupNumber: 4242 };
    const earlier = await send(stores, [visit('T-G1')], { envelope, at: new Date('2026-03-10T18:00:00Z') });
    const sent = await send(stores, [visit('T-G2')], { envelope, at: new Date('2026-03-11T18:00:00Z') });
    await stores.drop('group.ta1', ta1File(sent, 'A', '000', 905), settings());
    const spoilt = sent.bytes.toString().replace('CLM*T-G2*175.5***11:B', 'CLM*T-G2*175.5***11:Q');
    const { files } = await acknowledge(Buffer.from(spoilt), {
      guides: [guide837p],
      moment: new Date('2026-03-15T18:20:00Z'),
      controlNumber: 906,
      ta1: 'never',
    });
    await stores.drop('group.999', Buffer.concat(files.map(({ bytes }) => bytes)), settings());
    expect(await lanes(earlier)).toEqual(['submitted']);
    expect(await lanes(sent)).toEqual(['rejected']);
  });

  test('puts claims in review when a rejection fits two acknowledged interchanges', async () => {
    const envelope = { groupNumber: 78, interchangeNumber: 78 };
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 15, 10, minute));
    const older = await send(stores, [visit('T-TWO-1')], { envelope, at: at(1) });
    const newer = await send(stores, [visit('T-TWO-2')], { envelope, at: at(2) });
    for (const number of [960, 961]) {
      await stores.drop(`two-${number}.ta1`, ta1File(newer, 'A', '000', number), settings());
    }
    const file = await stores.drop('two-962.ta1', ta1File(newer, 'R', '022', 962), settings());
    expect(await answersOf(file.id)).toMatchObject([
      { match: { by: 'ambiguous' }, claim_counts: { unknown: 2, rejected: 0 } },
    ]);
    expect([...(await lanes(older)), ...(await lanes(newer))]).toEqual(['review', 'review']);
  });

  test('is stored as unmatched for an interchange that was not sent', async () => {
    const sent = await send(stores, [visit('T-9')]);
    const other = { ...sent, envelope: { ...sent.envelope, interchangeNumber: 987654 } };
    const file = await stores.drop('lost.ta1', ta1File(other, 'R', '001', 903), settings());
    expect(await answersOf(file.id)).toMatchObject([{ match: { by: 'none' }, batch_ids: [] }]);
    expect(await lanes(sent)).toEqual(['submitted']);
  });

  test('rejects each claim once when the run is cut off after each write', async () => {
    const drafts = Array.from({ length: 100 }, (_, n) => visit(`CUT-${n}`));
    const sent = await send(stores, drafts);
    const runs = await dropCutOff(stores, 'cut.ta1', ta1File(sent, 'R', '022', 904), settings());
    // Record, two chunks, the end of the response, the end of the file.
    expect(runs).toBeGreaterThan(4);
    expect(new Set(await lanes(sent))).toEqual(new Set(['rejected']));
    const ids = new Set(sent.claims.map(({ id }) => id));
    const entries = (await everyAuditEntry(stores)).filter(
      ({ event_type, entity_id }) => event_type === 'claim.rejected' && ids.has(entity_id),
    );
    expect(entries).toHaveLength(100);
    expect((await laneFigures(stores))['rejected']?.count).toBe(103);
  });
});
