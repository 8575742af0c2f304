import { wallClock } from '#calendar/time-zone.ts';
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
  const stamp = wallClock(at, time_zone).toISOString().replace(/\D/g, '');
  return `${prefix}${tradingPartnerId}-${transactionType}-${stamp}-${part}.${extension}`;
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
