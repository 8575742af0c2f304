import { parseArgs } from 'node:util';
import { dollarsByPart, listPrices, type Usage } from './list-prices.ts';

/**
 * What a claim uses in each step of its life. `npm run bench -- units` measures it with one file of 1,000 claims: capacity units of
 * DynamoDB as `ReturnConsumedCapacity` reports them, and the time of the function on the machine of docs/figures.md. docs/scale.md
 * shows the units by table and index.
 */
export const measuredSteps = [
  { step: '837P through the inbox', writeUnits: 16.43, readUnits: 3.02, milliseconds: 1.4 },
  { step: 'submission', writeUnits: 5.14, readUnits: 4.16, milliseconds: 2 },
  { step: '999', writeUnits: 4.79, readUnits: 1.06, milliseconds: 0.9 },
  { step: '277CA', writeUnits: 5.83, readUnits: 5.04, milliseconds: 1.1 },
  { step: '835', writeUnits: 5.67, readUnits: 4.1, milliseconds: 2.1 },
] as const;

/** Bytes of a claim in the tables and their indexes after all steps, and of its part of the files. */
const storedBytes = { tables: 13_200, files: 3_500 } as const;

/** Files of a day for each file of claims: the 837P, its two answers, the submission, 999, 277CA and 835. */
const perFile = {
  /** PUT, COPY and LIST requests of S3 for all files of one batch, and GET and HEAD requests. */
  fileWrites: 24,
  fileReads: 20,
  /** Invocations by the inbox queue: the 837P, 999, 277CA and 835. */
  inboxRuns: 4,
  /** Requests to SQS for one file: sent, received, deleted. */
  queueRequestsPerRun: 3,
  /** Units for the record of each file and its lists. */
  writeUnits: 40,
} as const;

/** Memory of `ingest-file` and of the functions that submit, gigabytes. */
const functionGigabytes = 1769 / 1024;

interface ClaimsVolume {
  readonly claimsPerDay: number;
  readonly claimsPerFile: number;
  /** Requests of people and programs, such as pages of the board. */
  readonly apiRequestsPerDay: number;
  /** Months for which claims are kept. */
  readonly monthsKept: number;
}

interface ClaimsCost {
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
function claimsCost({
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
const invocationsPerRequest = 2;
/** A page of a list with its limits. */
const readUnitsPerRequest = 10;
/** Mean time of an invocation without the time of its claims. */
const startMilliseconds = 150;

const help = `npm run --silent cost -- --claims-per-day N [--claims-per-file N] [--requests-per-day N] [--months-kept N] [--json]

Computes the list price of the claims service for a month of 30 equal days, from measured capacity units (docs/scale.md).

  --claims-per-day N    claims, each submitted, acknowledged and paid
  --claims-per-file N   claims in a file (100)
  --requests-per-day N  requests of people and programs to the API (1,000)
  --months-kept N       months for which claims and files are kept (12)
  --json                prints the result as JSON

Exit status: 0 computed, 2 the arguments are not valid.
`;

/** @returns the exit code */
export function runCostCommand(
  arguments_: readonly string[],
  write: (text: string) => void,
  writeError: (text: string) => void,
): number {
  let values: ReturnType<typeof valuesOf>;
  try {
    values = valuesOf(arguments_);
    if (values.help) {
      write(help);
      return 0;
    }
    const volume: ClaimsVolume = {
      claimsPerDay: numberIn(values, 'claims-per-day', 1),
      claimsPerFile: numberIn(values, 'claims-per-file', 1),
      apiRequestsPerDay: numberIn(values, 'requests-per-day', 0),
      monthsKept: numberIn(values, 'months-kept', 0),
    };
    const cost = claimsCost(volume);
    write(
      values.json ? `${JSON.stringify({ volume, ...cost, assumptions }, null, 2)}\n` : report(volume, cost),
    );
    return 0;
  } catch (error) {
    writeError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return 2;
  }
}

const valuesOf = (arguments_: readonly string[]) =>
  parseArgs({
    args: [...arguments_],
    options: {
      'claims-per-day': { type: 'string' },
      'claims-per-file': { type: 'string', default: '100' },
      'requests-per-day': { type: 'string', default: '1000' },
      'months-kept': { type: 'string', default: '12' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;

const highest = 1_000_000_000;

function numberIn(
  values: Readonly<Record<string, string | boolean | undefined>>,
  name: string,
  lowest: number,
): number {
  const text = values[name];
  if (text === undefined) throw new Error(`--${name} is missing`);
  const number = Number(text);
  if (typeof text !== 'string' || !/^\d+$/.test(text) || number < lowest || number > highest) {
    throw new Error(`--${name} takes a whole number from ${lowest} to ${highest}, not "${text}"`);
  }
  return number;
}

const names: Readonly<Record<string, string>> = {
  writeUnits: 'DynamoDB write units',
  readUnits: 'DynamoDB read units',
  tableStorage: 'DynamoDB storage',
  gigabyteSeconds: 'Lambda GB-seconds',
  invocations: 'Lambda invocations',
  queueRequests: 'SQS requests',
  apiRequests: 'API Gateway requests',
  fileWrites: 'S3 PUT, COPY, LIST',
  fileReads: 'S3 GET, HEAD',
  fileStorage: 'S3 storage',
};

const assumptions: readonly string[] = [
  'list prices of us-east-1 on 2026-11-22, without free tiers, discounts and taxes',
  `${measuredSteps.length} steps for each claim: ${measuredSteps.map(({ step }) => step).join(', ')}`,
  `each batch of claims is ${perFile.inboxRuns} files for the inbox`,
  `a request takes ${invocationsPerRequest} invocations and ${readUnitsPerRequest} read units, an invocation ${startMilliseconds} ms in addition to its claims, at ${functionGigabytes.toFixed(2)} GB`,
  `a stored claim has ${storedBytes.tables} bytes in tables and indexes and ${storedBytes.files} in files; the tables have reached their final size`,
  'without backups, logs, alarms, KMS, e-mail and data transfer',
];

function report({ claimsPerDay, claimsPerFile }: ClaimsVolume, cost: ClaimsCost): string {
  const rows = Object.entries(cost.dollars)
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, dollars]) => {
      const used = Reflect.get(cost.usage, part);
      const count = typeof used === 'number' ? Math.round(used).toLocaleString('en-US') : '';
      return `${(names[part] ?? part).padEnd(24)}${count.padStart(16)}${dollars.toFixed(2).padStart(12)}`;
    });
  const { mean, busyHour } = cost.writeUnitsPerSecond;
  return [
    `${claimsPerDay.toLocaleString('en-US')} claims a day in files of ${claimsPerFile.toLocaleString('en-US')}, a month of 30 days`,
    '',
    `${''.padEnd(24)}${'used'.padStart(16)}${'USD'.padStart(12)}`,
    ...rows,
    `${'Total'.padEnd(24)}${''.padStart(16)}${cost.total.toFixed(2).padStart(12)}`,
    '',
    `USD for 1,000 claims: ${cost.perThousandClaims.toFixed(4)}`,
    `Write units a second: ${mean.toFixed(1)} on average, ${busyHour.toFixed(0)} if the claims of a day arrive within an hour`,
    '',
    'Assumptions:',
    ...assumptions.map((one) => `- ${one}`),
    '',
  ].join('\n');
}
