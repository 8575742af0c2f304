import type { Dice } from '../../../http/commerce/year/dice.ts';
import { answers, type Payer, payers, pays, type Remittance, type Response, reverses } from './responses.ts';
import { corrects, isArrival, type Situation, type Step } from './situation.ts';

/** The responses after the last deed, which may arrive in any order. */
function arriving({ steps }: Situation): readonly Step[] {
  const last = steps.findLastIndex((step) => !isArrival(step));
  return steps.slice(last + 1);
}

/** At most `count` other orders of the responses of a situation: first the opposite one, the others drawn. */
export function otherOrders(situation: Situation, count: number, dice: Dice): readonly (readonly Step[])[] {
  const given = arriving(situation);
  const before = situation.steps.slice(0, situation.steps.length - given.length);
  const orders = new Map([[nameOf(given, given), given]]);
  const possible = factorial(given.length);
  let next = given.toReversed();
  while (orders.size < Math.min(count + 1, possible)) {
    orders.set(nameOf(next, given), next);
    next = shuffled(given, dice);
  }
  return [...orders.values()].slice(1).map((order) => [...before, ...order]);
}

const nameOf = (order: readonly Step[], given: readonly Step[]) =>
  order.map((step) => given.indexOf(step)).join();

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

function shuffled<T>(list: readonly T[], dice: Dice): T[] {
  const left = [...list];
  return list.flatMap(() => left.splice(dice.below(left.length), 1));
}

const decisions = [
  ...['100, CO 45 25', '80, CO 45 25, PR 2 20', '60, CO 45 15, CO 50 50', '0, CO 16 125'],
  ...['0, PR 27 125', '0, OA 18 125', '0, OA 133 125', '0, CO 45 25, PR 1 100', '185, CO 45 -60'],
];
const nextDecisions = ['20, OA 23 105', '15, OA 23 105, PR 3 5', '0, OA 23 105, CO 22 20', '0, PR 96 125'];

/** A chain with three to five responses of several payers, of which some take back another. */
export function drawnSituation(n: number, dice: Dice): Situation {
  const isCorrected = dice.chance(0.4);
  const responses: Response[] = [];
  while (responses.length < 3 + (n % 3)) responses.push(drawnResponse(responses, isCorrected, dice));
  const before = isCorrected ? [answers('A2:20', { day: 0, icn: 'X' }), corrects({ charge: 150 })] : [];
  return { name: `drawn chain ${n}`, steps: [...before, ...responses], right: {} };
}

function drawnResponse(earlier: readonly Response[], isCorrected: boolean, dice: Dice): Response {
  const day = 1 + dice.below(12);
  const { plan, supplement, account, clearinghouse } = payers;
  if (dice.chance(0.15)) {
    const by: Payer = dice.chance(0.5) ? plan : clearinghouse;
    return answers(dice.pick(['A2:20', 'A7:164', 'A3:562']), { day, by });
  }
  const paid = earlier.filter((one): one is Remittance => one.kind === '835');
  if (paid.length > 0 && dice.chance(0.25)) {
    const taken = dice.pick(paid);
    return reverses(taken, { day: taken.day + dice.below(4) });
  }
  if (dice.chance(0.3)) {
    const by: Payer = dice.chance(0.7) ? supplement : account;
    return pays(dice.pick(nextDecisions), { day, by, status: by === account ? '1' : '2' });
  }
  const frequency = isCorrected ? dice.pick(['1', '7', 'none']) : '1';
  return pays(dice.pick(decisions), { day, icn: dice.pick(['X', 'Y', 'Z']), frequency });
}
