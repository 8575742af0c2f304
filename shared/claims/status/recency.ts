import type { GroupHeader } from '#x12/consumer.ts';
import type { Claim } from '../claim.ts';

/**
 * When a payer gave an answer: the day on which it says that it processed (2200A DTP 009), with the time of the
 * file (GS04, GS05) as far as that is on this day. Without a day, the time of the file; without either,
 * `receivedAt`.
 */
export function answerTime(
  processed: string | undefined,
  { date, time }: Pick<GroupHeader, 'date' | 'time'>,
  receivedAt: string,
): string {
  const written = new Date(`${date}T${time}Z`);
  const moment = Number.isNaN(written.getTime()) ? undefined : written.toISOString();
  if (processed === undefined) return moment ?? receivedAt;
  const first = `${processed}T00:00:00.000Z`;
  const last = `${processed}T23:59:59.999Z`;
  if (moment === undefined || moment < first) return first;
  return moment > last ? last : moment;
}

/** Receipts: they say no more than that the claim came. */
const receipts: ReadonlySet<string> = new Set(['A0', 'A1']);

/**
 * Whether a status takes the place of what a claim has (x12/277ca.md section 2): a receipt never that of another
 * status, any other always that of a receipt; else the newer one, and of one moment the one that came later.
 */
export function supersedes(
  status: { readonly at: string; readonly category: string },
  { payer_status_at, payer_status_code = '' }: Claim,
): boolean {
  if (payer_status_at === undefined) return true;
  const isReceipt = receipts.has(status.category);
  const hasReceipt = receipts.has(payer_status_code.split(':')[0] ?? '');
  if (isReceipt !== hasReceipt) return hasReceipt;
  return status.at >= payer_status_at;
}
