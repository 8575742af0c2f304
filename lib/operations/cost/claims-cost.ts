import { dollarsByPart, listPrices, type Usage } from './list-prices.ts';
import { functionGigabytes, measuredSteps, perFile, storedBytes } from './measured-claims.ts';

export interface ClaimsVolume {
  readonly claimsPerDay: number;
  readonly claimsPerFile: number;
  /** Requests of people and programs, such as pages of the board. */
  readonly apiRequestsPerDay: number;
  /** Months for which claims are kept. */
  readonly monthsKept: number;
}

export interface ClaimsCost {
  readonly usage: Usage & { readonly fileWrites: number; readonly fileReads: number };
  /** US dollars a month, by part. */
  readonly dollars: Readonly<Record<string, number>>;
  readonly total: number;
  readonly perThousandClaims: number;
  /** Mean and peak of write units and claims in a second, if a day's claims arrive within one hour. */
  readonly writeUnitsPerSecond: { readonly mean: number; readonly busyHour: number };
}

const daysOfMonth = 30;

/** The list price of a month of claims: 30 equal days, each claim with all steps of its life. */
export function claimsCost({
  claimsPerDay,
  claimsPerFile,
  apiRequestsPerDay,
  monthsKept,
}: ClaimsVolume): ClaimsCost {
  const claims = claimsPerDay * daysOfMonth;
  const files = Math.ceil(claimsPerDay / claimsPerFile) * daysOfMonth;
  const sum = (part: 'writeUnits' | 'readUnits' | 'milliseconds') =>
    measuredSteps.reduce((all, step) => all + step[part], 0);
  const invocations = files * perFile.inboxRuns + apiRequestsPerDay * daysOfMonth * invocationsPerRequest;
  const usage = {
    readUnits: claims * sum('readUnits') + apiRequestsPerDay * daysOfMonth * readUnitsPerRequest,
    writeUnits: claims * sum('writeUnits') + files * perFile.writeUnits,
    invocations,
    gigabyteSeconds:
      ((claims * sum('milliseconds') + invocations * startMilliseconds) / 1000) * functionGigabytes,
    queueRequests: files * perFile.inboxRuns * perFile.queueRequestsPerRun,
    apiRequests: apiRequestsPerDay * daysOfMonth,
    fileWrites: files * perFile.fileWrites,
    fileReads: files * perFile.fileReads,
  };
  const gigabytes = (bytes: number) => (claims * monthsKept * bytes) / 1e9;
  const dollars = {
    ...dollarsByPart(usage),
    fileWrites: (usage.fileWrites * listPrices.perMillionFileWrites) / 1_000_000,
    fileReads: (usage.fileReads * listPrices.perMillionFileReads) / 1_000_000,
    tableStorage: gigabytes(storedBytes.tables) * listPrices.perTableGigabyteMonth,
    fileStorage: gigabytes(storedBytes.files) * listPrices.perFileGigabyteMonth,
  };
  const total = Object.values(dollars).reduce((all, one) => all + one, 0);
  const writesOfDay = usage.writeUnits / daysOfMonth;
  return {
    usage,
    dollars,
    total,
    perThousandClaims: (1000 * total) / claims,
    writeUnitsPerSecond: { mean: writesOfDay / 86_400, busyHour: writesOfDay / 3600 },
  };
}

/** The function and its authorizer. */
export const invocationsPerRequest = 2;
/** A page of a list with its limits. */
export const readUnitsPerRequest = 10;
/** Mean time of an invocation without the time of its claims. */
export const startMilliseconds = 150;
