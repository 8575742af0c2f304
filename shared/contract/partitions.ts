/*
 * Partition keys of the service tables by class of data, as patterns for IAM conditions on leading keys: the words by which
 * roles are granted. A record belongs to a class, and its partition keys begin with the words of the class.
 */

type Partitions = { readonly [records: string]: readonly string[] };

/** What belongs to brands, and is removed with them. */
const ofBrands = {
  /** API keys: by the hash of their secret, and the list of a brand or of the claims service. */
  'api-keys': ['APIKEY#*', 'APIKEYS', 'APIKEYS#*'],
  /** Roles of people in brands, and invitations to them. */
  memberships: ['MEMBER#*', 'MEMBERS#*', 'INVITATION#*', 'INVITATIONS#*'],
  /** When API keys were last used. */
  'key-uses': ['KEYUSE#*'],
  activity: ['ACTIVITY#*'],
  /** The record of a brand, with its plan and its gateway keys. */
  brands: ['BRAND#*'],
  /** Products with their images and files. */
  products: ['PRODUCTS#*'],
  /** Orders, their changes, payments and settings, and first orders of customers. */
  orders: ['ORDERS#*'],
  /** How many order numbers a brand has given out. Only the creation of an order writes it. */
  'order-numbers': ['ORDERNUMBERS#*'],
  campaigns: ['CAMPAIGNS#*'],
  /** Pickup locations, and the numbers of orders of their days. */
  stops: ['STOPS#*'],
  'order-figures': ['ROLLUP#*'],
  /** Referral codes and settings, people with codes, and who referred whom. */
  referrals: ['REFERRAL#*'],
  /** Short links of referrals and who followed them today. */
  'referral-links': ['REFLINK#*'],
  /** Referral credit, rewards and the leaderboard. */
  'referral-credit': ['REWARDS#*', 'CREDIT#*', 'REFBOARD#*'],
  /** Events that wait for their consumers. */
  outbox: ['OUTBOX#*'],
  /** Webhook endpoints of a brand. */
  webhooks: ['WEBHOOKS#*'],
  /** Secrets that sign webhooks. Only functions that declare them can read or change them. */
  'webhook-secrets': ['WEBHOOKSECRET#*'],
  'webhook-deliveries': ['WEBHOOKLOG#*'],
  /** Deliveries of an endpoint that are still to be sent, by time. */
  'webhook-queue': ['WEBHOOKDUE#*'],
  /** Promo codes of a brand, and their uses by customer. */
  'promo-codes': ['PROMO#*'],
  /** Stock of the products of a brand, and its adjustments. */
  stock: ['STOCK#*', 'STOCKLOG#*'],
  /** Inboxes of the members of a brand: preferences and numbers of unread notifications. */
  inboxes: ['INBOXES#*'],
  /** Notifications of one person in one brand. */
  notifications: ['INBOX#*'],
  onboarding: ['ONBOARDING#*'],
  'water-logs': ['WATERLOGS#*'],
  /** Changes of water logs, fields, meters, readings and water settings. */
  farm: ['FARM#*'],
  /** Recipients of a campaign, by contact. */
  'campaign-recipients': ['RECIPIENTS#*'],
  /** Progress and figures of campaigns, and their batches. */
  'campaign-runs': ['CAMPAIGNRUN#*'],
  /** Settings of messages, and messages beyond campaigns, until they expire. */
  messages: ['MESSAGES#*'],
  /** Brands that have sent text messages to a phone number. */
  'sms-threads': ['SMSTHREAD#*'],
  /** Subscription, invoices and use of a brand, with the customers and events of the payment provider. */
  billing: ['BILLING#*', 'BILLINGCUSTOMER#*', 'BILLINGEVENT#*'],
  /** Work that is due at a time. */
  work: ['WORK#*'],
  /** Contacts of a brand, and the pointers from their addresses. */
  contacts: ['CONTACTS#*'],
  /** Notes, consents and campaigns of a contact, and the ledger of its orders. */
  'contact-history': ['CONTACTLOG#*', 'LEDGER#*'],
  /** HMAC keys by which addresses are known without being shown. Only functions that declare them can read them. */
  'address-keys': ['ADDRESSKEY#*'],
  /** Addresses that get no messages. */
  silences: ['SILENCES#*'],
  segments: ['SEGMENTS#*'],
  'contact-imports': ['CONTACTIMPORT#*'],
  /** Exports of a brand, and their progress. */
  'brand-exports': ['EXPORTS#*'],
  /** Requests to erase a person, and their receipts. */
  erasures: ['ERASURE#*'],
} as const satisfies Partitions;

