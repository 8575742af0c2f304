import * as z from 'zod';
import { email, moneyAmount, phone, timestamp, typedText, uuid } from '#contract/fields.ts';
import { mergePatchOf } from '#contract/merge-patch.ts';
import { timeZone } from '#contract/regional-fields.ts';

export const channels = ['email', 'sms'] as const;
export type Channel = (typeof channels)[number];

const text = typedText;

export const tag = text(50);
export const maxTags = 50;

/** What the brand knows about a person. */
export const profileFields = {
  name: text(255),
  first_name: text(100),
  last_name: text(100),
  email: email.max(254),
  phone,
  address: text(1000),
  city: text(100),
  region: text(100),
  postal_code: text(20),
  country: text(100),
  time_zone: timeZone,
} as const;
export type ProfileField = keyof typeof profileFields;
export const profileFieldNames = Object.keys(profileFields) as readonly ProfileField[];

const tags = z.array(tag).max(maxTags);

export const contactInput = z
  .object({ brand_id: uuid, ...z.object(profileFields).partial().shape, tags: tags.default([]) })
  .refine((contact) => contact.name ?? contact.email ?? contact.phone, {
    path: ['email'],
    message: 'A contact needs a name, an email or a phone',
  });
export type ContactInput = z.output<typeof contactInput>;

/** A JSON merge patch (RFC 7396): null removes a member. */
export const contactPatch = mergePatchOf({ ...profileFields, tags });
export type ContactPatch = z.output<typeof contactPatch>;

export const consentStatuses = ['granted', 'withdrawn'] as const;

export const consentFields = {
  status: z.enum(consentStatuses),
  /** Where the person said so, such as `farm_stand_form`. */
  source: text(100),
  /** Version of the text that the person agreed to. */
  text_version: text(100).optional(),
};

export const consent = z.object({ ...consentFields, at: timestamp });
export type Consent = z.output<typeof consent>;

/** Without limits, because texts of orders have other ones. */
const profileTexts = z
  .object({
    name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    city: z.string(),
    region: z.string(),
    postal_code: z.string(),
    country: z.string(),
    time_zone: z.string(),
  })
  .partial();

const contactSources = ['staff', 'import', 'order', 'referral'] as const;

export const contact = z
  .object({
    id: uuid,
    brand_id: uuid,
    ...profileTexts.shape,
    tags: z.array(z.string()),
    consents: z.object({ email: consent.optional(), sms: consent.optional() }),
    /** How the record came about. */
    source: z.enum(contactSources),
    /** Orders that are not cancelled. A contact with orders is a customer. */
    order_count: z.int(),
    /** What these orders are worth: their goods less discounts, included taxes, credit, and what refunds allowed. */
    total_spent: moneyAmount,
    spent_cents: z.int(),
    first_order_at: timestamp.optional(),
    last_order_at: timestamp.optional(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Contact' });
export type Contact = z.output<typeof contact>;

const ids = z.array(uuid).readonly();

/** A contact as it is stored: with the facts that segments ask for, and the records that were merged into it. */
export const storedContact = contact.omit({ total_spent: true }).extend({
  /** Counts the changes of what follows from its orders. */
  facts_revision: z.int(),
  /** Products and stops of its orders. */
  product_ids: ids,
  stop_ids: ids,
  /** Ids, e-mail addresses and phone numbers of duplicates that were merged into it. */
  merged_ids: ids,
  other_emails: z.array(z.string()).readonly(),
  other_phones: z.array(z.string()).readonly(),
  /** Ids of the mailboxes and phone numbers that it had earlier. Limits for each customer look at them too. */
  earlier_address_ids: ids.optional(),
});
export type StoredContact = z.output<typeof storedContact>;

export const historyKinds = ['order', 'referral', 'campaign', 'consent', 'note', 'change'] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** One fact about a contact. Which members it has depends on its kind. */
export const historyEntry = z
  .object({
    id: uuid,
    contact_id: uuid,
    kind: z.enum(historyKinds),
    /** Id of the order or campaign, or the referral code. */
    reference: z.string().optional(),
    /** Of an order: its number, its total and its present status. */
    number: z.int().optional(),
    total: moneyAmount.optional(),
    status: z.string().optional(),
    /** Of a note. */
    text: z.string().optional(),
    /** Of a consent. */
    channel: z.enum(channels).optional(),
    source: z.string().optional(),
    text_version: z.string().optional(),
    /** Names of the members that a change replaced, or `merged`. */
    members: z.array(z.string()).optional(),
    /** Who wrote a note, a consent or a change. */
    author: z.string().optional(),
    at: timestamp,
  })
  .meta({ id: 'ContactHistoryEntry' });
export type HistoryEntry = z.output<typeof historyEntry>;

export const contactAddress = z
  .object({
    channel: z.enum(channels),
    shared: z
      .boolean()
      .describe(
        'Several people use the address, so it leads to no contact. Always true for an address of a member, for that of replies, and for one of more than ten contacts.',
      ),
  })
  .meta({ id: 'ContactAddress' });

/** Columns of an import. A file may have any of them, in any order, and must have one of the first three. */
export const importColumns = [
  'name',
  'email',
  'phone',
  'first_name',
  'last_name',
  'address',
  'city',
  'region',
  'postal_code',
  'country',
  'time_zone',
  'tags',
  'email_consent',
  'sms_consent',
] as const;

/** Bounds the report; the counts cover all lines. */
export const maxFaults = 500;

/** The parser takes most time for rows that are almost empty. */
export const maxImportRows = 10_000;

/** With the limit of a body, some 2,000 contacts fit a file; send more files for more. */
const maxCsvLength = 240_000;

export const contactImportInput = z.object({
  brand_id: uuid,
  /** CSV (RFC 4180) with a header line. */
  csv: z.string().min(1).max(maxCsvLength),
  /** What happens to members that a known contact already has. */
  on_match: z.enum(['fill', 'overwrite']).default('fill'),
  /** Where the people in the file gave the consents of its columns. */
  consent_source: z.string().trim().min(1).max(100).default('import'),
  /** Reports what an import would do, and changes no contact. */
  dry_run: z.boolean().default(false),
});
export type ContactImportInput = z.output<typeof contactImportInput>;

const fault = z.object({
  /** The line of the file on which the record begins, from 1. */
  line: z.int(),
  column: z.string().optional(),
  message: z.string(),
});
export type ImportFault = z.output<typeof fault>;

export const contactImport = z
  .object({
    id: uuid,
    brand_id: uuid,
    status: z.enum(['running', 'finished', 'failed']),
    reason: z.string().optional().describe('Why the import failed; the counts say what was imported'),
    dry_run: z.boolean(),
    rows: z.int(),
    ignored_columns: z.array(z.string()).describe('Columns that mean nothing here'),
    created: z.int(),
    updated: z.int(),
    /** Rows whose contact has all of their values. */
    unchanged: z.int(),
    failed: z.int(),
    /** The first 500 faults, by line. They repeat no value of the file. */
    faults: z.array(fault),
    created_at: timestamp,
    finished_at: timestamp.optional(),
  })
  .meta({ id: 'ContactImport' });
export type ContactImport = z.output<typeof contactImport>;

export const erasure = z
  .object({
    id: uuid,
    brand_id: uuid,
    status: z.enum(['running', 'finished']),
    /** Records that were cleared or removed so far. */
    orders: z.int(),
    referrals: z.int(),
    history_entries: z.int(),
    requested_by: z.string(),
    requested_at: timestamp,
    finished_at: timestamp.optional(),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.output<typeof erasure>;
