import { dayFromNow } from './bills.ts';
import type { Desk } from './desk.ts';
import { type ReadRemittance, readRemittances } from './remittance-text.ts';

/** The bank account of the month: a line for each deposit, a wrong amount, checks without numbers, and other lines. */
export async function reconcileBank(desk: Desk): Promise<void> {
  const { practice, checks } = desk;
  const paid = desk.practice.remittances.flatMap(readRemittances).filter(({ amount }) => amount > 0);
  const transfers = paid.filter(({ trace }) => !checks.includes(trace));
  // The newest transfer is not in the bank yet, and the bank took a fee of the oldest.
  const arrived = transfers.slice(0, -1);
  const lines = arrived.map((one, n) => row(one, n === 0 ? one.amount - 150 : one.amount, one.trace));
  const rest = [
    ...paid.filter(({ trace }) => checks.includes(trace)).map((one) => row(one, one.amount, '')),
    `${dayFromNow(2)},25.00,COPAYMENTS,`,
    `${dayFromNow(3)},-9.95,ACCOUNT FEE,`,
  ];
  const half = Math.ceil(lines.length / 2);
  await importLines(desk, lines.slice(0, half + 1));
  // Overlaps with the first file by one line.
  await importLines(desk, [...lines.slice(half), ...rest]);
  await matchByHand(desk, arrived[0]?.trace ?? '');
  const [fee] = await practice.all('list-bank-lines', { state: 'amount_differs' });
  if (fee !== undefined) throw new Error('The difference is still open');
}

const row = ({ date }: ReadRemittance, cents: number, trace: string): string =>
  `${date},${(cents / 100).toFixed(2)},HCCLAIMPMT,${trace}`;

/** A request that ends early on a busy machine is repeated. */
async function importLines({ practice }: Desk, lines: readonly string[]): Promise<void> {
  const request = {
    text: ['Date,Amount,Description,Reference', ...lines].join('\n'),
    headers: { 'Content-Type': 'text/csv' },
    query: { account: 'Operating' },
  };
  for (let complete = false; !complete; ) {
    ({ complete } = await practice.done('import-bank-file', request));
  }
}

/** A person accepts the difference, and decides which check is which. */
async function matchByHand({ practice, checks }: Desk, trace: string): Promise<void> {
  const deposits = await practice.all('list-deposits');
  const idOf = (wanted: string | undefined) =>
    deposits.find((deposit) => deposit.trace === wanted)?.remittance_id;
  const [differing] = await practice.all('list-bank-lines', { state: 'amount_differs' });
  await practice.done('match-bank-line', {
    path: { id: differing.id },
    body: { remittance_ids: [idOf(trace)], accept_difference: true, reason: 'Fee of the bank' },
  });
  const undecided = await practice.all('list-bank-lines', { state: 'several_candidates' });
  if (undecided.length !== checks.length)
    throw new Error(`${undecided.length} checks have several candidates`);
  for (const [n, { id }] of undecided.entries()) {
    const body = { remittance_ids: [idOf(checks[n])], reason: 'Check number on the statement' };
    await practice.done('match-bank-line', { path: { id }, body });
  }
}