/** What belongs to requests, persons or the platform. */
const ofNobody = {
  'rate-windows': ['RATE#*'],
  /** Sessions of shops and their events, for two days. */
  visits: ['VISIT#*'],
  /** Keys that sign short links, and the salts of their visitors. Only functions that declare them can read them. */
  'link-keys': ['LINKKEY#*'],
  /** State of a person outside of brands. */
  people: ['PERSON#*'],
  /** Replies for repetitions of a request. */
  idempotency: ['IDEMPOTENCY#*'],
} as const satisfies Partitions;

const ofClaims = {
  /** Claims in a submission. They have no effect after its end, and expire. */
  reservations: ['RESERVED#*'],
  /** Claims by the hash of what they bill, most of them with their content. */
  'claim-contents': ['CONTENT#*'],
  /** Entries by which claims are searched. */
  'search-entries': ['SEARCH#*'],
  /** Remittance claims that wait for their claim. */
  'unmatched-payments': ['AWAITED#*'],
  configuration: ['CONFIG#*'],
  /** What a purge of claims removes after the retention time: claims, files, responses, and the records that find them. */
  'claims-records': [
    'CLAIM#*',
    'CLAIMVERSION#*',
    'CLAIMNOTES#*',
    'SEARCH#*',
    'PCN#*',
    'PCN20#*',
    'CONTENT#*',
    'REPLACED#*',
    'PAYERCONTROL#*',
    'PATIENTSHARE#*',
    'FILE#*',
    'FILESHA#*',
    'FILENAME#*',
    'USEDISA#*',
    'BATCH#*',
    'GROUP#*',
    'INTERCHANGE#*',
    'BHT#*',
    'ACK#*',
    'REMITTANCE#*',
    'DEPOSITTRACE#*',
    'DEPOSITAMOUNT#*',
    'SUBMISSION#*',
    'BANKLINE#*',
    'BANKTRACE#*',
    'BANKAMOUNT#*',
    'BANKFILE#*',
    'LEDGER#*',
    'UNMATCHED#*',
    'BULKRUN#*',
  ],
  /** Rules of alerts of the claims service, and the windows that they have used. */
  'alert-rules': ['ALERTRULES'],
  'alert-states': ['ALERTSTATE#*'],
} as const satisfies Partitions;

export const partitions = { ...ofBrands, ...ofNobody, ...ofClaims };

/** Classes of data. */
export type Records = keyof typeof partitions;

/** Classes of data that belong to brands. */
export type BrandRecords = keyof typeof ofBrands;
export const brandRecords = Object.keys(ofBrands) as readonly BrandRecords[];

/** Partition keys of a class of data: keys with a fact after `STOPS#` for `STOPS#*`. */
export type PartitionOf<R extends Records> = WithFacts<(typeof partitions)[R][number]>;
type WithFacts<Pattern extends string> = Pattern extends `${infer Words}*` ? `${Words}${string}` : Pattern;

/** Records that grant access. */
export const credentials = [
  'api-keys',
  'memberships',
  'webhook-secrets',
  'link-keys',
  'address-keys',
] as const satisfies readonly Records[];
export type Credential = (typeof credentials)[number];

/** Records that only functions with {@link Credential} or a declared need can read. */
export const secrets = [
  'webhook-secrets',
  'link-keys',
  'address-keys',
] as const satisfies readonly Credential[];
export type Secret = (typeof secrets)[number];

/** Partitions of the audit table: one for the head of the chain, and one for each block of its entries. */
export const auditPartitions = { head: 'CHAIN#main', entries: 'CHAIN#main#*' } as const;
