import { describe, expect, test } from '@jest/globals';
import { remittanceBlockOf } from '#claims/files/response-keys.ts';
import { maxPackedContent } from '#claims/packed-json.ts';
import { paymentsIn } from '#claims/remittances/payment-part-records.ts';
import { findPayment, readPayments } from '#claims/remittances/records.ts';
import type { Posting, StoredPayment } from '#claims/remittances/stored-remittance.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { Random } from '#test/bench/x12/random.ts';
import { everyItem } from '../../stored.ts';
import { stores, useStores } from './remittance-runs.ts';

describe('payment parts', () => {
  useStores();

  const random = new Random(20_261_125);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  /** Random, so that it cannot be compressed. */
  const contentOf = (length: number) =>
    Array.from({ length }, () => letters.charAt(random.int(0, letters.length - 1))).join('');

  const paymentOf = (remittance_id: string, number: number, length: number): StoredPayment => ({
    ...{
      remittance_id,
      number,
      patient_control_number: `PCN${number}`,
      payer_control_number: `ICN${number}`,
      key: `${remittance_id} ${number}`,
    },
    ...{ status_code: '1', charge: number * 100, paid: number * 80, content: contentOf(length) },
  });

  /** Stores payments as a run does, some with each transaction. */
  async function store(payments: readonly StoredPayment[], together: number) {
    for (let n = 0; n < payments.length; n += together) {
      const some = payments.slice(n, n + together);
      const writes = some.map((payment) => ({ kind: 'payment', payment }) as const);
      await writeChange(stores, { entries: [], writes });
    }
  }

  const partsOf = async (id: string) =>
    (await everyItem(stores, 'claims')).filter(
      ({ pk, sk }) => String(pk).startsWith(`REMITTANCE#${id}#`) && String(sk).startsWith('PAYMENTS#'),
    );

  test.each([1, 7, 90, 128, 256])(
    'payments that are stored %i at a time are read from any number on',
    async (together) => {
      const id = `together-${together}`;
      const payments = Array.from({ length: 300 }, (_, n) => paymentOf(id, n + 1, random.int(0, 40)));
      await store(payments, together);
      const parts = await partsOf(id);
      expect(parts.length).toBeLessThanOrEqual(Math.ceil(300 / together) + 2);
      for (const part of parts) {
        expect(new Set(paymentsIn(id, [part]).map(({ number }) => remittanceBlockOf(number))).size).toBe(1);
      }
      expect(await readPayments(stores.claims, id, 1, 1000)).toEqual(payments);
      for (const [from, limit] of [
        [1, 1],
        [2, 5],
        [100, 60],
        [128, 1],
        [129, 128],
        [250, 51],
        [300, 3],
      ] as const) {
        expect(await readPayments(stores.claims, id, from, limit)).toEqual(
          payments.slice(from - 1, from - 1 + limit),
        );
      }
      expect(await findPayment(stores.claims, id, 300)).toEqual(payments[299]);
      expect(await findPayment(stores.claims, id, 301)).toBeUndefined();
      expect(await findPayment(stores.claims, 'unknown', 1)).toBeUndefined();
    },
  );

  test('payments whose contents are long are in several items', async () => {
    const lengths = [maxPackedContent, 10, maxPackedContent - 10, 0, 11, maxPackedContent, maxPackedContent];
    const payments = lengths.map((length, n) => paymentOf('long', n + 1, length));
    await store(payments, payments.length);
    expect(await partsOf('long')).toHaveLength(5);
    expect(await readPayments(stores.claims, 'long', 1, 100)).toEqual(payments);
    expect(await readPayments(stores.claims, 'long', 3, 2)).toEqual(payments.slice(2, 4));
  });

  test('a posting that is stored for itself is read with its payment', async () => {
    const payments = Array.from({ length: 140 }, (_, n) => paymentOf('posted', n + 1, 20));
    await store(payments, 100);
    const posting: Posting = { match: { result: 'unmatched' }, lines: [] };
    for (const number of [1, 128, 129]) {
      const payment = { remittance_id: 'posted', number };
      await writeChange(stores, { entries: [], writes: [{ kind: 'posting', payment, posting }] });
    }
    const found = await readPayments(stores.claims, 'posted', 1, 1000);
    expect(found.flatMap((one) => (one.posting === undefined ? [] : one.number))).toEqual([1, 128, 129]);
    expect(await findPayment(stores.claims, 'posted', 128)).toMatchObject({ number: 128, posting });
    expect(await findPayment(stores.claims, 'posted', 127)).toEqual(payments[126]);
  });

  test('a repeated payment is refused', async () => {
    const payments = [1, 2, 3].map((number) => paymentOf('twice', number, 20));
    await store(payments, 3);
    await expect(store(payments, 3)).rejects.toThrow('A condition of the write did not hold');
  });
});
