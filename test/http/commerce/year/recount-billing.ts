// Invoices of the year, from the prices and from what the owner did.

import type { Purchase } from './billing.ts';

const planCents: Readonly<Record<string, number>> = { starter: 900, farm: 4900, enterprise: 9900 };
const addOnCents: Readonly<Record<string, number>> = { extra_sends: 500 };

export interface ExpectedInvoice {
  /** The UTC day of its creation. */
  readonly date: string;
  readonly total_cents: number;
  readonly amount_due_cents: number;
}

interface Subscribed {
  readonly anchor: Date;
  plan: string;
  addOns: Readonly<Record<string, number>>;
  periods: number;
}

/** Invoices until the end of the year: one each month, and one for each change with its proration. */
export function expectedInvoices(purchases: readonly Purchase[], end: Date): readonly ExpectedInvoice[] {
  const invoices: ExpectedInvoice[] = [];
  let balance = 0;
  let subscribed: Subscribed | undefined;
  const add = (at: Date, total_cents: number) => {
    const due = total_cents + balance;
    balance = Math.min(0, due);
    const date = at.toISOString().slice(0, 10);
    invoices.push({ date, total_cents, amount_due_cents: Math.max(0, due) });
  };
  const renewUntil = (time: Date) => {
    while (subscribed !== undefined && monthsAfter(subscribed.anchor, subscribed.periods) <= time) {
      add(monthsAfter(subscribed.anchor, subscribed.periods), priceOf(subscribed));
      subscribed.periods++;
    }
  };
  for (const { at, did, plan, addOns, preview } of purchases) {
    const time = new Date(preview?.at ?? at);
    if (did === 'canceled') {
      // It ended with the period before.
      renewUntil(lastPeriodStart(subscribed, time));
      subscribed = undefined;
    } else {
      renewUntil(time);
    }
    if (did === 'subscribed') {
      subscribed = { anchor: time, plan: plan ?? '', addOns: addOns ?? {}, periods: 1 };
      add(time, priceOf(subscribed));
    }
    if (did === 'changed' && subscribed !== undefined) {
      const before = itemsOf(subscribed);
      Object.assign(subscribed, { ...(plan && { plan }), ...(addOns && { addOns }) });
      add(time, prorated(before, itemsOf(subscribed), shareLeft(subscribed, time)));
    }
  }
  renewUntil(end);
  return invoices;
}

const itemsOf = ({ plan, addOns }: Subscribed): ReadonlyMap<string, number> =>
  new Map([
    [plan, planCents[plan] ?? 0],
    ...Object.entries(addOns).map(([name, quantity]): [string, number] => [
      `${name} ${quantity}`,
      (addOnCents[name] ?? 0) * quantity,
    ]),
  ]);

const priceOf = (subscribed: Subscribed): number =>
  [...itemsOf(subscribed).values()].reduce((sum, cents) => sum + cents, 0);

/** Credits the rest of what goes, and charges the rest of what comes, each rounded to the cent. */
function prorated(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  share: number,
): number {
  const part = (items: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>) =>
    [...items]
      .filter(([name]) => !others.has(name))
      .reduce((sum, [, cents]) => sum + Math.round(cents * share), 0);
  return part(after, before) - part(before, after);
}

function shareLeft({ anchor, periods }: Subscribed, time: Date): number {
  const [start, end] = [monthsAfter(anchor, periods - 1), monthsAfter(anchor, periods)];
  return (end.getTime() - time.getTime()) / (end.getTime() - start.getTime());
}

function lastPeriodStart(subscribed: Subscribed | undefined, time: Date): Date {
  if (subscribed === undefined) return time;
  let periods = subscribed.periods;
  while (monthsAfter(subscribed.anchor, periods) <= time) periods++;
  return monthsAfter(subscribed.anchor, periods - 2);
}

/** The same day of a later month, in UTC. The subscriptions of the year begin on days that every month has. */
function monthsAfter(anchor: Date, months: number): Date {
  const moved = new Date(Math.floor(anchor.getTime() / 1000) * 1000);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved;
}
