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
export const storedBytes = { tables: 13_200, files: 3_500 } as const;

/** Files of a day for each file of claims: the 837P, its two answers, the submission, 999, 277CA and 835. */
export const perFile = {
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
export const functionGigabytes = 1769 / 1024;
