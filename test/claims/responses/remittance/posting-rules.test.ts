import { describe, expect, test } from '@jest/globals';
import { findClaimsByPcn } from '#store/claims/claims/claims.ts';
import { pcnKey } from '#store/claims/keys/claim-keys.ts';
import { transact } from '#store/dynamodb/table.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import { envelope } from '../../../fixtures/x12/claim.ts';
import { type SentBatch, send, visit } from '../engine/sent-batch.ts';
import { adjusted, payment, remit, reversal } from './payer-remittances.ts';
import { current, drop, postingsOf, settings, stores, useStores } from './remittance-runs.ts';

useStores();

describe('the claim of a payment', () => {
  test('is found by the payer’s number if the patient control number is not sent', async () => {
    const sent = await send(stores, [visit('G-1')]);
    await drop(remit([payment('G-1')]));
    const later = payment('0', adjusted(['CO', '45', 100]), { payerControlNumber: 'ICN-G-1' });
    const file = await drop(remit([later], { date: '2026-04-01' }));
    expect(await postingsOf(file.id)).toMatchObject([{ match: { by: 'payer_control_number' } }]);
    expect((await current(sent))['G-1']?.paid).toBe(17_550 + 17_450);
  });

  test('is found by each number of the payer in one remittance', async () => {
    const sent = await send(stores, [visit('NUM-1')]);
    const first = payment('NUM-1', [], { payerControlNumber: 'ICN-OLD' });
    const corrected = payment('NUM-1', adjusted(['CO', '45', 500]), { payerControlNumber: 'ICN-LATEST' });
    await drop(remit([first, reversal({ ...first, payerControlNumber: 'icn-old' }), corrected]));
    const taken = reversal({ ...first, patientControlNumber: '0' });
    const file = await drop(remit([taken], { date: '2026-05-01' }));
    const claim = (await current(sent))['NUM-1'];
    expect(claim).toMatchObject({ payer_control_number: 'ICN-LATEST', paid: 17_050 - 17_550 });
    expect(await postingsOf(file.id)).toMatchObject([
      { match: { result: 'matched', by: 'payer_control_number', claim_id: claim?.id } },
    ]);
  });

  test('is distinguished from others with its number, or all go to review', async () => {
    const lines = (visit('H').lines ?? []).map((one) => ({ ...one, serviceDate: '2026-03-09' }));
    const other = visit('H-1', { lines, subscriber: { ...visit('OTHER').subscriber } });
    const first = await send(stores, [visit('H-1')]);
    await send(stores, [visit('H-2')]);
    await stores.drop(
      'other.x12',
      writeClaims([other], { ...envelope, groupNumber: 9001, interchangeNumber: 9001 }),
      settings(),
    );
    const file = await drop(remit([payment('H-1')]));
    expect(await postingsOf(file.id)).toMatchObject([
      { match: { result: 'matched', claim_id: first.claims[0]?.id, narrowed_by: ['dates'] } },
    ]);
    const twin = await stores.drop(
      'twin.x12',
      writeClaims([visit('H-2', { subscriber: { ...visit('TWIN').subscriber } })], {
        ...envelope,
        groupNumber: 9002,
        interchangeNumber: 9002,
      }),
      settings(),
    );
    expect(twin.counts.duplicates).toBe(1);
    const unclear = await drop(remit([payment('H-2')]));
    expect(await postingsOf(unclear.id)).toMatchObject([{ match: { result: 'ambiguous' }, lines: [] }]);
    const twins = await findClaimsByPcn(stores.claims, 'H-2');
    expect(twins.map(({ lane, paid }) => [lane, paid])).toEqual([
      ['review', undefined],
      ['review', undefined],
    ]);
  });

  test('is one of many that fit equally well, which all go to review', async () => {
    const sent: SentBatch[] = [];
    for (let n = 0; n < 30; n++) sent.push(await send(stores, [visit(`ALIKE-${n}`)]));
    const places = sent.flatMap(({ claims }, n) =>
      claims.map(({ id, billing_npi }) => ({ ...pcnKey('ALIKE', billing_npi, n), claim_id: id })),
    );
    await transact(
      stores.claims,
      places.map((Item) => ({ Put: { Item } })),
    );
    const file = await drop(remit([payment('ALIKE'), payment('ALIKE')]));
    expect(file).toMatchObject({ state: 'applied', counts: { unmatched: 2 } });
    const lanes = (await findClaimsByPcn(stores.claims, 'ALIKE')).map(({ lane }) => lane);
    expect(lanes.filter((lane) => lane === 'review')).toHaveLength(24);
  });
});
