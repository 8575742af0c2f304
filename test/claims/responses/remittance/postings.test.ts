import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pcnKey } from '#claims/claims/claim-keys.ts';
import { findClaimsByPcn } from '#claims/claims/records.ts';
import { remittancePostingKey } from '#claims/files/response-keys.ts';
import { findPayment, readPayments } from '#claims/remittances/records.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { transact } from '#store/dynamodb/table.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import { envelope } from '../../../fixtures/x12/claim.ts';
import { everyItem } from '../../stored.ts';
import { type SentBatch, send, visit } from '../engine/sent-batch.ts';
import { adjusted, paidLine, payment, remit, reversal } from './payer-remittances.ts';
import { current, drop, postingsOf, remittancesOf, settings, stores, useStores } from './remittance-runs.ts';

describe('posting parts', () => {
  useStores();

  const count = 150;
  /** Has no claim. */
  const stranger = 70;
  const numbers = Array.from({ length: count }, (_, n) => `PART-${String(n + 1).padStart(3, '0')}`);

  /** Stores a remittance that pays all claims and one that does not exist. Returns its id. */
  async function paid(): Promise<string> {
    const known = numbers.filter((_, n) => n + 1 !== stranger);
    const sent = await send(
      stores,
      known.map((one) => visit(one)),
    );
    const { id } = await drop(remit(numbers.map((one) => payment(one))));
    claims = Object.fromEntries(Object.entries(await current(sent)).map(([number, one]) => [number, one.id]));
    const [remittance] = await remittancesOf(id);
    return remittance?.id ?? '';
  }
  let claims: Readonly<Record<string, string>> = {};

  test('payments share the items of their postings, and each is read with its own', async () => {
    const id = await paid();
    const items = await everyItem(stores, 'claims');
    const parts = items.filter(({ sk }) => String(sk).startsWith('POSTINGS#'));
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.length).toBeLessThan(count / 4);
    const alone = items.filter(({ pk, posting }) => String(pk).startsWith(`REMITTANCE#${id}#`) && posting);
    expect(alone.map(({ sk }) => sk)).toContain(remittancePostingKey(id, stranger).sk);
    expect(alone.length).toBeLessThan(count / 10);

    const all = await readPayments(stores.claims, id, 1, 1000);
    expect(all.map(({ number }) => number)).toEqual(numbers.map((_, n) => n + 1));
    for (const { number, patient_control_number, posting } of all) {
      const match =
        number === stranger
          ? { result: 'unmatched' }
          : { result: 'matched', claim_id: claims[patient_control_number] };
      expect(posting).toMatchObject({ match });
      expect(await findPayment(stores.claims, id, number)).toEqual(all[number - 1]);
    }
    for (const [from, limit] of [
      [2, 3],
      [99, 1],
      [127, 10],
      [count, 5],
    ] as const) {
      expect(await readPayments(stores.claims, id, from, limit)).toEqual(
        all.slice(from - 1, from - 1 + limit),
      );
    }

    const [taken] = all;
    if (taken?.posting === undefined) throw new Error('The payment is not posted');
    const posting = { ...taken.posting, match: { result: 'unmatched' } } as const;
    await writeChange(stores, { entries: [], writes: [{ kind: 'posting', payment: taken, posting }] });
    const later = await readPayments(stores.claims, id, 1, 1000);
    expect(later).toEqual([{ ...taken, posting }, ...all.slice(1)]);
  });
});

describe('the claim of a payment', () => {
  useStores();

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

describe('posting transactions', () => {
  useStores();

  /** Numbers of actions of the transactions since the last call. */
  function recordTransactions(): () => readonly number[] {
    let sizes: number[] = [];
    stores.auditTable.client.middlewareStack.add(
      (next) => (args) => {
        if ('TransactItems' in args.input) sizes.push(args.input.TransactItems?.length ?? 0);
        return next(args);
      },
      { step: 'initialize', name: 'recordTransactions', override: true },
    );
    return () => {
      const taken = sizes;
      sizes = [];
      return taken;
    };
  }

  type Draft = ReturnType<typeof payment>;

  /** What a payment may need in its transaction beside entry, claim and event. */
  const kinds: Readonly<Record<string, (number: string) => Draft>> = {
    plain: (number) => payment(number, adjusted(['CO', '45', 100])),
    'with another number of the payer': (number) =>
      payment(number, [], { payerControlNumber: `NEW-${number}` }),
    'with patient share': (number) => payment(number, adjusted(['PR', '1', 100])),
    unbalanced: (number) => payment(number, [], { paid: 1 }),
    unmatched: (number) => payment(`NOBODY-${number}`),
    reversed: (number) => reversal(payment(number)),
    'with many lines': (number) =>
      payment(number, [], {
        charge: 17_550 + 30,
        paid: 17_550 + 30,
        lines: [
          paidLine(17_550, 17_550, '99213', 'L1', []),
          ...Array.from({ length: 30 }, () => paidLine(1, 1, '99213', 'LX', [])),
        ],
      }),
  };

  test('38 plain payments share a transaction', async () => {
    const numbers = Array.from({ length: 100 }, (_, n) => `PLAIN-${n}`);
    await send(
      stores,
      numbers.map((number) => visit(number)),
    );
    await drop(remit(numbers.map((number) => payment(number))));
    const taken = recordTransactions();
    await drop(
      remit(
        numbers.map((number) => payment(number, adjusted(['CO', '45', 100]))),
        { date: '2026-04-01' },
      ),
    );
    const postings = taken().filter((size) => size > 20);
    expect(postings).toHaveLength(3);
    expect(Math.max(...postings)).toBeLessThanOrEqual(100);
  });

  test('no mixture of payments is more than a transaction takes', async () => {
    let run = 0;
    const taken = recordTransactions();
    const uniform = Object.keys(kinds).map((name): [string[]] => [Array(50).fill(name)]);
    const mixture = fc.array(fc.constantFrom(...Object.keys(kinds)), { minLength: 40, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(mixture, async (names) => {
        const places = names.map((_, n) => `MIX-${run}-${n}`);
        run += 1;
        const sent = await send(
          stores,
          places.map((number) => visit(number)),
        );
        taken();
        const drafts = names.map((name, n) => kinds[name]?.(places[n] ?? '') ?? payment(''));
        const file = await drop(remit(drafts));
        expect(file.state).toBe('applied');
        expect(Math.max(...taken())).toBeLessThanOrEqual(100);
        const matched = names.filter((name) => name !== 'unmatched').length;
        expect(file.counts).toMatchObject({ matched, unmatched: names.length - matched });
        expect(Object.values(await current(sent))).toHaveLength(names.length);
      }),
      { numRuns: uniform.length + 4, examples: uniform },
    );
  });
});
