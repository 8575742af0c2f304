import type { TransactAction } from '#store/dynamodb/table.ts';
import { addresses, addressKey } from '../contacts/address-records.ts';
import { addressId, isShared } from '../contacts/addresses.ts';
import { type SkipReason, sendabilityOf } from '../contacts/contact.ts';
import type { Channel, StoredContact } from '../contacts/contact-fields.ts';
import { consentActions } from '../contacts/history-records.ts';
import { findContact, writtenOf } from '../contacts/records.ts';
import { type Silence, type SilenceReason, type Suppression, silenceReasons } from './contract.ts';
import { silences } from './records.ts';

/** Who ends a silence: the customer by a new yes, a person of the brand, or a message that arrives. */
const ending: Readonly<Record<SilenceReason, Suppression['ends_by']>> = {
  complaint: 'brand',
  stop: 'customer',
  unsubscribe: 'customer',
  customer_request: 'customer',
  withdrawn: 'customer',
  erased: 'customer',
  manual: 'brand',
  bounce: 'delivery',
};

/** How the customer gave a new yes: by the link of a message that we sent, or by a START from the phone. */
export type Proof = 'double_opt_in' | 'start';

interface NewReason {
  readonly reason: SilenceReason;
  readonly now: Date;
  /** Who recorded it. */
  readonly by?: string;
}

/** The silence with one more reason; the same object if it has the reason. Every reason stays until it is ended. */
export const silenced = (before: Silence, { reason, now, by }: NewReason): Silence =>
  before.reasons.some((one) => one.reason === reason)
    ? before
    : next(before, [...before.reasons, { reason, at: now.toISOString(), ...(by !== undefined && { by }) }]);

/** An address that was never silent. */
const noSilence = (brand_id: string, id: string, channel: Channel): Silence => ({
  brand_id,
  id,
  channel,
  reasons: [],
  version: 0,
});

/** The silence after a yes of its owner. A link in a message that arrived shows that the address exists. */
const agreed = (before: Silence, proof: Proof): Silence =>
  without(
    before,
    ({ reason }) =>
      ending[reason] === 'customer' || (proof === 'double_opt_in' && ending[reason] === 'delivery'),
  );

/** The silence after a message arrived. One that was sent before the bounce may be the one that bounced. */
export const delivered = (before: Silence, sentAt: Date): Silence =>
  without(before, ({ reason, at }) => ending[reason] === 'delivery' && Date.parse(at) < sentAt.getTime());

/** The silence after a person of the brand ended what the brand may end. */
export const endedByBrand = (before: Silence): Silence =>
  without(before, ({ reason }) => ending[reason] !== 'customer');

export const hasComplaint = ({ reasons }: Silence): boolean =>
  reasons.some(({ reason }) => reason === 'complaint');

/** Whether the customer said no after this time: a yes that was asked for before does not answer it. */
export const saidNoSince = ({ reasons }: Silence, time: Date): boolean =>
  reasons.some(({ reason, at }) => ending[reason] === 'customer' && Date.parse(at) > time.getTime());

/** The strictest reason, in the order of {@link silenceReasons}. */
export function strictest({ reasons }: Silence): Silence['reasons'][number] {
  const [first] = reasons.toSorted(
    (one, other) => silenceReasons.indexOf(one.reason) - silenceReasons.indexOf(other.reason),
  );
  if (first === undefined) throw new TypeError('A silence has a reason');
  return first;
}

/** The silence as clients see it. */
export function shownSilence(silence: Silence): Suppression {
  const { id, brand_id, channel } = silence;
  const { reason, at } = strictest(silence);
  return { id, brand_id, channel, reason, ends_by: ending[reason], created_at: at };
}

function without(before: Silence, isEnded: (reason: Silence['reasons'][number]) => boolean): Silence {
  const kept = before.reasons.filter((one) => !isEnded(one));
  return kept.length === before.reasons.length ? before : next(before, kept);
}

const next = (before: Silence, reasons: Silence['reasons']): Silence => ({
  ...before,
  reasons,
  version: before.version + 1,
});

