import { parseArgs } from 'node:util';
import {
  daysOfMonth,
  fixedCost,
  gigabytesOf,
  logBytesPerInvocation,
  startMilliseconds,
} from './fixed-cost.ts';
import { dollarsByPart, listPrices, sumOf } from './list-prices.ts';

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

/** Bytes of a claim after all steps: in the tables with their indexes, in backups, which have no indexes, and in files. */
const storedBytes = { tables: 13_200, backups: 7_000, files: 3_500 } as const;

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

/** The function and its authorizer. */
const invocationsPerRequest = 2;
/** A page of a list with its limits. */
const readUnitsPerRequest = 10;
/** Metrics of functions that have data while files arrive, and the share of the month in which they do. */
const activeMetrics = { count: 4, share: 0.5 } as const;

interface ClaimsVolume {
  /** 0 for a deployment that nobody uses. */
  readonly claimsPerDay: number;
  readonly claimsPerFile: number;
  /** Requests of people and programs, such as pages of the board. */
  readonly apiRequestsPerDay: number;
  /** Months for which claims are kept. */
  readonly monthsKept: number;
}

interface ClaimsCost {
  readonly usage: Readonly<Record<string, number>>;
  /** US dollars a month, by part: those of an idle deployment, and those that depend on the volume. */
  readonly fixed: Readonly<Record<string, number>>;
  readonly dollars: Readonly<Record<string, number>>;
  readonly totalFixed: number;
  readonly total: number;
  /** Null without claims. */
  readonly perThousandClaims: number | null;
  /** Mean and peak of write units and claims in a second, if a day's claims arrive within one hour. */
  readonly writeUnitsPerSecond: { readonly mean: number; readonly busyHour: number };
}

/** The list price of a month: a deployment of both services, and 30 equal days of claims with all steps of their life. */
function claimsCost(volume: ClaimsVolume): ClaimsCost {
  const idle = fixedCost();
  const usage = usageOf(volume);
  const totalFixed = sumOf(idle.dollars);
  const dollars = dollarsOfVolume(volume, usage);
  const total = totalFixed + sumOf(dollars);
  const claims = volume.claimsPerDay * daysOfMonth;
  const writesOfDay = usage.writeUnits / daysOfMonth;
  return {
    usage: { ...idle.usage, ...usage },
    fixed: idle.dollars,
    dollars,
    totalFixed,
    total,
    perThousandClaims: claims === 0 ? null : (1000 * total) / claims,
    writeUnitsPerSecond: { mean: writesOfDay / 86_400, busyHour: writesOfDay / 3600 },
  };
}

function usageOf({ claimsPerDay, claimsPerFile, apiRequestsPerDay }: ClaimsVolume) {
  const claims = claimsPerDay * daysOfMonth;
  const files = Math.ceil(claimsPerDay / claimsPerFile) * daysOfMonth;
  const requests = apiRequestsPerDay * daysOfMonth;
  const sum = (part: 'writeUnits' | 'readUnits' | 'milliseconds') =>
    measuredSteps.reduce((all, step) => all + step[part], 0);
  const inboxRuns = files * perFile.inboxRuns;
  const gigabyteSeconds = (name: string, runs: number, work = 0) =>
    ((runs * startMilliseconds + work) / 1000) * gigabytesOf(name);
  return {
    readUnits: claims * sum('readUnits') + requests * readUnitsPerRequest,
    writeUnits: claims * sum('writeUnits') + files * perFile.writeUnits,
    invocations: inboxRuns + requests * invocationsPerRequest,
    gigabyteSeconds:
      gigabyteSeconds('claims/ingest-file', inboxRuns, claims * sum('milliseconds')) +
      gigabyteSeconds('claims/list-claims', requests) +
      gigabyteSeconds('claims/authorizer', requests),
    queueRequests: inboxRuns * perFile.queueRequestsPerRun,
    apiRequests: requests,
    traces: requests,
    metrics: claimsPerDay === 0 ? 0 : activeMetrics.count,
    fileWrites: files * perFile.fileWrites,
    fileReads: files * perFile.fileReads,
  };
}

