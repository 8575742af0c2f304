import { acknowledgmentFile, type Visit } from '../cases/files.ts';
import { type Acknowledgment, answers, payers } from '../cases/responses.ts';
import type { Bill } from './bills.ts';
import { type Desk, ofStory } from './desk.ts';

/**
 * 277CAs that arrive after the first remittances: the plan rejected the claim before or after it paid, and the clearinghouse
 * accepted it at last.
 */
export async function receivePayerStatuses(desk: Desk): Promise<void> {
  const receive = async (bill: Bill, answer: Acknowledgment) =>
    desk.practice.receive(`${bill.number}.277ca`, acknowledgmentFile(visitOf(bill), answer));
  // The first remittances are of day 5.
  for (const bill of ofStory(desk, 'rejected_before_payment')) {
    await receive(bill, answers('A7:164:IL', { day: 3 }));
  }
  for (const bill of ofStory(desk, 'rejected_after_payment')) {
    await receive(bill, answers('A7:33:IL', { day: 8 }));
    await receive(bill, answers('A2:20', { day: 9, by: payers.clearinghouse }));
  }
}

const visitOf = ({ number, person, day, lines }: Bill): Visit => ({
  ...{ number, memberId: person.member, day, numberOf: () => number },
  lines: Object.fromEntries(lines.map(({ charge }, n) => [`L${n + 1}`, charge / 100])),
});
