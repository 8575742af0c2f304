import { instantOf } from '#calendar/time-zone.ts';
import type { GroupHeader } from '#x12/engine/consumer.ts';
import type { Claim } from '../../claim/claim.ts';
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
  group: FileTime,
  receivedAt: string,
  timeZone: string,
): string {
  const moment = writingTime(group, timeZone);
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

/** GS04 and GS05 of the file, which order the acknowledgments of one day; undefined if they are not a valid time. */
export const writingTime = ({ date, time }: FileTime, timeZone: string): string | undefined =>
  localInstant(date, time, timeZone);

type FileTime = Pick<GroupHeader, 'date' | 'time'>;

/** Clocks and time zones differ, milliseconds. */
const maxAhead = 24 * 60 * 60 * 1000;

/** Receipts state only that the claim was received. */
const receipts: ReadonlySet<string> = new Set(['A0', 'A1']);

/** Whether a status is only a receipt: it does not also reject, by its action or by another STC. */
export const isReceipt = ({ category, disposition }: Pick<StatusView, 'category' | 'disposition'>): boolean =>
  receipts.has(category) && disposition === 'accepted';

/** The facts that decide between two statuses. */
export interface WeighedStatus {
  readonly at: string;
  /** When its file was written, where that is known. */
  readonly writtenAt?: string | undefined;
  readonly isReceipt: boolean;
}

/**
 * Whether a status replaces the status of a claim. A receipt never replaces another status, and every other status
 * replaces a receipt. Otherwise the newer replaces the older; of one moment, the one whose file was written later; and
 * then the one received later.
 */
export function supersedes(
  status: WeighedStatus,
  { payer_status_at, payer_status_written_at, payer_status_code = '', payer_status_rejects }: Claim,
): boolean {
  if (payer_status_at === undefined) return true;
  const hasReceipt = receipts.has(payer_status_code.split(':')[0] ?? '') && payer_status_rejects !== true;
  if (status.isReceipt !== hasReceipt) return hasReceipt;
  if (status.at !== payer_status_at) return status.at > payer_status_at;
  const { writtenAt } = status;
  return (
    writtenAt === undefined || payer_status_written_at === undefined || writtenAt >= payer_status_written_at
  );
}

/** The time in UTC of a wall-clock time in a time zone; undefined for a text that is not a time. */
function localInstant(date = '', time = '', timeZone: string): string | undefined {
  const instant = instantOf(date, time, timeZone);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}
