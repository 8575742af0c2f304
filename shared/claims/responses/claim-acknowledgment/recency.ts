import type { GroupHeader } from '#x12/engine/consumer.ts';
import type { Claim } from '../../claim/claim.ts';
import { localInstant } from './local-instant.ts';
import type { StatusView } from './status-policy.ts';

/**
 * When a payer gave an answer: the day on which it says that it processed (2200A DTP 009), with the time of the
 * file (GS04, GS05) as far as that is on this day. Without a day, the time of the file; without either,
 * `receivedAt`. A day that has not come yet is none: it would stand before every answer to come.
 *
 * @param timeZone of the payer, in which it writes days and times
 */
export function answerTime(
  processed: string | undefined,
  group: FileTime,
  receivedAt: string,
  timeZone: string,
): string {
  const moment = writingTime(group, timeZone);
  const latest = new Date(Date.parse(receivedAt) + aheadAtMost).toISOString();
  const isPast = (at: string | undefined): at is string => at !== undefined && at <= latest;
  const written = isPast(moment) ? moment : undefined;
  const first = localInstant(`${processed}T00:00:00.000`, timeZone);
  if (processed === undefined || !isPast(first)) return written ?? receivedAt;
  const last = localInstant(`${processed}T23:59:59.999`, timeZone) ?? first;
  if (written === undefined || written < first) return first;
  if (written > last) return last;
  return written;
}

/** GS04 and GS05 of the file, which put answers of one day in order; undefined where they say nothing. */
export const writingTime = ({ date, time }: FileTime, timeZone: string): string | undefined =>
  localInstant(`${date}T${time}`, timeZone);

type FileTime = Pick<GroupHeader, 'date' | 'time'>;

/** Clocks differ, and so do the zones that they show, milliseconds. */
const aheadAtMost = 24 * 60 * 60 * 1000;

/** Receipts: they say no more than that the claim came. */
const receipts: ReadonlySet<string> = new Set(['A0', 'A1']);

/** Whether a status is a receipt; one that also rejects, by its action or by another STC, is more. */
export const isReceipt = ({ category, disposition }: Pick<StatusView, 'category' | 'disposition'>): boolean =>
  receipts.has(category) && disposition === 'accepted';

/** A status as it is weighed against another. */
export interface WeighedStatus {
  readonly at: string;
  /** When its file was written, where that is known. */
  readonly writtenAt?: string | undefined;
  readonly isReceipt: boolean;
}

/**
 * Whether a status takes the place of what a claim has (x12/277ca.md section 2): a receipt never that of another
 * status, any other always that of a receipt; else the newer one, of one moment the one whose file was written
 * later, and then the one that came later.
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
