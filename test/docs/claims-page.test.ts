import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Adjudication } from '#claims/claims/facts.ts';
import {
  type LineInput,
  original,
  type PaymentInput,
  payment,
  reversalOf,
  shown,
} from '#test/claims/claims/chain-facts.ts';
import { carcTable, withCarcTable } from './carc-table.ts';

const page = readFileSync(new URL('../../docs/claims.md', import.meta.url), 'utf8');

test('docs/claims.md has the table of adjustment reason codes of the code: npm run tour -- tables', () => {
  expect(page).toContain(carcTable());
  expect(withCarcTable(page)).toBe(page);
});

/** Charge of each line of an example. */
const charges: Readonly<Record<string, number>> = { L1: 125, L2: 50 };
const levels: Readonly<Record<string, PaymentInput>> = {
  plan: { payer: 'PLAN', status: '1' },
  supplement: { payer: 'SUPPLEMENT', status: '2' },
};

/** `plan L1 0, CO 45 25, PR 1 100; L2 0, CO 97 50` as a payment, in dollars. */
function paymentOf(text: string, day: number, before: Adjudication | undefined): Adjudication {
  if (text === 'reversal' && before !== undefined) return reversalOf(before, { day });
  const [, payer = '', rest = ''] = /^(\w+) (.*)$/.exec(text) ?? [];
  const lines = rest.split('; ').map((part): [number, LineInput] => {
    const [, name = 'L1', amount = '', cas = ''] = /^(?:(L\d) )?(\d+)(?:, (.*))?$/.exec(part) ?? [];
    const line = { charge: charges[name] ?? 0, paid: Number(amount), cas: cas.split(', ').filter(Boolean) };
    return [Number(name.slice(1)), line];
  });
  const sum = (of: (line: LineInput) => number) => lines.reduce((total, [, line]) => total + of(line), 0);
  return payment({
    ...levels[payer],
    ...{ day, charge: sum(({ charge }) => charge), paid: sum(({ paid = 0 }) => paid) },
    lines: Object.fromEntries(lines),
  });
}

const examples = (page.split('| first | then |')[1]?.split('\n\n')[0] ?? '')
  .split('\n')
  .slice(2)
  .map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('an example of docs/claims.md comes out as documented', () => {
  test.each(examples)('%s; then %s', (first, then, lane, paid, owes, credit, reasons) => {
    const one = paymentOf(first, 2, undefined);
    const facts = then === '' ? [one] : [one, paymentOf(then, 9, one)];
    const billed = first.includes('L2') ? { charge: 175, codes: ['99211', '99212'] } : {};
    const [state = ''] = shown([original(billed), ...facts]);
    expect(state.replace(/, review \w+$/, '')).toBe(
      [
        `O ${lane} paid ${paid}`,
        ...(reasons === '' ? [] : [reasons]),
        ...(owes === '0' ? [] : [`owes ${owes}`]),
        ...(credit === '0' ? [] : [`credit ${credit}`]),
      ].join(', '),
    );
  });
});
