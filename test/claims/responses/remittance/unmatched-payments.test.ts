import { describe, expect, test } from '@jest/globals';
import { contractPolicy } from '#claims/claim-acknowledgments/status-policy.ts';
import { findClaimsByPcn } from '#claims/claims/records.ts';
import { postPaymentsUnderNumbers } from '#claims/files/late-claims-store.ts';
import { responseProcessors } from '#claims/files/processor-store.ts';
import { postUnmatchedPayments, sweepUnmatchedPayments } from '#claims/remittances/unmatched-payments.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import { envelope } from '../../../fixtures/x12/claim.ts';
import { auditOf } from '../../stored.ts';
import { answering, file277, status } from '../claim-acknowledgment/payer-statuses.ts';
import { send, visit } from '../engine/sent-batch.ts';
import { payee, payment, remit } from './payer-remittances.ts';
import {
  current,
  drop,
  ports,
  postingsOf,
  remittancesOf,
  settings,
  stores,
  useStores,
} from './remittance-runs.ts';

useStores();

describe('a payment without a claim', () => {
  test('is posted when its claim arrives', async () => {
    const file = await drop(remit([payment('LATE-1'), payment('LATE-2')]));
    expect(file.counts).toMatchObject({ matched: 0, unmatched: 2 });
    expect(await remittancesOf(file.id)).toMatchObject([{ state: 'applied', counts: { unmatched: 2 } }]);
    const bytes = writeClaims([visit('LATE-1')], { ...envelope, groupNumber: 9100, interchangeNumber: 9100 });
    await stores.drop('late.x12', bytes, settings());
    const [claim] = await findClaimsByPcn(stores.claims, 'LATE-1');
    expect(claim).toMatchObject({ lane: 'paid', paid: 17_550 });
    expect((await auditOf(stores, claim?.id ?? '')).map(({ event_type }) => event_type)).toEqual([
      'claim.received',
      'claim.paid',
    ]);
    expect(await remittancesOf(file.id)).toMatchObject([{ counts: { unmatched: 1, matched: 1, paid: 1 } }]);
    expect(await postingsOf(file.id)).toMatchObject([
      { match: { result: 'matched' }, lines: [{ billed_line: 1 }, { billed_line: 2 }] },
      { match: { result: 'unmatched' } },
    ]);
    // A repetition has no effect.
    await postUnmatchedPayments(ports(), [claim?.id ?? '']);
    expect((await findClaimsByPcn(stores.claims, 'LATE-1'))[0]?.paid).toBe(17_550);
  });

  test('is posted by the sweep if it was missed when its claim arrived', async () => {
    await drop(remit([payment('MISS-1'), payment('MISS-2')]));
    const bytes = writeClaims([visit('MISS-1')], { ...envelope, groupNumber: 9101, interchangeNumber: 9101 });
    await stores.drop('missed.x12', bytes, { ...settings(), onClaimsStored: async () => {} });
    expect((await findClaimsByPcn(stores.claims, 'MISS-1'))[0]?.lane).toBe('ready');
    expect(await sweepUnmatchedPayments(ports())).toBe(1);
    expect((await findClaimsByPcn(stores.claims, 'MISS-1'))[0]).toMatchObject({ lane: 'paid', paid: 17_550 });
    expect(await sweepUnmatchedPayments(ports())).toBe(0);
  });

  test('is posted by the sweep if the payee is known by its tax id', async () => {
    const byTaxId = { ...payee, idQualifier: 'FI', id: '841234567', references: [] };
    await drop(remit([payment('TAX-1')], { payee: byTaxId }));
    const sent = await send(stores, [visit('TAX-1')]);
    expect(await sweepUnmatchedPayments(ports())).toBe(1);
    expect((await current(sent))['TAX-1']).toMatchObject({ lane: 'paid', paid: 17_550 });
    expect(await sweepUnmatchedPayments(ports())).toBe(0);
  });

  test('is posted if it has only the first 20 characters of the number', async () => {
    const whole = 'LONGNUMBER1234567890ABCDEF';
    await drop(remit([payment(whole.slice(0, 20))]));
    const inbound = writeClaims([visit(whole)], { ...envelope, interchangeNumber: 8801, groupNumber: 8801 });
    await stores.drop('long-number.837', inbound, settings());
    expect(await findClaimsByPcn(stores.claims, whole)).toMatchObject([{ lane: 'paid', paid: 17_550 }]);
    expect(await sweepUnmatchedPayments(ports())).toBe(0);
  });

  test('is posted when a 277CA gives its claim the number of the payer', async () => {
    const sent = await send(stores, [visit('GIVEN-1'), visit('GIVEN-2')]);
    const misspelled = ['GIVEN-1', 'GIVEN-2'].map((one) =>
      payment(`X${one}X`, [], { payerControlNumber: `icn-${one}` }),
    );
    const { payer } = remit(misspelled);
    const file = await drop(remit(misspelled, { payer: { ...payer, idQualifier: 'XV', id: 'CO_TXIX' } }));
    expect(await remittancesOf(file.id)).toMatchObject([{ counts: { unmatched: 2 } }]);
    const accepted = (one: string) => status(one, { numbers: { trn02: one, ref_1k: `ICN-${one}` } });
    const answer = (one: string) => file277([answering([accepted(one)])]);
    const processors = responseProcessors(stores.claims, {
      policyOf: () => contractPolicy,
      postPaymentsUnder: (numbers) => postPaymentsUnderNumbers(stores, numbers),
    });
    await stores.drop('given-1.277', answer('GIVEN-1'), { ...settings(), processors });
    expect((await current(sent))['GIVEN-1']).toMatchObject({ lane: 'paid', paid: 17_550 });
    await stores.drop('given-2.277', answer('GIVEN-2'), settings());
    expect((await current(sent))['GIVEN-2']).toMatchObject({ lane: 'accepted' });
    expect(await sweepUnmatchedPayments(ports())).toBe(1);
    expect((await current(sent))['GIVEN-2']).toMatchObject({ lane: 'paid', paid: 17_550 });
    expect(await sweepUnmatchedPayments(ports())).toBe(0);
  });
});
