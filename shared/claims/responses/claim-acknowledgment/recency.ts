import { localInstant, type StatedTime } from '../engine/file-time.ts';
import type { StatusView } from './status-policy.ts';

/**
 * Returns when a payer gave an acknowledgment: the day of processing (2200A DTP 009), with the time of the file (GS04,
 * GS05) if that is on this day; without a day, the time of the file; without either, `receivedAt`. A day in the future
 * is ignored, because it would outrank all later acknowledgments.
 *
 * @param timeZone of the payer's dates and times
 */
export function acknowledgmentTime(
  processed: string | undefined,
  group: StatedTime,
  receivedAt: string,
  timeZone: string,
): string {
  const moment = localInstant(group.date, group.time, timeZone);
  const latest = new Date(Date.parse(receivedAt) + maxAhead).toISOString();
  const isPast = (at: string | undefined): at is string => at !== undefined && at <= latest;
  const written = isPast(moment) ? moment : undefined;
  const first = localInstant(processed, '00:00', timeZone);
  if (processed === undefined || !isPast(first)) return written ?? receivedAt;
  const last = localInstant(processed, '23:59:59.999', timeZone) ?? first;
  if (written === undefined || written < first) return first;
  if (written > last) return last;
  return written;
}

/** Clocks and time zones differ, milliseconds. */
const maxAhead = 24 * 60 * 60 * 1000;

/** Receipts state only that the claim was received. */
const receipts: ReadonlySet<string> = new Set(['A0', 'A1']);

/** Whether a status is only a receipt: it does not also reject, by its action or by another STC. */
export const isReceipt = ({ category, disposition }: Pick<StatusView, 'category' | 'disposition'>): boolean =>
  receipts.has(category) && disposition === 'accepted';