const day = 86_400_000;

/** Whether an address may be asked for its consent: once a day and three times in 30 days. */
export function mayAsk(times: readonly string[], now: Date): boolean {
  const ages = times.map((time) => now.getTime() - Date.parse(time));
  return ages.every((age) => age >= day) && ages.filter((age) => age < 30 * day).length < 3;
}

/** Kind of the message that asks for a consent. */
export const optInKind = 'opt_in';

/** The request for a consent, in the languages of the app. */
export const optInMessage = (brand: string, link: string) => ({
  subject: `${brand}: please confirm / por favor confirme`,
  text: [
    `Do you want news from ${brand}? Confirm here, or do nothing:`,
    link,
    `¿Desea recibir noticias de ${brand}? Confirme aquí, o no haga nada:`,
    link,
  ].join('\n'),
});

/** Of an address that people and providers write. */
export interface Place {
  readonly brandId: string;
  readonly channel: Channel;
  /** Id of the address. */
  readonly id: string;
}

/** The place of an address. */
export const placeOfAddress = async (brandId: string, channel: Channel, address: string): Promise<Place> => ({
  brandId,
  channel,
  id: addressId(await addressKey(brandId), channel, address),
});

/** The silence of an address, without reasons for one that is not silent. */
export const readSilence = async ({ brandId, channel, id }: Place): Promise<Silence> =>
  (await silences.find({ brand_id: brandId, id })) ?? noSilence(brandId, id, channel);

/** Whether an address is silent, strongly consistent. */
export const isSilent = async (brandId: string, channel: Channel, address: string): Promise<boolean> =>
  (await readSilence(await placeOfAddress(brandId, channel, address))).reasons.length > 0;

/** The addresses among these that are silent. */
export async function silentAmong(
  brandId: string,
  channel: Channel,
  written: readonly string[],
): Promise<ReadonlySet<string>> {
  if (written.length === 0) return new Set();
  const key = await addressKey(brandId);
  const byId = Map.groupBy(written, (address) => addressId(key, channel, address));
  const found = await silences.findMany([...byId.keys()].map((id) => ({ brand_id: brandId, id })));
  return new Set(found.flatMap(({ id }) => byId.get(id) ?? []));
}

/** The actions that store a changed silence; none if it is the same. They fail if it was changed after it was read. */
export function silenceActions(before: Silence, after: Silence): readonly TransactAction[] {
  if (after === before) return [];
  if (before.version === 0) return [silences.insert(after)];
  return [after.reasons.length === 0 ? silences.remove(before) : silences.replace(before, after)];
}

/** The action that fails if an address has become silent. */
export const stillNotSilent = ({ brandId, id }: Place): TransactAction =>
  silences.absent({ brand_id: brandId, id });

interface Occasion {
  readonly now: Date;
  newId(): string;
}

/** Contacts whose consents change with an address. Those of more people only get silence. */
const maxContacts = 10;

async function contactsAt({ brandId, id }: Place) {
  const { contact_ids } = await addresses.find({ brand_id: brandId, id });
  const found = await Promise.all(contact_ids.slice(0, maxContacts).map((one) => findContact(brandId, one)));
  return found.filter((contact) => contact !== undefined);
}

interface No extends Occasion {
  readonly reason: SilenceReason;
  /** Where the person said no, in the history of contacts. */
  readonly source: string;
  readonly by?: string;
}

/**
 * The actions of a no: they silence the address and withdraw the consents of its contacts. Run it again after a conflict. None if
 * nothing changes.
 */
export async function silenceAddress(
  place: Place,
  { reason, source, by, now, newId }: No,
): Promise<readonly TransactAction[]> {
  const { brandId, channel } = place;
  const [before, contacts] = await Promise.all([readSilence(place), contactsAt(place)]);
  const withdrawn = contacts.filter(({ consents }) => consents[channel]?.status !== 'withdrawn');
  return [
    ...silenceActions(before, silenced(before, { reason, now, ...(by !== undefined && { by }) })),
    ...withdrawn.flatMap(({ id: contactId }) =>
      consentActions({ brandId, contactId, channel, status: 'withdrawn', source, id: newId(), now }),
    ),
  ];
}

