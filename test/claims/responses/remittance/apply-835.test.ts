import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import { processFile } from '#claims/files/process-file.ts';
import { contractPolicy } from '#claims/responses/claim-acknowledgment/status-policy.ts';
import type { StoredRemittance } from '#claims/responses/remittance/stored-remittance.ts';
import {
  postUnmatchedPayments,
  sweepUnmatchedPayments,
} from '#claims/responses/remittance/unmatched-payments.ts';
import { findClaims, findClaimsByPcn } from '#store/claims/claims/claims.ts';
import { listFileResponses } from '#store/claims/files/file-responses.ts';
import { openInboxFile } from '#store/claims/files/inbox.ts';
import { intakePorts } from '#store/claims/files/intake-ports.ts';
import { pcnKey } from '#store/claims/keys/claim-keys.ts';
import { findRemittance, readPayments, remittancePorts } from '#store/claims/responses/remittances.ts';
import { responseProcessors } from '#store/claims/responses/response-processors.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { transact } from '#store/dynamodb/table.ts';
import { type RemittanceInput, writeRemittances } from '#x12/835/write-remittances.ts';
import type { WritableClaim } from '#x12/837p/write/claims.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import { envelope } from '../../../fixtures/x12/claim.ts';
import { payerEnvelope } from '../../../fixtures/x12/remittance.ts';
import { type LocalStores, startLocalStores } from '../../local-stores.ts';
import { auditOf, claimEvents, everyAuditEntry, laneFigures } from '../../stored.ts';
import { dropCutOff } from '../engine/cut-off.ts';
import { type SentBatch, send, visit } from '../engine/sent-batch.ts';
import {
  adjusted,
  file835,
  paidLine,
  payee,
  payment,
  remit,
  remittancesMade,
  reversal,
} from './payer-remittances.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const ports = () => ({
  ...remittancePorts(stores.claims),
  write: (change: Parameters<typeof writeChange>[1]) => writeChange(stores, change),
  now: () => new Date(),
});

const settings = () => ({
  profiles: new Map(),
  processors: responseProcessors(stores.claims, { policyOf: () => contractPolicy }),
  onClaimsStored: (ids: readonly string[]) => postUnmatchedPayments(ports(), ids),
});

const drop = (...remittances: readonly RemittanceInput[]) =>
  stores.drop(`paid-${remittancesMade()}.835`, file835(...remittances), settings());

async function current({ claims }: SentBatch): Promise<Record<string, Claim>> {
  const found = await findClaims(
    stores.claims,
    claims.map(({ id }) => id),
  );
  return Object.fromEntries(found.map((claim) => [claim.patient_control_number, claim]));
}

async function remittancesOf(fileId: string): Promise<readonly StoredRemittance[]> {
  const ids = await listFileResponses(stores.claims, fileId, '835');
  const found = await Promise.all(ids.map((id) => findRemittance(stores.claims, id)));
  return found.flatMap((remittance) => remittance ?? []);
}

async function postingsOf(fileId: string) {
  const [remittance] = await remittancesOf(fileId);
  const payments = remittance ? await readPayments(stores.claims, remittance.id, 1, 1000) : [];
  return payments.map(({ posting }) => posting);
}

const events = async (claim: Claim | undefined) =>
  (await auditOf(stores, claim?.id ?? '')).map(({ event_type }) => event_type).slice(2);

/** Processes a remittance in a run that waits before those of its writes that post payments and are named. */
async function heldRun(draft: RemittanceInput, control: number, writes: readonly number[]) {
  const key = `inbox/held-${control}.835`;
  const numbers = { interchangeNumber: control, groupNumber: control };
  await stores.put(key, writeRemittances([draft], { ...payerEnvelope, ...numbers }));
  const delivery = await openInboxFile(stores.claims, stores.bucket, { key });
  if (delivery === undefined) throw new Error('The file is not in the inbox');
  const reached = writes.map(() => Promise.withResolvers<void>());
  const released = writes.map(() => Promise.withResolvers<void>());
  const real = intakePorts(stores, settings());
  let posts = 0;
  const done = processFile(delivery, {
    ...real,
    write: async (change) => {
      const isPosting = change.entries.some(({ event_type }) => event_type === 'claim.paid');
      const at = isPosting ? writes.indexOf(posts++) : -1;
      reached[at]?.resolve();
      await released[at]?.promise;
      await real.write(change);
    },
  });
  return {
    done,
    holds: reached.map(({ promise }) => promise),
    release: (n: number) => released[n]?.resolve(),
  };
}

