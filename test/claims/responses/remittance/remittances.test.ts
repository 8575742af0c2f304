import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { auditOf, claimEvents } from '../../stored.ts';
import { send, visit } from '../engine/sent-batch.ts';
import { adjusted, paidLine, payment, remit, reversal } from './payer-remittances.ts';
import { current, drop, events, postingsOf, remittancesOf, stores, useStores } from './remittance-runs.ts';

useStores();

describe('an 835', () => {
  test('moves claims to paid, underpaid and denied, with the patient responsibility', async () => {
    const sent = await send(stores, [visit('A-1'), visit('A-2'), visit('A-3')]);
    const file = await drop(
      remit([
        payment('A-1', adjusted(['CO', '45', 2_000], ['PR', '3', 1_000])),
        payment('A-2', adjusted(['CO', '151', 1_250])),
        payment('A-3', [], {
          paid: 0,
          lines: [
            paidLine(12_550, 0, '99213', 'L1', adjusted(['CO', '50', 12_550])),
            paidLine(5_000, 0, '94010', 'L2', adjusted(['CO', '50', 5_000])),
          ],
        }),
      ]),
    );
    expect(file).toMatchObject({ state: 'applied', kinds: ['835'], counts: { matched: 3, unmatched: 0 } });
    const claims = await current(sent);
    const [remittance] = await remittancesOf(file.id);
    expect(claims['A-1']).toMatchObject({
      lane: 'paid',
      paid: 14_550,
      patient_responsibility: 1_000,
      payer_control_number: 'ICN-A-1',
      remittance_id: remittance?.id,
      remitted_at: '2026-03-20T00:00:00.000Z',
    });
    expect(claims['A-2']).toMatchObject({ lane: 'underpaid', paid: 16_300 });
    expect(claims['A-3']).toMatchObject({ lane: 'denied', paid: 0 });
    expect(remittance).toMatchObject({
      state: 'applied',
      claims: 3,
      charge: 3 * 17_550,
      balance: { balanced: true, transaction: { difference: 0 } },
      counts: { matched: 3, paid: 1, underpaid: 1, denied: 1, unmatched: 0, held: 0 },
      payee: { id: '1234567893', tax_id: '841234567' },
    });
    expect(JSON.stringify(remittance)).not.toContain('987654321');
    expect(await events(claims['A-1'])).toEqual(['claim.paid']);
    const entries = await auditOf(stores, remittance?.id ?? '');
    expect(entries).toMatchObject([
      { event_type: 'remittance.received', payload: { balanced: true, claims: 3 } },
    ]);
    expect(JSON.stringify(await auditOf(stores, claims['A-1']?.id ?? ''))).not.toMatch(/MARLOW|TESSA/);
    expect(await postingsOf(file.id)).toMatchObject([
      {
        match: { result: 'matched', by: 'patient_control_number', claim_id: claims['A-1']?.id },
        outcome: 'paid',
        lines: [
          { line: 1, billed_line: 1, by: 'REF*6R' },
          { line: 2, billed_line: 2, by: 'REF*6R' },
        ],
      },
      { outcome: 'underpaid' },
      { outcome: 'denied' },
    ]);
    expect(await claimEvents(stores, claims['A-1']?.id ?? '')).toMatchObject([
      {
        kind: 'payment',
        reference: remittance?.id,
        detail: {
          paid: 145.5,
          adjustments: [
            { group: 'CO', reason: '45', amount: 20, text: expect.any(String) },
            { group: 'PR', reason: '3', amount: 10, text: expect.any(String) },
          ],
        },
      },
    ]);
  });

  test('adds a reversal and its correction in one remittance', async () => {
    const sent = await send(stores, [visit('B-1')]);
    const first = payment('B-1', adjusted(['CO', '45', 2_550]));
    await drop(remit([first]));
    expect((await current(sent))['B-1']).toMatchObject({ lane: 'paid', paid: 15_000 });
    const corrected = payment('B-1', adjusted(['CO', '45', 550]), { payerControlNumber: 'ICN-NEW' });
    const file = await drop(remit([reversal(first), corrected], { date: '2026-04-01' }));
    const claim = (await current(sent))['B-1'];
    expect(claim).toMatchObject({ lane: 'paid', paid: 17_000, payer_control_number: 'ICN-NEW' });
    expect(await events(claim)).toEqual(['claim.paid', 'claim.reversed', 'claim.paid']);
    expect(await claimEvents(stores, claim?.id ?? '')).toHaveLength(3);
    expect(await remittancesOf(file.id)).toMatchObject([
      { reversals: [{ reversal: 1, correction: 2 }], counts: { reversed: 1, paid: 1 } },
    ]);
  });

  test.each([
    ['paid', ['CO', '45', 550], 17_000],
    ['denied', ['CO', '50', 17_550], 0],
  ] as const)('applies a correction to %s that comes before the reversal', async (lane, cas, paid) => {
    const number = `BACK-${lane}`;
    const sent = await send(stores, [visit(number)]);
    const first = payment(number, adjusted(['CO', '45', 2_550]));
    await drop(remit([first]));
    const { lines, ...corrected } = payment(number, [], { paid, payerControlNumber: `NEW-${lane}` });
    const correction = { ...corrected, adjustments: adjusted(cas) };
    await drop(remit([correction, reversal(first)], { date: '2026-04-01' }));
    const claim = (await current(sent))[number];
    expect(claim).toMatchObject({ lane, paid, payer_control_number: `NEW-${lane}` });
    expect(await events(claim)).toEqual(['claim.paid', `claim.${lane}`, 'claim.reversed']);
  });

  test('leaves the claim pending when a payment is reversed in the same remittance', async () => {
    const sent = await send(stores, [visit('BACK-3')]);
    const first = payment('BACK-3');
    await drop(remit([first, reversal(first)]));
    expect((await current(sent))['BACK-3']).toMatchObject({ lane: 'pending', paid: 0 });
  });

  test('prefers the later received of two remittances of one day, even if only one is dated', async () => {
    const sent = await send(stores, [visit('DAY-1')]);
    const first = payment('DAY-1');
    await drop(remit([first], { date: '' }));
    const today = (await current(sent))['DAY-1']?.remitted_at?.slice(0, 10) ?? '';
    await drop(remit([reversal(first)], { date: today }));
    expect((await current(sent))['DAY-1']).toMatchObject({ lane: 'pending', paid: 0 });
  });

  test('orders simultaneous events by the remittance', async () => {
    const sent = await send(stores, [visit('O-1')]);
    const first = payment('O-1', adjusted(['CO', '45', 2_550]));
    await drop(remit([first]));
    const before = Array.from({ length: 9 }, (_, n) => payment(`UNKNOWN-O${n}`));
    const file = await drop(remit([...before, reversal(first), payment('O-1')], { date: '2026-04-01' }));
    const [remittance] = await remittancesOf(file.id);
    const claim = (await current(sent))['O-1'];
    const recorded = await claimEvents(stores, claim?.id ?? '');
    expect(recorded.filter(({ reference }) => reference === remittance?.id)).toMatchObject([
      { detail: { paid: -150 } },
      { detail: { paid: 175.5 } },
    ]);
  });

  test('leaves the claim pending after a reversal, and carries the money forward', async () => {
    const sent = await send(stores, [visit('C-1')]);
    const first = payment('C-1', adjusted(['PR', '1', 1_000]));
    await drop(remit([first]));
    const file = await drop(remit([reversal(first)], { date: '2026-04-02' }));
    expect((await current(sent))['C-1']).toMatchObject({
      lane: 'pending',
      paid: 0,
      patient_responsibility: 0,
    });
    expect(await remittancesOf(file.id)).toMatchObject([
      {
        payment: { amount: 0 },
        balance: { balanced: true },
        provider_adjustments: [{ reason: 'FB', amount: -16_550 }],
      },
    ]);
  });

  test('adds the amounts of an older remittance without moving the claim', async () => {
    const sent = await send(stores, [visit('D-1')]);
    const denied = payment('D-1', adjusted(['CO', '50', 12_550]), {
      paid: 0,
      lines: [
        paidLine(12_550, 0, '99213', 'L1', adjusted(['CO', '50', 12_550])),
        paidLine(5_000, 0, '94010', 'L2', adjusted(['CO', '50', 5_000])),
      ],
    });
    await drop(remit([payment('D-1')], { date: '2026-04-05' }));
    await drop(remit([denied], { date: '2026-04-01' }));
    const claim = (await current(sent))['D-1'];
    expect(claim).toMatchObject({ lane: 'paid', paid: 17_550, remitted_at: '2026-04-05T00:00:00.000Z' });
    expect(await events(claim)).toEqual(['claim.paid', 'claim.denied']);
  });

  test('puts an unbalanced claim in review and posts the others', async () => {
    const sent = await send(stores, [visit('E-1'), visit('E-2')]);
    const bad = payment('E-1', [], { paid: 17_000 });
    const file = await drop(remit([bad, payment('E-2')]));
    const claims = await current(sent);
    expect(claims['E-1']).toMatchObject({ lane: 'review', conflicts: [{ kind: 'unbalanced' }] });
    expect(claims['E-1']?.paid).toBeUndefined();
    expect(claims['E-2']).toMatchObject({ lane: 'paid' });
    expect(await remittancesOf(file.id)).toMatchObject([
      {
        balance: {
          balanced: false,
          unbalanced_claims: 1,
          first_unbalanced: { level: 'claim', difference: -550 },
        },
        counts: { matched: 2, held: 1, paid: 1 },
      },
    ]);
  });

  test('reports a claim that is too long to be stored and posts the others', async () => {
    const sent = await send(stores, [visit('LONG-1'), visit('LONG-2')]);
    const references = () =>
      Array.from({ length: 14 }, () => ({ qualifier: 'G1', value: randomBytes(24).toString('hex') }));
    const lines = Array.from({ length: 999 }, (_, n) => ({
      ...paidLine(0, 0, '99213', `L${n + 3}`, []),
      references: references(),
    }));
    const short = payment('LONG-1');
    const file = await drop(
      remit([{ ...short, lines: [...(short.lines ?? []), ...lines] }, payment('LONG-2')]),
    );
    expect(file).toMatchObject({
      state: 'partly_applied',
      reasons: [{ code: 'claim_too_long', segment: 'CLP' }],
      counts: { matched: 1, unmatched: 1 },
    });
    expect(await postingsOf(file.id)).toHaveLength(2);
    const claims = await current(sent);
    expect(claims['LONG-1']).toMatchObject({ lane: 'submitted' });
    expect(claims['LONG-2']).toMatchObject({ lane: 'paid', paid: 17_550 });
    const again = await drop(remit([payment('LONG-1')]));
    expect(again.state).toBe('applied');
    expect((await current(sent))['LONG-1']).toMatchObject({ lane: 'paid', paid: 17_550 });
  });

  test('posts nothing when the remittance does not balance', async () => {
    const sent = await send(stores, [visit('F-1')]);
    const draft = remit([payment('F-1')]);
    const file = await drop({ ...draft, payment: { ...draft.payment, amount: 100 } });
    expect((await current(sent))['F-1']).toMatchObject({ lane: 'review' });
    expect((await current(sent))['F-1']?.paid).toBeUndefined();
    expect(await postingsOf(file.id)).toMatchObject([{ held: 'transaction_unbalanced' }]);
  });
});