/** Whether no other contact has the address. */
async function isOwn({ brandId, id }: Place, contactId: string): Promise<boolean> {
  const { contact_ids } = await addresses.find({ brand_id: brandId, id });
  return contact_ids.every((one) => one === contactId);
}

/**
 * The actions of a withdrawal that staff recorded or imported: it silences the address of one contact. At an address of several, it
 * is that contact's own no.
 */
export async function withdrawnAt(
  contact: StoredContact,
  channel: Channel,
  { now, by }: { readonly now: Date; readonly by?: string },
): Promise<readonly TransactAction[]> {
  const written = channel === 'email' ? contact.email : contact.phone;
  if (written === undefined) return [];
  const place = await placeOfAddress(contact.brand_id, channel, written);
  if (!(await isOwn(place, contact.id))) return [];
  const before = await readSilence(place);
  const no = { reason: 'withdrawn', now, ...(by !== undefined && { by }) } as const;
  return silenceActions(before, silenced(before, no));
}

/** The actions that keep the addresses of an erased contact silent, so that an old list does not bring it back. */
export async function erasedAddresses(contact: StoredContact, now: Date): Promise<readonly TransactAction[]> {
  const actions = await Promise.all(
    writtenOf(contact).map(async ({ channel, address }) => {
      const place = await placeOfAddress(contact.brand_id, channel, address);
      const before = await readSilence(place);
      if (before.reasons.length > 0 || !(await isOwn(place, contact.id))) return [];
      return silenceActions(before, silenced(before, { reason: 'erased', now }));
    }),
  );
  return actions.flat();
}

interface Yes extends Occasion {
  readonly proof: Proof;
  /** The contact that was asked; without one, those whose consent a STOP withdrew, else the one that the address leads to. */
  readonly contactId?: string;
}

const stopSource = 'stop_message';

/**
 * The actions of a yes: they end the silence that its owner may end, and record the consent. Nothing else ends a customer's no. Run
 * it again after a conflict.
 */
export async function agree(
  place: Place,
  { proof, contactId, now, newId }: Yes,
): Promise<readonly TransactAction[]> {
  const { brandId, channel, id } = place;
  const before = await readSilence(place);
  const asked = contactId === undefined ? await stoppedAt(place) : [contactId];
  const source = proof === 'start' ? 'start_message' : proof;
  return [
    ...silenceActions(before, agreed(before, proof)),
    ...asked.flatMap((one) =>
      consentActions({ brandId, contactId: one, channel, status: 'granted', source, id: newId(), now }),
    ),
  ];

  async function stoppedAt(of: Place): Promise<readonly string[]> {
    const contacts = await contactsAt(of);
    const stopped = contacts.filter(({ consents }) => consents[channel]?.source === stopSource);
    if (stopped.length > 0) return stopped.map((one) => one.id);
    const address = await addresses.find({ brand_id: brandId, id });
    return isShared(address) ? [] : contacts.slice(0, 1).map((one) => one.id);
  }
}

type Reach =
  | {
      readonly ok: true;
      readonly contact: StoredContact;
      readonly address: string;
      readonly addressId: string;
    }
  | { readonly ok: false; readonly reason: SkipReason | 'not_found' };

/** Whether news may go to a contact now: it consents at its address, and the address is not silent. Strongly consistent. */
export async function mayReceive(brandId: string, contactId: string, channel: Channel): Promise<Reach> {
  const contact = await findContact(brandId, contactId);
  if (contact === undefined) return { ok: false, reason: 'not_found' };
  const decided = sendabilityOf(contact, channel);
  if (!decided.ok) return decided;
  const place = await placeOfAddress(brandId, channel, decided.address);
  const { reasons } = await readSilence(place);
  return reasons.length > 0
    ? { ok: false, reason: 'suppressed' }
    : { ok: true, contact, address: decided.address, addressId: place.id };
}
