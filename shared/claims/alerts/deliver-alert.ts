import { canonicalJson } from '#audit/entries/canonical-json.ts';
import { leaseEnd, leaseMilliseconds } from '#persistence/lease.ts';
import { type Alert, type AlertDelivery, alertJson } from './rules.ts';

/** What is known after an attempt. `again` may have a time before which the receiver wants no further attempt. */
export type AttemptResult =
  | { readonly result: 'delivered' }
  | { readonly result: 'refused'; readonly error: string }
  | { readonly result: 'again'; readonly error: string; readonly retryAfter?: string | undefined };

export interface DeliveryPorts {
  /** Ids of alerts with an attempt that is due, oldest first; bounded. */
  readDue(now: Date): Promise<readonly string[]>;
  /** Takes the lease, unless another run has it; undefined if nothing is due. */
  take(id: string, now: Date): Promise<Alert | 'held' | undefined>;
  /**
   * Stores deliveries with the renewed lease, and the audit entry of the last one.
   *
   * @returns false if another run has taken the lease
   */
  save(alert: Alert, isLast: boolean): Promise<boolean>;
  /** Gives the lease back. */
  release(alert: Alert): Promise<void>;
  /** Sends to one recipient. Never throws. */
  send(alert: Alert, recipient: string): Promise<AttemptResult>;
  /** When an attempt that failed is repeated; undefined after the last one. */
  nextAttempt(attempts: number, now: Date, retryAfter: string | undefined): Date | undefined;
  now(): Date;
  pause(milliseconds: number): Promise<void>;
}

export interface DeliveryCounts {
  readonly delivered: number;
  readonly failed: number;
}

/**
 * Sends the alerts that are due. Each recipient is stored before the next one, so a killed run repeats at most one send, with
 * the same id. Alerts under a lease are tried again when it has ended, because their run may have been killed.
 */
export async function deliverAlerts(ports: DeliveryPorts, outOfTime: () => boolean): Promise<DeliveryCounts> {
  const counts = { delivered: 0, failed: 0 };
  const held: string[] = [];
  for (const id of await ports.readDue(ports.now()))
    if ((await deliverOne(id, ports, outOfTime, counts)) === 'held') held.push(id);
  if (held.length > 0 && !outOfTime()) await ports.pause(leaseMilliseconds);
  for (const id of held) await deliverOne(id, ports, outOfTime, counts);
  return counts;
}

async function deliverOne(
  id: string,
  ports: DeliveryPorts,
  outOfTime: () => boolean,
  counts: { delivered: number; failed: number },
): Promise<'held' | undefined> {
  if (outOfTime()) return undefined;
  let alert = await ports.take(id, ports.now());
  if (alert === undefined || alert === 'held') return alert;
  for (const { recipient } of dueOf(alert, ports.now())) {
    if (outOfTime()) break;
    const at = ports.now();
    const result = await ports.send(alert, recipient);
    const attempted = afterAttempt(alert, recipient, result, { at, ports });
    const after: Alert = { ...attempted, lease_until: leaseEnd(ports.now()).getTime() };
    if (!(await ports.save(after, after.state !== 'pending'))) return undefined;
    if (result.result === 'delivered') counts.delivered++;
    else counts.failed++;
    alert = after;
  }
  if (alert.state === 'pending') await ports.release(alert);
  return undefined;
}

const dueOf = ({ deliveries }: Alert, now: Date): readonly AlertDelivery[] =>
  deliveries.filter(
    ({ state, next_attempt_at }) => state === 'pending' && (next_attempt_at ?? '') <= now.toISOString(),
  );

interface Attempt {
  readonly at: Date;
  readonly ports: Pick<DeliveryPorts, 'nextAttempt' | 'now'>;
}

/** The alert after an attempt for one recipient. */
export function afterAttempt(
  alert: Alert,
  recipient: string,
  result: AttemptResult,
  { at, ports }: Attempt,
): Alert {
  const deliveries = alert.deliveries.map((delivery) =>
    delivery.recipient === recipient ? deliveryAfter(delivery, result, { at, ports }) : delivery,
  );
  return { ...alert, deliveries, state: stateOf(deliveries) };
}

function deliveryAfter(
  { recipient, attempts: earlier }: AlertDelivery,
  result: AttemptResult,
  { at, ports }: Attempt,
): AlertDelivery {
  const attempts = earlier + 1;
  const known = { recipient, attempts, last_attempt_at: at.toISOString() };
  if (result.result === 'delivered') return { ...known, state: 'delivered' };
  const next =
    result.result === 'again' ? ports.nextAttempt(attempts, ports.now(), result.retryAfter) : undefined;
  const { error } = result;
  if (next === undefined) return { ...known, state: 'failed', error };
  return { ...known, state: 'pending', next_attempt_at: next.toISOString(), error };
}

function stateOf(deliveries: readonly AlertDelivery[]): Alert['state'] {
  if (deliveries.some(({ state }) => state === 'pending')) return 'pending';
  return deliveries.every(({ state }) => state === 'delivered') ? 'delivered' : 'failed';
}

/** What recipients read. Counts, amounts, ids and links only: messages leave the system. */
export interface AlertText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const titles: Readonly<Record<Alert['condition']['kind'], string>> = {
  rejected_claims: 'Rejected claims',
  quarantined_files: 'Files in quarantine',
  overdue_claims: 'Overdue claims',
  unmatched_items: 'Unmatched responses',
  clearinghouse: 'Clearinghouse',
  unreconciled_deposits: 'Deposits without a bank line',
};

/** @param baseUrl address of the API; links are paths without it */
export function alertText(alert: Alert, baseUrl = ''): AlertText {
  const title = titles[alert.condition.kind];
  const number = `${alert.at_least ? 'at least ' : ''}${alert.count}`;
  const mark = alert.test ? '[Test] ' : '';
  const links = alert.links.map((link) => baseUrl + link);
  const lines = [
    `Rule: ${alert.rule_name}`,
    `${title}: ${number}`,
    ...(alert.cents === undefined ? [] : [`${amountName(alert)}: ${(alert.cents / 100).toFixed(2)}`]),
    ...(alert.failing === undefined ? [] : [`The last visit failed: ${alert.failing}`]),
    ...(alert.ids.length === 0 ? [] : ['', 'First records:', ...alert.ids]),
    '',
    'Lists:',
    ...links,
    '',
    `Alert ${alert.id}, raised ${alert.raised_at}`,
  ];
  return {
    subject: `${mark}${title}: ${number}`,
    text: `${lines.join('\n')}\n`,
    html: `<!doctype html><pre>${lines.map(escaped).join('\n')}</pre>`,
  };
}

const amountName = ({ condition }: Alert): string =>
  condition.kind === 'unreconciled_deposits' ? 'Payments' : 'Charged';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The body of the webhook, the same in every attempt. */
export function alertPayload(alert: Alert): string {
  const { state, deliveries, ...data } = alertJson(alert);
  // DynamoDB does not keep the order of members.
  return canonicalJson({ type: 'claims.alert', timestamp: alert.raised_at, data });
}
