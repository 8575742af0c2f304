/**
 * Partition keys of the service tables by kind of record, as patterns for IAM conditions on leading keys. shared/store builds
 * the keys, and a test compares both.
 */
export const partitions = {
  /** API keys: by the hash of their secret, and the list of a brand or of the claims service. */
  'api-keys': ['APIKEY#*', 'APIKEYS', 'APIKEYS#*'],
  /** Roles of people in brands. */
  memberships: ['MEMBER#*'],
  'rate-windows': ['RATE#*'],
  activity: ['ACTIVITY#*'],
  /** Also the orders, campaigns and water logs of a brand. */
  products: ['BRAND#*'],
  'order-figures': ['ROLLUP#*'],
  /** Claims in a submission that is not sent yet. */
  reservations: ['RESERVED#*'],
  /** Payments whose claim is not known yet. */
  'awaited-payments': ['AWAITED#*'],
  configuration: ['CONFIG#*'],
} as const satisfies { readonly [records: string]: readonly string[] };

export type Records = keyof typeof partitions;

/** Records that grant access. */
export const credentials = ['api-keys', 'memberships'] as const satisfies readonly Records[];
export type Credential = (typeof credentials)[number];

/** Chains of the audit table: the head and the entries of a chain share a partition. */
export const auditChains: readonly string[] = ['CHAIN#*'];
