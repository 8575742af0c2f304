/**
 * List prices of AWS in us-east-1 on 2026-11-22, in US dollars, without free tiers and discounts: DynamoDB on demand, Lambda on arm64
 * up to the first step of its volume, standard queues, REST APIs, S3 Standard.
 */
export const listPrices = {
  perMillionReadUnits: 0.125,
  perMillionWriteUnits: 0.625,
  perMillionInvocations: 0.2,
  perGigabyteSecond: 0.000_013_333_4,
  perMillionQueueRequests: 0.4,
  perMillionApiRequests: 3.5,
  perMillionFileWrites: 5,
  perMillionFileReads: 0.4,
  perTableGigabyteMonth: 0.25,
  perFileGigabyteMonth: 0.023,
} as const;

/** What a piece of work used. */
export interface Usage {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly invocations: number;
  readonly gigabyteSeconds: number;
  readonly queueRequests: number;
  readonly apiRequests: number;
}

/** The price of each part of the usage, US dollars. */
export const dollarsByPart = (usage: Usage) => ({
  readUnits: (usage.readUnits * listPrices.perMillionReadUnits) / 1_000_000,
  writeUnits: (usage.writeUnits * listPrices.perMillionWriteUnits) / 1_000_000,
  invocations: (usage.invocations * listPrices.perMillionInvocations) / 1_000_000,
  gigabyteSeconds: usage.gigabyteSeconds * listPrices.perGigabyteSecond,
  queueRequests: (usage.queueRequests * listPrices.perMillionQueueRequests) / 1_000_000,
  apiRequests: (usage.apiRequests * listPrices.perMillionApiRequests) / 1_000_000,
});

export const dollarsOf = (usage: Usage): number =>
  Object.values(dollarsByPart(usage)).reduce((sum, dollars) => sum + dollars, 0);
