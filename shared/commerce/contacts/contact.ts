import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { timestamp, uuid } from '#contract/fields.ts';
import { foldedText } from '#contract/text-forms.ts';
import { soldAt, worthOf } from '../orders/amounts.ts';
import type { UnnumberedOrder } from '../orders/order.ts';
import { normalAddress, normalPhone } from './addresses.ts';
import {
  type Channel,
  type Consent,
  type Contact,
  type ContactInput,
  type ContactPatch,
  channels,
  contact as contactSchema,
  maxTags,
  type ProfileField,
  profileFieldNames,
  type StoredContact,
} from './contact-fields.ts';

/** What an order adds to its contact. A cancelled order keeps its entry, which adds nothing. */
export const ledgerEntry = z.object({
  brand_id: uuid,
  /** The contact of the order, which may be merged into another one since. */
  contact_id: uuid,
  order_id: uuid,
  /** When it was sold. */
  at: timestamp,
  worth_cents: z.int(),
  product_ids: z.array(uuid),
  stop_id: uuid.optional(),
  promo_code_id: uuid.optional(),
  /** Which of the promo codes with this id, of which the earlier are deleted. */
  promo_issue: timestamp.optional(),
  is_cancelled: z.boolean(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** What is known of a contact from its orders. */
export interface ContactFacts {
  /** Orders that are not cancelled. */
  readonly order_count: number;
  readonly spent_cents: number;
  readonly first_order_at?: string | undefined;
  readonly last_order_at?: string | undefined;
  readonly product_ids: readonly string[];
  readonly stop_ids: readonly string[];
}

/** Bounds the item: 400 kB is DynamoDB's limit. Of more products or stops, the facts have those with the least ids. */
export const maxKnownProducts = 2000;
export const maxKnownStops = 200;

export const noFacts: ContactFacts = { order_count: 0, spent_cents: 0, product_ids: [], stop_ids: [] };

/** The entry of an order in the ledger of its contact; undefined for an order without one. */
export function entryOf(order: UnnumberedOrder): LedgerEntry | undefined {
  const { id, brand_id, contact_id, status, items, stop_id, promotion } = order;
  if (contact_id === undefined) return undefined;
  const is_cancelled = status === 'cancelled';
  const base = { brand_id, contact_id, order_id: id, at: soldAt(order), is_cancelled };
  if (is_cancelled) return { ...base, worth_cents: 0, product_ids: [] };
  return {
    ...base,
    worth_cents: worthOf(order),
    product_ids: distinct(items.map(({ product_id }) => product_id)),
    ...(stop_id !== undefined && { stop_id }),
    ...(promotion !== undefined && { promo_code_id: promotion.id, promo_issue: promotion.issue }),
  };
}

/** The facts of a contact: a function of its live orders alone, whatever their order. */
export function factsOf(entries: readonly LedgerEntry[]): ContactFacts {
  const live = entries.filter(({ is_cancelled }) => !is_cancelled);
  const times = live.map(({ at }) => at).sort();
  return {
    order_count: live.length,
    spent_cents: live.reduce((sum, { worth_cents }) => sum + worth_cents, 0),
    ...(times.length > 0 && { first_order_at: times[0], last_order_at: times.at(-1) }),
    product_ids: distinct(live.flatMap(({ product_ids }) => product_ids)).slice(0, maxKnownProducts),
    stop_ids: distinct(live.flatMap(({ stop_id }) => stop_id ?? [])).slice(0, maxKnownStops),
  };
}

/** The facts with one more order: `factsOf([...entries, entry])` for the facts of `entries`, in any order of time. */
export function appended(facts: ContactFacts, entry: LedgerEntry): ContactFacts {
  if (entry.is_cancelled) return facts;
  const times = [facts.first_order_at ?? entry.at, facts.last_order_at ?? entry.at, entry.at].sort();
  return {
    order_count: facts.order_count + 1,
    spent_cents: facts.spent_cents + entry.worth_cents,
    first_order_at: times[0],
    last_order_at: times.at(-1),
    product_ids: distinct([...facts.product_ids, ...entry.product_ids]).slice(0, maxKnownProducts),
    stop_ids: distinct([...facts.stop_ids, entry.stop_id ?? []].flat()).slice(0, maxKnownStops),
  };
}

/** Where an order stands among those of its contact by its time. */
export type PlaceInTime = 'only' | 'first' | 'between' | 'last';

export function placeInTime({ first_order_at, last_order_at }: ContactFacts, at: string): PlaceInTime {
  if (first_order_at === undefined || last_order_at === undefined) return 'only';
  if (at < first_order_at) return 'first';
  return at < last_order_at ? 'between' : 'last';
}

/** Whether the entries of an order say the same. */
export const isSameEntry = (one: LedgerEntry | undefined, other: LedgerEntry | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();

const maxMerged = 20;

interface Circumstances {
  readonly id: string;
  readonly now: Date;
}

export function newContact(
  { brand_id, tags, ...profile }: ContactInput,
  source: Contact['source'],
  { id, now }: Circumstances,
): StoredContact {
  const time = now.toISOString();
  return {
    id,
    brand_id,
    ...present(profile),
    tags: uniqueTags(tags),
    consents: {},
    source,
    ...noFacts,
    facts_revision: 0,
    merged_ids: [],
    other_emails: [],
    other_phones: [],
    created_at: time,
    updated_at: time,
    version: 1,
  };
}

/** The contact as clients see it. */
export function shownContact(stored: StoredContact): Contact {
  const all: Contact & StoredContact = { ...stored, total_spent: Number(`${stored.spent_cents}e-2`) };
  return Object.fromEntries(
    shownFields.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  ) as unknown as Contact;
}

const shownFields = Object.keys(contactSchema.shape) as readonly (keyof Contact)[];

/**
 * Applies a JSON merge patch.
 *
 * @returns the names of the members whose value is another
 * @throws ApiError validation_failed when the contact would have neither name nor address
 */
export function changeContact(
  contact: StoredContact,
  patch: ContactPatch,
  now: Date,
): { readonly contact: StoredContact; readonly members: readonly string[] } {
  const { tags, ...profile } = patch;
  const kept: Partial<Record<ProfileField, string>> = profileOf(contact);
  for (const name of profileFieldNames) {
    const value = profile[name];
    if (value === null) delete kept[name];
    else if (value !== undefined) kept[name] = value;
  }
  if (!(kept.name ?? kept.email ?? kept.phone)) {
    const message = 'A contact needs a name, an email or a phone';
    throw new ApiError('validation_failed', {
      details: [{ path: ['body', 'email'], message, code: 'required' }],
    });
  }
  const changed = {
    ...withoutProfile(contact),
    ...kept,
    tags: tags === undefined ? contact.tags : uniqueTags(tags ?? []),
    updated_at: now.toISOString(),
    version: contact.version + 1,
  };
  const members = [...profileFieldNames, 'tags' as const].filter(
    (name) => JSON.stringify(changed[name]) !== JSON.stringify(contact[name]),
  );
  return { contact: changed, members };
}

/** The contact with a consent that it gave or withdrew. */
export const withConsent = (
  contact: StoredContact,
  channel: Channel,
  consent: Consent,
  now: Date,
): StoredContact => ({
  ...contact,
  consents: orderedConsents({ ...contact.consents, [channel]: consent }),
  updated_at: now.toISOString(),
  version: contact.version + 1,
});

/**
 * The contact after a duplicate is merged into it.
 *
 * @param facts of the orders of both
 * @throws ApiError cannot_merge
 */
export function mergeDuplicate(
  kept: StoredContact,
  duplicate: StoredContact,
  facts: ContactFacts,
  now: Date,
): StoredContact {
  const merged_ids = [...kept.merged_ids, duplicate.id, ...duplicate.merged_ids];
  if (kept.id === duplicate.id || merged_ids.length > maxMerged) throw new ApiError('cannot_merge');
  const others = (own: string | undefined, all: readonly (string | undefined)[]) =>
    unique(all.filter((address) => address !== undefined && address !== own) as string[]);
  const profile = { ...profileOf(duplicate), ...profileOf(kept) };
  return {
    ...withoutProfile(kept),
    ...profile,
    tags: uniqueTags([...kept.tags, ...duplicate.tags]).slice(0, maxTags),
    consents: orderedConsents({
      email: mergedConsent(kept, duplicate, 'email'),
      sms: mergedConsent(kept, duplicate, 'sms'),
    }),
    ...facts,
    facts_revision: kept.facts_revision + 1,
    merged_ids,
    other_emails: others(profile.email, [...kept.other_emails, duplicate.email, ...duplicate.other_emails]),
    other_phones: others(profile.phone, [...kept.other_phones, duplicate.phone, ...duplicate.other_phones]),
    updated_at: now.toISOString(),
    version: kept.version + 1,
  };
}

/** A consent is one at an address: that of the duplicate counts if the contact has no other address. A withdrawal always counts. */
function mergedConsent(kept: StoredContact, duplicate: StoredContact, channel: Channel): Consent | undefined {
  const [own, its] = [kept.consents[channel], duplicate.consents[channel]];
  const hasOther = addressOf(kept, channel) !== undefined && !isAtSame(kept, duplicate, channel);
  return hasOther && its?.status === 'granted' ? own : strictest(own, its);
}

const addressOf = ({ email, phone }: Pick<StoredContact, 'email' | 'phone'>, channel: Channel) =>
  channel === 'email' ? email : phone;

const isAtSame = (one: StoredContact, other: StoredContact, channel: Channel): boolean => {
  const [left = '', right = ''] = [addressOf(one, channel), addressOf(other, channel)];
  return normalAddress(channel, left) === normalAddress(channel, right);
};

/** Channels in which a changed contact has another address. */
export const movedChannels = (before: StoredContact, after: StoredContact): readonly Channel[] =>
  channels.filter((channel) => !isAtSame(before, after, channel));

/** The contact without its yes in these channels, which was one at another address. A no stays. */
export const withoutYes = (contact: StoredContact, moved: readonly Channel[]): StoredContact => ({
  ...contact,
  consents: Object.fromEntries(
    Object.entries(contact.consents).filter(
      ([channel, consent]) => consent?.status !== 'granted' || !moved.some((one) => one === channel),
    ),
  ),
});

/** A withdrawal outlasts any consent; of two equal answers the later one stays. */
function strictest(a: Consent | undefined, b: Consent | undefined): Consent | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.status !== b.status) return a.status === 'withdrawn' ? a : b;
  return a.at >= b.at ? a : b;
}

const orderedConsents = ({ email, sms }: Contact['consents']): Contact['consents'] => ({
  ...(email && { email }),
  ...(sms && { sms }),
});

const profileOf = (contact: Pick<StoredContact, ProfileField>) =>
  Object.fromEntries(
    profileFieldNames.flatMap((name) => (contact[name] === undefined ? [] : [[name, contact[name]]])),
  ) as Partial<Record<ProfileField, string>>;

function withoutProfile(contact: StoredContact) {
  const {
    name,
    first_name,
    last_name,
    email,
    phone,
    address,
    city,
    region,
    postal_code,
    country,
    time_zone,
    ...rest
  } = contact;
  return rest;
}

function present<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** Without repetitions, also in another letter case. The first of them stays. */
const uniqueTags = (tags: readonly string[]): string[] =>
  tags.filter((tag, index) => tags.findIndex((one) => foldedText(one) === foldedText(tag)) === index);

/** Why a campaign does not go to a contact. */
export const skipReasons = ['no_address', 'no_consent', 'withdrawn', 'suppressed'] as const;
export type SkipReason = (typeof skipReasons)[number];

type Decision =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly reason: SkipReason };

/** Whether the contact has an address of the channel and consents to it. Suppressed addresses are a separate list. */
export function sendabilityOf(
  { email, phone, consents }: Pick<StoredContact, 'email' | 'phone' | 'consents'>,
  channel: Channel,
): Decision {
  const address = channel === 'email' ? email : phone && normalPhone(phone);
  if (address === undefined) return { ok: false, reason: 'no_address' };
  const consent = consents[channel];
  if (consent === undefined) return { ok: false, reason: 'no_consent' };
  return consent.status === 'granted' ? { ok: true, address } : { ok: false, reason: 'withdrawn' };
}
