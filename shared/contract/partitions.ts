/**
 * Partition keys of the service tables by the records that they hold, as patterns for conditions on leading keys in
 * IAM policies. shared/store builds the keys themselves; a test compares the two.
 */
export const partitions = {
  /** API keys: by the hash of their secret, and the list of a brand or of the claims service. */
  'api-keys': ['APIKEY#*', 'APIKEYS', 'APIKEYS#*'],
  /** Roles of people in brands. */
  memberships: ['MEMBER#*'],
  'rate-windows': ['RATE#*'],
  activity: ['ACTIVITY#*'],
  /** A product shares the partition of its brand with the orders, campaigns and water logs of the brand. */
  products: ['BRAND#*'],
  'order-figures': ['ROLLUP#*'],
  /** Claims that a submission holds until it is sent. */
  reservations: ['RESERVED#*'],
  /** Remittance claims that wait for their claim. */
  'unmatched-payments': ['AWAITED#*'],
  configuration: ['CONFIG#*'],
} as const satisfies { readonly [records: string]: readonly string[] };

export type Records = keyof typeof partitions;

/** Records that decide who may call, and as what. */
export const credentials = ['api-keys', 'memberships'] as const satisfies readonly Records[];
export type Credential = (typeof credentials)[number];

/** Chains of the audit table; the head of a chain shares its partition with the entries. */
export const auditChains: readonly string[] = ['CHAIN#*'];
