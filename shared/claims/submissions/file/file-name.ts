import type { FileNaming } from '#contract/claims/configuration/records.ts';

/** Who sends what, for the name of a file. */
export interface FileNameParts {
  readonly naming: FileNaming;
  readonly tradingPartnerId: string;
  /** 837P, 277CA … */
  readonly transactionType: string;
  /** When it was made. */
  readonly at: Date;
}

/**
 * Name of a file by the state file-naming standard: `tp12345678-837P-20260315120000000-1of1.x12`
 * (x12/state-medicaid.md, section 2; HCPF X12 File Naming Standards Quick Guide). The time is local to the payer.
 */
export function outgoingFileName({ naming, tradingPartnerId, transactionType, at }: FileNameParts): string {
  const { prefix, time_zone, part, extension } = naming;
  const stamp = localStamp(at, time_zone);
  return `${prefix}${tradingPartnerId}-${transactionType}-${stamp}-${part}.${extension}`;
}

/** `yyyymmddhhmmssSSS` in the zone. */
function localStamp(at: Date, timeZone: string): string {
  const parts = new Map(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const fields = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
  const milliseconds = String(at.getUTCMilliseconds()).padStart(3, '0');
  return fields.map((field) => parts.get(field) ?? '').join('') + milliseconds;
}

/** The moment as its local fields, for writers that use UTC fields. */
export function localTimeAsUtc(at: Date, timeZone: string): Date {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(localStamp(at, timeZone)) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
}

/** Longest wait for a free name, milliseconds ahead: far below what R209 allows. */
const mostBumps = 10_000;

/**
 * A name that the trading partner has not used before: the time is moved on by milliseconds until it is free.
 *
 * @param take takes the name for good; false when it is taken
 */
export async function takeUniqueFileName(
  parts: FileNameParts,
  take: (name: string) => Promise<boolean>,
): Promise<string> {
  for (let bump = 0; bump < mostBumps; bump++) {
    const name = outgoingFileName({ ...parts, at: new Date(parts.at.getTime() + bump) });
    if (await take(name)) return name;
  }
  throw new Error('No file name is free');
}