function dollarsOfVolume(
  { claimsPerDay, monthsKept }: ClaimsVolume,
  usage: ReturnType<typeof usageOf>,
): Readonly<Record<string, number>> {
  const gigabytes = (bytes: number) => (claimsPerDay * daysOfMonth * monthsKept * bytes) / 1e9;
  const perMillion = (count: number, price: number) => (count * price) / 1_000_000;
  const { traces, metrics, fileWrites, fileReads, invocations, readUnits, writeUnits } = usage;
  return {
    ...dollarsByPart(usage),
    readUnits: perMillion(readUnits, listPrices.perMillionReadUnitsInfrequent),
    writeUnits: perMillion(writeUnits, listPrices.perMillionWriteUnitsInfrequent),
    traces: perMillion(traces, listPrices.perMillionTraces),
    metrics: metrics * activeMetrics.share * listPrices.perMetricMonth,
    logs: (invocations * logBytesPerInvocation * listPrices.perLogGigabyte) / 1e9,
    fileWrites: perMillion(fileWrites, listPrices.perMillionFileWrites),
    fileReads: perMillion(fileReads, listPrices.perMillionFileReads),
    tableStorage: gigabytes(storedBytes.tables) * listPrices.perInfrequentTableGigabyteMonth,
    backups: gigabytes(storedBytes.backups) * listPrices.perBackupGigabyteMonth,
    fileStorage: gigabytes(storedBytes.files) * listPrices.perFileGigabyteMonth,
  };
}

const help = `npm run --silent cost -- --claims-per-day N [--claims-per-file N] [--requests-per-day N] [--months-kept N] [--json]

Computes the list price of a month of 30 equal days: a deployment of both services with the default settings, and claims, from
measured capacity units (docs/scale.md).

  --claims-per-day N    claims, each submitted, acknowledged and paid; 0 for a deployment that nobody uses
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
      claimsPerDay: numberIn(values, 'claims-per-day', 0),
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
  alarms: 'Metrics of alarms',
  dashboards: 'Dashboards',
  queuePolls: 'SQS requests of idle polling',
  secrets: 'Secrets',
  keys: 'KMS keys',
  scheduledRuns: 'Lambda runs on schedule',
  scheduledUnits: 'DynamoDB units on schedule',
  scheduledFileLists: 'S3 LIST on schedule',
  scheduledLogs: 'Logs of schedules',
  traces: 'X-Ray traces',
  metrics: 'Metrics of functions',
  logs: 'Logs',
  backups: 'DynamoDB point-in-time recovery',
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
  'the default settings; docs/scale.md lists what a setting adds',
  `${measuredSteps.length} steps for each claim: ${measuredSteps.map(({ step }) => step).join(', ')}`,
  `each batch of claims is ${perFile.inboxRuns} files for the inbox`,
  `a request takes ${invocationsPerRequest} invocations and ${readUnitsPerRequest} read units and is traced, an invocation ${startMilliseconds} ms in addition to its claims, and ${logBytesPerInvocation} bytes of logs`,
  `${activeMetrics.count} metrics of functions have data in half of the month`,
  `a stored claim has ${storedBytes.tables} bytes in tables and indexes, ${storedBytes.backups} in backups and ${storedBytes.files} in files; the tables have reached their final size`,
  'without KMS requests, e-mail, text messages and data transfer',
];

function report({ claimsPerDay, claimsPerFile }: ClaimsVolume, cost: ClaimsCost): string {
  const rowsOf = (dollars: Readonly<Record<string, number>>) =>
    Object.entries(dollars)
      .toSorted(([, a], [, b]) => b - a)
      .map(([part, price]) => row(names[part] ?? part, cost.usage[part], price));
  const { mean, busyHour } = cost.writeUnitsPerSecond;
  return [
    `${claimsPerDay.toLocaleString('en-US')} claims a day in files of ${claimsPerFile.toLocaleString('en-US')}, a month of 30 days`,
    '',
    `${''.padEnd(32)}${'used'.padStart(14)}${'USD'.padStart(10)}`,
    ...rowsOf(cost.fixed),
    row('Fixed', undefined, cost.totalFixed),
    '',
    ...rowsOf(cost.dollars),
    row('Total', undefined, cost.total),
    '',
    ...(cost.perThousandClaims === null
      ? []
      : [`USD for 1,000 claims: ${cost.perThousandClaims.toFixed(4)}`]),
    `Write units a second: ${mean.toFixed(1)} on average, ${busyHour.toFixed(0)} if the claims of a day arrive within an hour`,
    '',
    'Assumptions:',
    ...assumptions.map((one) => `- ${one}`),
    '',
  ].join('\n');
}

const row = (name: string, used: number | undefined, dollars: number): string => {
  const count = used === undefined ? '' : Math.round(used).toLocaleString('en-US');
  return `${name.padEnd(32)}${count.padStart(14)}${dollars.toFixed(2).padStart(10)}`;
};
