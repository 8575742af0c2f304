import type { FileNaming } from '#contract/claims/configuration/records.ts';

export interface FileNameParts {
  readonly naming: FileNaming;
  readonly tradingPartnerId: string;
  /** `837P`, `277CA` and so on. */
  readonly transactionType: string;
  /** Creation time of the file. */
  readonly at: Date;
}

/**
 * Returns a file name by the state file-naming standard, such as `tp12345678-837P-20260315120000000-1of1.x12` (HCPF
 * X12 File Naming Standards Quick Guide). The time is local to the payer.
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

/** Returns a moment whose UTC fields are the local time in the zone, for writers that use UTC fields. */
export function localTimeAsUtc(at: Date, timeZone: string): Date {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(localStamp(at, timeZone)) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
}

/** Maximum milliseconds between the time in a name and now. Rule R209 allows much more. */
const maxShift = 10_000;

/**
 * Takes a name that the trading partner has not used before. Adds milliseconds to the time until the name is free.
 *
 * @param take takes the name permanently; false if it was used before
 */
export async function takeUniqueFileName(
  parts: FileNameParts,
  take: (name: string) => Promise<boolean>,
): Promise<string> {
  for (let shift = 0; shift < maxShift; shift++) {
    const name = outgoingFileName({ ...parts, at: new Date(parts.at.getTime() + shift) });
    if (await take(name)) return name;
  }
  throw new Error('No file name is free within 10 seconds');
}
