/**
 * List prices of AWS in us-east-1 on 2026-11-22, in US dollars, without free tiers and discounts: DynamoDB on demand in its two
 * classes of tables, Lambda on arm64 up to the first step of its volume, standard queues, REST APIs, S3 Standard.
 */
export const listPrices = {
  perMillionReadUnits: 0.125,
  perMillionWriteUnits: 0.625,
  perMillionReadUnitsInfrequent: 0.155,
  perMillionWriteUnitsInfrequent: 0.78,
  perMillionInvocations: 0.2,
  perGigabyteSecond: 0.000_013_333_4,
  perMillionQueueRequests: 0.4,
  perMillionApiRequests: 3.5,
  perMillionFileWrites: 5,
  perMillionFileReads: 0.4,
  perMillionTraces: 5,
  perTableGigabyteMonth: 0.25,
  perInfrequentTableGigabyteMonth: 0.1,
  perBackupGigabyteMonth: 0.2,
  perFileGigabyteMonth: 0.023,
  perLogGigabyte: 0.5,
  perAlarmMetricMonth: 0.1,
  perDashboardMonth: 3,
  perMetricMonth: 0.3,
  perSecretMonth: 0.4,
  perKeyMonth: 1,
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

/** The price of each part of the usage of tables of the standard class, US dollars. */
export const dollarsByPart = (usage: Usage) => ({
  readUnits: (usage.readUnits * listPrices.perMillionReadUnits) / 1_000_000,
  writeUnits: (usage.writeUnits * listPrices.perMillionWriteUnits) / 1_000_000,
  invocations: (usage.invocations * listPrices.perMillionInvocations) / 1_000_000,
  gigabyteSeconds: usage.gigabyteSeconds * listPrices.perGigabyteSecond,
  queueRequests: (usage.queueRequests * listPrices.perMillionQueueRequests) / 1_000_000,
  apiRequests: (usage.apiRequests * listPrices.perMillionApiRequests) / 1_000_000,
});

export const dollarsOf = (usage: Usage): number => sumOf(dollarsByPart(usage));

export const sumOf = (parts: Readonly<Record<string, number>>): number =>
  Object.values(parts).reduce((sum, one) => sum + one, 0);
