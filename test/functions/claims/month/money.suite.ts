import { expect, test } from '@jest/globals';
import type { Facts } from './play-month.ts';
import { type ReadRemittance, readRemittances } from './remittance-text.ts';

const decimal = (cents: number): number => (cents === 0 ? 0 : cents / 100);

const kinds: Readonly<Record<string, string>> = {
  ...{ FB: 'forwarding_balance', E3: 'withheld', WO: 'recouped', L6: 'interest' },
};

/** Bank, ledger and remittances against the texts of the 835s. */
export function moneySuite(facts: Facts): void {
  const received = () => facts().desk.practice.remittances.flatMap(readRemittances);

  test('each remittance and its deposit have the amounts of the 835', async () => {
    const { practice } = facts().desk;
    const stated = await practice.all('list-remittances');
    const rows = stated.map(
      ({ payment: { trace, amount, date }, paid, charge, claim_count, payer, payee }) => ({
        ...{ trace, amount, date, paid, charge, claim_count, payer: payer.id, payee: payee.id },
      }),
    );
    const sumOf = (one: ReadRemittance, field: 'paid' | 'charge') =>
      one.payments.reduce((sum, payment) => sum + payment[field], 0) / 100;
    const expected = received().map((one) => ({
      ...{
        trace: one.trace,
        amount: decimal(one.amount),
        date: one.date,
        payer: one.payer,
        payee: one.payee,
      },
      ...{ paid: sumOf(one, 'paid'), charge: sumOf(one, 'charge'), claim_count: one.payments.length },
    }));
    const keyOf = ({ trace, charge }: { trace: string; charge: number }) => `${trace} ${charge}`;
    const byTrace = (a: (typeof expected)[number], b: (typeof expected)[number]) =>
      keyOf(a) < keyOf(b) ? -1 : 1;
    expect(rows.toSorted(byTrace)).toEqual(expected.toSorted(byTrace));
    const deposits = await practice.all('list-deposits');
    expect(deposits.map(({ trace, amount }) => `${trace} ${amount}`).toSorted()).toEqual(
      received()
        .map(({ trace, amount }) => `${trace} ${decimal(amount)}`)
        .toSorted(),
    );
  });

  test('the bank is reconciled: one transfer is missing, and the other lines are no deposits', async () => {
    const { practice } = facts().desk;
    const figures = await practice.done('get-reconciliation');
    const paid = received().filter(({ amount }) => amount > 0);
    const free = received().filter(({ amount }) => amount === 0);
    const [first, missing] = [paid[0], paid.filter(({ method }) => method !== 'CHK').at(-1)];
    if (first === undefined || missing === undefined) throw new Error('There are no transfers');
    const arrived = paid.reduce((sum, { amount }) => sum + amount, 0) - missing.amount;
    const none = { count: 0, amount: 0 };
    expect(figures).toEqual({
      bank_lines: {
        ...{ new: none, several_candidates: none, amount_differs: none },
        unmatched: { count: 2, amount: 15.05 },
        matched: { count: paid.length - 1, amount: (arrived - 150) / 100 },
      },
      deposits: {
        ...{ new: none, amount_differs: none },
        expected: { count: 1, amount: missing.amount / 100 },
        matched: { count: paid.length - 1, amount: arrived / 100 },
        not_expected: { count: free.length, amount: 0 },
      },
    });
    const [line] = (await practice.all('list-bank-lines')).filter(
      ({ difference }) => difference !== undefined,
    );
    expect(line).toMatchObject({ difference: -1.5, state: 'matched', reason: 'Fee of the bank' });
  });

  test('the ledger of each payer and site adds up the PLB segments', async () => {
    const { practice } = facts().desk;
    const accounts = Map.groupBy(
      received().filter((one) => one.providerAdjustments.length > 0),
      (one) => `${one.payer} ${one.payee}`,
    );
    const balances = await practice.all('list-provider-balances');
    expect(balances.map((one) => `${one.payer_id} ${one.provider}`).toSorted()).toEqual(
      [...accounts.keys()].toSorted(),
    );
    for (const balance of balances) {
      const own = accounts.get(`${balance.payer_id} ${balance.provider}`) ?? [];
      const sums = { forwarding_balance: 0, withheld: 0, recouped: 0, interest: 0, other: 0 };
      let running = 0;
      const entries = own.map(({ trace, providerAdjustments }) => {
        const amount = providerAdjustments.reduce((sum, one) => sum + one.amount, 0);
        running += amount;
        for (const one of providerAdjustments) {
          sums[(kinds[one.reason] ?? 'other') as keyof typeof sums] += one.amount;
        }
        return { trace, amount: decimal(amount), balance: decimal(running) };
      });
      expect(balance).toMatchObject({
        ...{ entries: own.length, balance: decimal(running), withheld: decimal(sums.withheld), other: 0 },
        ...{ recouped: decimal(sums.recouped), interest: decimal(sums.interest) },
        forwarding_balance: decimal(-sums.forwarding_balance),
      });
      const { payer_id, provider } = balance;
      const ledger = await practice.all('list-ledger', { payer_id, provider });
      expect(
        ledger.toReversed().map(({ trace, amount, balance: after }) => ({ trace, amount, balance: after })),
      ).toEqual(entries);
    }
  });

  test('an explanation of benefits shows the sums of its remittance, and each claim', async () => {
    const { practice } = facts().desk;
    const stated = await practice.all('list-remittances');
    for (const one of received()) {
      const charged = one.payments.reduce((sum, { charge }) => sum + charge, 0) / 100;
      const id = stated.find(({ payment, charge }) => payment.trace === one.trace && charge === charged)?.id;
      const page = await practice.call('get-eob', { path: { id }, query: { format: 'html', limit: '100' } });
      const shown = page.text.match(/<h2>.*?<\/section>/gs) ?? [];
      const value = (section: string | undefined, label: string) =>
        new RegExp(`<dt>${label}</dt><dd>([^<]*)</dd>`).exec(section ?? '')?.[1]?.replaceAll(',', '');
      const money = (cents: number) => decimal(cents).toFixed(2);
      expect(value(shown[0], 'Payment')).toBe(money(one.amount));
      expect(value(shown[0], 'Paid for claims')).toBe(
        money(one.payments.reduce((sum, { paid }) => sum + paid, 0)),
      );
      for (const [n, { number, charge, paid, adjustments }] of one.payments.entries()) {
        const section = shown[n + 1];
        const patient = adjustments.filter(({ group }) => group === 'PR');
        const total = (of: typeof adjustments) => money(of.reduce((sum, { amount }) => sum + amount, 0));
        expect([
          section?.startsWith(`<h2>Claim ${number}<`),
          ...['Charge', 'Adjustments', 'Paid', 'Patient responsibility by this payer'].map((label) =>
            value(section, label),
          ),
        ]).toEqual([true, money(charge), total(adjustments), money(paid), total(patient)]);
      }
    }
  });
}
