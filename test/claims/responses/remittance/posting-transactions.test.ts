import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { send, visit } from '../engine/sent-batch.ts';
import { adjusted, paidLine, payment, remit, reversal } from './payer-remittances.ts';
import { current, drop, stores, useStores } from './remittance-runs.ts';

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
}, 120_000);
