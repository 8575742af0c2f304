import { localTimestamp } from '#x12/837p/check/calendar.ts';
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
  const first = localInstant(`${processed}T00:00:00.000`, timeZone);
  if (processed === undefined || !isPast(first)) return written ?? receivedAt;
  const last = localInstant(`${processed}T23:59:59.999`, timeZone) ?? first;
  if (written === undefined || written < first) return first;
  if (written > last) return last;
  return written;
}

/** GS04 and GS05 of the file, which order the acknowledgments of one day; undefined if they are not a valid time. */
export const writingTime = ({ date, time }: FileTime, timeZone: string): string | undefined =>
  localInstant(`${date}T${time}`, timeZone);

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

/**
 * Returns the UTC instant of a wall-clock time in a time zone; undefined for a text that is not a time. A time that the
 * clock shows twice is the first of the two. A time that the clock skips is read with the offset before the change.
 *
 * @param local `2026-03-16T12:00`, also with seconds and fractions
 */
function localInstant(local: string, timeZone: string): string | undefined {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return undefined;
  const candidates = [wall - day, wall + day]
    .map((near) => wall - offsetAt(near, timeZone))
    .toSorted((a, b) => a - b);
  const exact = candidates.find((instant) => instant + offsetAt(instant, timeZone) === wall);
  const before = wall - offsetAt(wall - day, timeZone);
  return new Date(exact ?? before).toISOString();
}

/** No zone changes its clock twice within two days. */
const day = 86_400_000;

/** Milliseconds by which the clock of the zone is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const moment = new Date(instant);
  const [, year, month, date, hour, minute, second, fraction] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(localTimestamp(timeZone, moment)) ?? [];
  return Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}.${fraction}Z`) - instant;
}
