/**
 * List prices of AWS in us-east-1 on 2026-11-22, in US dollars, without free tiers and discounts: DynamoDB on demand, Lambda on arm64
 * up to the first step of its volume, standard queues, REST APIs.
 */
export const listPrices = {
  perMillionReadUnits: 0.125,
  perMillionWriteUnits: 0.625,
  perMillionInvocations: 0.2,
  perGigabyteSecond: 0.000_013_333_4,
  perMillionQueueRequests: 0.4,
  perMillionApiRequests: 3.5,
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

export const dollarsOf = (usage: Usage): number =>
  (usage.readUnits * listPrices.perMillionReadUnits +
    usage.writeUnits * listPrices.perMillionWriteUnits +
    usage.invocations * listPrices.perMillionInvocations +
    usage.queueRequests * listPrices.perMillionQueueRequests +
    usage.apiRequests * listPrices.perMillionApiRequests) /
    1_000_000 +
  usage.gigabyteSeconds * listPrices.perGigabyteSecond;