describe('835', () => {
  test('paid, underpaid and denied, with what the patient owes', async () => {
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

  test('a reversal and its correction in one remittance: the ledger only grows', async () => {
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
  ] as const)(
    'a correction to %s that stands before the reversal is what counts',
    async (lane, cas, paid) => {
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
    },
  );

  test('a payment that is taken back where it stands leaves the claim pending', async () => {
    const sent = await send(stores, [visit('BACK-3')]);
    const first = payment('BACK-3');
    await drop(remit([first, reversal(first)]));
    expect((await current(sent))['BACK-3']).toMatchObject({ lane: 'pending', paid: 0 });
  });

  test('of two remittances of one day the one that came later counts, also where only one is dated', async () => {
    const sent = await send(stores, [visit('DAY-1')]);
    const first = payment('DAY-1');
    await drop(remit([first], { date: '' }));
    const today = (await current(sent))['DAY-1']?.remitted_at?.slice(0, 10) ?? '';
    await drop(remit([reversal(first)], { date: today }));
    expect((await current(sent))['DAY-1']).toMatchObject({ lane: 'pending', paid: 0 });
  });

  test('events of one moment stand in the order of the remittance', async () => {
    const sent = await send(stores, [visit('O-1')]);
    const first = payment('O-1', adjusted(['CO', '45', 2_550]));
    await drop(remit([first]));
    const before = Array.from({ length: 9 }, (_, n) => payment(`UNKNOWN-O${n}`));
    const file = await drop(remit([...before, reversal(first), payment('O-1')], { date: '2026-04-01' }));
    const [remittance] = await remittancesOf(file.id);
    const claim = (await current(sent))['O-1'];
    const told = await claimEvents(stores, claim?.id ?? '');
    expect(told.filter(({ reference }) => reference === remittance?.id)).toMatchObject([
      { detail: { paid: -150 } },
      { detail: { paid: 175.5 } },
    ]);
  });

  test('a take-back leaves the claim pending, and its money carried forward', async () => {
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

  test('an older remittance that comes late adds its money and moves nothing', async () => {
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

  test('a claim whose sums do not hold is put before somebody, the others are posted', async () => {
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

  test('a claim too long to be stored is told, and costs the others nothing', async () => {
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

  test('a remittance that does not add up to what was transferred is not posted', async () => {
    const sent = await send(stores, [visit('F-1')]);
    const draft = remit([payment('F-1')]);
    const file = await drop({ ...draft, payment: { ...draft.payment, amount: 100 } });
    expect((await current(sent))['F-1']).toMatchObject({ lane: 'review' });
    expect((await current(sent))['F-1']?.paid).toBeUndefined();
    expect(await postingsOf(file.id)).toMatchObject([{ held: 'transaction_unbalanced' }]);
  });

  test('by the number of the payer where the own number is not sent', async () => {
    const sent = await send(stores, [visit('G-1')]);
    await drop(remit([payment('G-1')]));
    const later = payment('0', adjusted(['CO', '45', 100]), { payerControlNumber: 'ICN-G-1' });
    const file = await drop(remit([later], { date: '2026-04-01' }));
    expect(await postingsOf(file.id)).toMatchObject([{ match: { by: 'payer_control_number' } }]);
    expect((await current(sent))['G-1']?.paid).toBe(17_550 + 17_450);
  });

  test('by each number that the payer has told in one remittance', async () => {
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

  test('claims of one number are told apart, or put before somebody', async () => {
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

  test('every claim that fits alike is put before somebody, however many there are', async () => {
    const sent: SentBatch[] = [];
    for (let n = 0; n < 45; n++) sent.push(await send(stores, [visit(`ALIKE-${n}`)]));
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
    expect(lanes.filter((lane) => lane === 'review')).toHaveLength(40);
  });

  test('a claim that comes after its remittance is paid when it arrives', async () => {
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
    // Asking again does nothing.
    await postUnmatchedPayments(ports(), [claim?.id ?? '']);
    expect((await findClaimsByPcn(stores.claims, 'LATE-1'))[0]?.paid).toBe(17_550);
  });

  test('what was missed when the claim came is found by the sweep', async () => {
    await drop(remit([payment('MISS-1'), payment('MISS-2')]));
    const bytes = writeClaims([visit('MISS-1')], { ...envelope, groupNumber: 9101, interchangeNumber: 9101 });
    await stores.drop('missed.x12', bytes, { ...settings(), onClaimsStored: async () => {} });
    expect((await findClaimsByPcn(stores.claims, 'MISS-1'))[0]?.lane).toBe('ready');
    expect(await sweepUnmatchedPayments(ports())).toBe(1);
    expect((await findClaimsByPcn(stores.claims, 'MISS-1'))[0]).toMatchObject({ lane: 'paid', paid: 17_550 });
    expect(await sweepUnmatchedPayments(ports())).toBe(0);
  });

  test('what was missed is found by the sweep where the payee is known by its tax id', async () => {
    const byTaxId = { ...payee, idQualifier: 'FI', id: '841234567', references: [] };
    await drop(remit([payment('TAX-1')], { payee: byTaxId }));
    const sent = await send(stores, [visit('TAX-1')]);
    expect(await sweepUnmatchedPayments(ports())).toBe(1);
    expect((await current(sent))['TAX-1']).toMatchObject({ lane: 'paid', paid: 17_550 });
    expect(await sweepUnmatchedPayments(ports())).toBe(0);
  });

  test('a payment that has the first 20 characters of a number waits for the claim too', async () => {
    const whole = 'LONGNUMBER1234567890ABCDEF';
    await drop(remit([payment(whole.slice(0, 20))]));
    const inbound = writeClaims([visit(whole)], { ...envelope, interchangeNumber: 8801, groupNumber: 8801 });
    await stores.drop('long-number.837', inbound, settings());
    expect(await findClaimsByPcn(stores.claims, whole)).toMatchObject([{ lane: 'paid', paid: 17_550 }]);
    expect(await sweepUnmatchedPayments(ports())).toBe(0);
  });

  test('the same remittance in another file changes nothing; with other claims it is refused', async () => {
    const sent = await send(stores, [visit('I-1')]);
    const bytes = file835(remit([payment('I-1')]));
    const first = await stores.drop('one.835', bytes, settings());
    const before = await current(sent);
    const again = await stores.drop(
      'again.835',
      Buffer.from(bytes.toString().replaceAll('~', '~\n')),
      settings(),
    );
    expect(again.state).toBe('applied');
    expect(await remittancesOf(again.id)).toEqual(await remittancesOf(first.id));
    const other = Buffer.from(bytes.toString().replace('CLP*I-1*', 'CLP*I-2*'));
    expect(await stores.drop('other.835', other, settings())).toMatchObject({
      state: 'quarantined',
      reasons: [{ code: 'differs_from_earlier', segment: 'ST', byte_offset: bytes.indexOf('ST*835') }],
    });
    expect(await current(sent)).toEqual(before);
  });

  test('in two files whose runs cut it at different places every payment is posted once', async () => {
    const numbers = Array.from({ length: 140 }, (_, n) => `CUT2-${String(n).padStart(3, '0')}`);
    const sent = await send(
      stores,
      numbers.map((one) => visit(one)),
    );
    const draft = remit(numbers.map((one) => payment(one)));
    // The first run posts claims 1 to 16 and then 17 to 120, before the second one goes on from 17 to 136.
    const first = await heldRun(draft, 7001, [1, 8]);
    await first.holds[0];
    const second = await heldRun(draft, 7002, [0]);
    await second.holds[0];
    first.release(0);
    await first.holds[1];
    second.release(0);
    await second.done;
    first.release(1);
    await first.done;
    const claims = Object.values(await current(sent));
    expect(new Set(claims.map(({ paid }) => paid))).toEqual(new Set([17_550]));
    const [remittance] = await remittancesOf((await second.done).id);
    expect(remittance).toMatchObject({ state: 'applied', counts: { matched: 140, paid: 140 } });
  });

  test('an estimate posts nothing, a forwarded claim is pending', async () => {
    const sent = await send(stores, [visit('J-1'), visit('J-2')]);
    await drop(
      remit([
        payment('J-1', [], {
          statusCode: '25',
          paid: 0,
          lines: [],
          adjustments: adjusted(['CO', '101', 17_550]),
        }),
        payment('J-2', [], {
          statusCode: '23',
          paid: 0,
          lines: [],
          adjustments: adjusted(['OA', '109', 17_550]),
        }),
      ]),
    );
    const claims = await current(sent);
    expect(claims['J-1']).toMatchObject({ lane: 'submitted' });
    expect(claims['J-1']?.paid).toBeUndefined();
    expect(claims['J-2']).toMatchObject({ lane: 'pending' });
  });

  test('cut off after each write, every payment is posted once', async () => {
    const drafts: WritableClaim[] = Array.from({ length: 30 }, (_, n) => visit(`CUT-${n}`));
    const sent = await send(stores, drafts);
    const before = await laneFigures(stores);
    const payments = drafts.map(({ patientControlNumber }) => payment(patientControlNumber));
    const unknown = [payment('CUT-NONE')];
    const bytes = file835(remit([...payments.slice(0, 20), ...unknown]), remit(payments.slice(20)));
    const runs = await dropCutOff(stores, 'cut.835', bytes, settings());
    expect(runs).toBeGreaterThan(8);
    const claims = Object.values(await current(sent));
    expect(new Set(claims.map(({ lane, paid }) => `${lane} ${paid}`))).toEqual(new Set(['paid 17550']));
    const ids = new Set(claims.map(({ id }) => id));
    const entries = (await everyAuditEntry(stores)).filter(
      ({ event_type, entity_id }) => event_type === 'claim.paid' && ids.has(entity_id),
    );
    expect(entries).toHaveLength(30);
    expect(((await laneFigures(stores))['paid']?.count ?? 0) - (before['paid']?.count ?? 0)).toBe(30);
    const file = (await everyAuditEntry(stores)).findLast(({ event_type }) => event_type === 'file.applied');
    const remittances = await remittancesOf(file?.entity_id ?? '');
    const counts = remittances.map(({ counts: { matched, unmatched } }) => [matched, unmatched]);
    expect(counts.toSorted()).toEqual([
      [10, 0],
      [20, 1],
    ]);
  });
});
