import { brands } from '#commerce/brands/records.ts';
import { found as foundAddress, readAddresses, shareActions } from '#commerce/contacts/address-records.ts';
import { normalPhone } from '#commerce/contacts/addresses.ts';
import {
  changeContact,
  factsOf,
  mergeDuplicate,
  movedChannels,
  newContact,
  shownContact,
  withConsent,
  withoutYes,
} from '#commerce/contacts/contact.ts';
import type { Channel, Consent, StoredContact } from '#commerce/contacts/contact-fields.ts';
import type * as declared from '#commerce/contacts/contract.ts';
import { eraseImports, erasures, newErasure, shownErasure } from '#commerce/contacts/erasure-records.ts';
import { readPersonalData } from '#commerce/contacts/export-records.ts';
import {
  consentEntry,
  entryFrom,
  findNote,
  history,
  readHistory,
} from '#commerce/contacts/history-records.ts';
import { newImportActions, shownImport } from '#commerce/contacts/import-records.ts';
import { readImport } from '#commerce/contacts/import-rows.ts';
import { readLedger } from '#commerce/contacts/ledger-records.ts';
import {
  changeActions,
  findContact,
  insertActions,
  isStored,
  mergeActions,
  readContacts,
  removeContact,
  replacement,
  writtenOf,
} from '#commerce/contacts/records.ts';
import { optInToken } from '#commerce/messages/link-token.ts';
import { messageWork, optInRequests, publicUrl, queueMessage } from '#commerce/messages/records.ts';
import { sendersOf } from '#commerce/messages/sending.ts';
import {
  erasedAddresses,
  hasComplaint,
  isSilent,
  mayAsk,
  optInKind,
  optInMessage,
  placeOfAddress,
  readSilence,
  stillNotSilent,
  strictest,
  withdrawnAt,
} from '#commerce/messages/silence-records.ts';
import { figureActions, newCustomerChanges } from '#commerce/reports/figure-records.ts';
import { unsubscribeEnvironment } from '#contract/environment.ts';
import { ApiError, found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { accepted, created, noContent, ok, okAccepted, okPage } from '#http/reply/replies.ts';
import { unsubscribeKey } from '#store/adapters/unsubscribe-key.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';

export async function createContact({ body, now, newId }: Call<typeof declared.createContact>) {
  const contact = newContact(body, 'staff', { id: newId(), now });
  const reply = created(shownContact(contact), `/api/v1/contacts/${contact.id}`, contact);
  return change(reply, ...(await insertActions(contact)));
}

export async function listContacts({ query }: Call<typeof declared.listContacts>) {
  const { data, nextCursor } = await readContacts(query);
  return okPage(data.map(shownContact), nextCursor);
}

export const getContact = ({ resource: contact }: Call<typeof declared.getContact>) =>
  ok(shownContact(contact), contact);

export async function updateContact({
  resource: before,
  body,
  principal,
  now,
  newId,
}: Call<typeof declared.updateContact>) {
  const { contact: changed, members } = changeContact(before, body, now);
  if (members.length === 0) return ok(shownContact(before), before);
  const contact = withoutYes(changed, await channelsWithoutYes(before, changed));
  const entry = history.put({
    id: newId(),
    brand_id: contact.brand_id,
    contact_id: contact.id,
    kind: 'change',
    members: [...members],
    author: principal.subject,
    at: now.toISOString(),
  });
  return change(ok(shownContact(contact), contact), ...(await changeActions(before, contact)), entry);
}

const addressOf = ({ email, phone }: StoredContact, channel: Channel) =>
  channel === 'email' ? email : phone;

/** A yes goes along with a corrected address, unless the new address is silent. */
async function channelsWithoutYes(before: StoredContact, after: StoredContact): Promise<readonly Channel[]> {
  const moved = movedChannels(before, after);
  const silent = await Promise.all(
    moved.map((channel) => {
      const address = addressOf(after, channel);
      return address === undefined || isSilent(after.brand_id, channel, address);
    }),
  );
  return moved.filter((_, index) => silent[index]);
}

export async function mergeContacts({
  resource: before,
  body,
  principal,
  now,
  newId,
}: Call<typeof declared.mergeContacts>) {
  const { brand_id } = before;
  const duplicate = found(await findContact(brand_id, body.duplicate_id));
  const entries = await Promise.all([before, duplicate].map(readLedger));
  const contact = mergeDuplicate(before, duplicate, factsOf(entries.flat()), now);
  const entry = history.put({
    id: newId(),
    brand_id,
    contact_id: contact.id,
    kind: 'change',
    reference: duplicate.id,
    members: ['merged'],
    author: principal.subject,
    at: now.toISOString(),
  });
  const firsts = [before, duplicate].map((one) => ({ brand_id, before: one.first_order_at }));
  const figures = figureActions(
    [...firsts, { brand_id, after: contact.first_order_at }].flatMap(newCustomerChanges),
  );
  return change(
    created(shownContact(contact), undefined, contact),
    ...(await mergeActions(before, contact, duplicate)),
    entry,
    ...figures,
  );
}

export async function listContactHistory({ resource, query }: Call<typeof declared.listContactHistory>) {
  const { data, nextCursor } = await readHistory(resource, query);
  return okPage(data, nextCursor);
}

export function createContactNote({
  resource: contact,
  body,
  principal,
  now,
  newId,
}: Call<typeof declared.createContactNote>) {
  const entry = {
    id: newId(),
    brand_id: contact.brand_id,
    contact_id: contact.id,
    kind: 'note' as const,
    text: body.text,
    author: principal.subject,
    at: now.toISOString(),
  };
  // A contact that is erased meanwhile must not get a new note.
  return change(created(entryFrom(entry), undefined), isStored(contact), history.put(entry));
}

export async function deleteContactNote({ resource, parameters }: Call<typeof declared.deleteContactNote>) {
  const note = await findNote(resource, parameters.note_id);
  return change(noContent(), history.remove(note));
}

export async function recordConsent({
  resource: before,
  body,
  principal,
  now,
  newId,
}: Call<typeof declared.recordConsent>) {
  const { channel, ...given } = body;
  const contact = withConsent(before, channel, { ...given, at: now.toISOString() }, now);
  const by = principal.subject;
  const whose = { brandId: contact.brand_id, contactId: contact.id };
  return change(
    created(shownContact(contact), undefined, contact),
    replacement(before, contact),
    consentEntry({ ...whose, ...body, id: newId(), now, author: by }),
    ...(await addressActionsOf(contact, body, { now, by })),
  );
}

/**
 * What a consent that staff record does to the address: a yes needs one that is not silent.
 *
 * @throws ApiError address_silent
 */
async function addressActionsOf(
  contact: StoredContact,
  { channel, status }: { readonly channel: Channel; readonly status: Consent['status'] },
  occasion: { readonly now: Date; readonly by: string },
): Promise<readonly TransactAction[]> {
  if (status === 'withdrawn') return withdrawnAt(contact, channel, occasion);
  const written = addressOf(contact, channel);
  if (written === undefined) return [];
  const place = await placeOfAddress(contact.brand_id, channel, written);
  const silence = await readSilence(place);
  if (silence.reasons.length === 0) return [stillNotSilent(place)];
  const { reason } = strictest(silence);
  const details = [{ path: ['body', 'channel'], message: `The address is silent: ${reason}`, code: reason }];
  throw new ApiError('address_silent', { details });
}

export async function requestOptIn({
  resource: contact,
  body: { channel },
  now,
  newId,
}: Call<typeof declared.requestOptIn>) {
  const { brand_id, id: contact_id } = contact;
  const id = newId();
  const address = addressOf(contact, channel);
  if (address === undefined) throw new ApiError('no_address');
  const key = await linkKey(channel);
  const place = await placeOfAddress(brand_id, channel, address);
  const of = { brand_id, id: place.id };
  const [silence, before, brand] = await Promise.all([
    readSilence(place),
    optInRequests.find(of),
    brands.find({ brand_id }),
  ]);
  if (hasComplaint(silence)) throw new ApiError('opt_in_refused');
  if (!mayAsk(before.times, now)) throw new ApiError('opt_in_too_often');
  const token = optInToken({ brand_id, channel, address_id: of.id, contact_id, request_id: id }, key);
  const message = {
    id: `opt-in-${id}`,
    brand_id,
    channel,
    to: channel === 'email' ? address : normalPhone(address),
    kind: optInKind,
    ...optInMessage(found(brand).name, `${publicUrl}/api/v1/opt-in/${token}`),
  };
  const after = {
    ...of,
    times: [...before.times.slice(-2), now.toISOString()],
    version: before.version + 1,
  };
  return change(
    okAccepted({ id, channel, created_at: now.toISOString() }),
    optInRequests.replace(before, after),
    ...queueMessage(message, now),
    { wakes: messageWork(message), due: now },
  );
}

/** The key of the links in messages. @throws ApiError sender_not_configured */
async function linkKey(channel: Channel): Promise<string> {
  const { UNSUBSCRIBE_SECRET } = unsubscribeEnvironment.parse(process.env);
  const key = sendersOf(process.env)[channel] ? await unsubscribeKey(UNSUBSCRIBE_SECRET) : undefined;
  if (key === undefined) throw new ApiError('sender_not_configured');
  return key;
}

/** An address of a contact, with all addresses that it has. @throws ApiError not_found */
async function addressIn(contact: StoredContact, channel: Channel) {
  const written = { channel, address: found(addressOf(contact, channel)) };
  const has = writtenOf(contact);
  return { written, has, book: await readAddresses(contact.brand_id, has) };
}

export async function getContactAddress({
  resource: contact,
  parameters: { channel },
}: Call<typeof declared.getContactAddress>) {
  const { written, book } = await addressIn(contact, channel);
  return ok({ channel, shared: foundAddress(book, written).shared });
}

export async function setContactAddress({
  resource: contact,
  parameters: { channel },
  body,
}: Call<typeof declared.setContactAddress>) {
  const { written, has, book } = await addressIn(contact, channel);
  const { shared, actions } = shareActions(book, { contactId: contact.id, has }, written, body.shared);
  return change(ok({ channel, shared }), ...actions);
}

export function createContactImport({ body, now, newId }: Call<typeof declared.createContactImport>) {
  const { brand_id, csv, on_match, consent_source, dry_run } = body;
  const { rows, ignoredColumns } = readImport(csv);
  const started = {
    id: newId(),
    brand_id,
    status: 'running' as const,
    dry_run,
    rows: rows.length,
    ignored_columns: [...ignoredColumns],
    ...{ created: 0, updated: 0, unchanged: 0, failed: 0, faults: [], next_row: 0 },
    on_match,
    consent_source,
    created_at: now.toISOString(),
  };
  const work = { kind: 'import-contacts', key: started.id } as const;
  return change(
    accepted(shownImport(started), `/api/v1/contact-imports/${started.id}`),
    ...newImportActions(started, csv),
    scheduleWork({ ...work, due: now, payload: { brand_id, import_id: started.id } }),
    { wakes: work, due: now },
  );
}

export const getContactImport = ({ resource }: Call<typeof declared.getContactImport>) =>
  ok(shownImport(resource));

export async function exportContact({ resource: contact, query }: Call<typeof declared.exportContact>) {
  const { data, nextCursor } = await readPersonalData(contact, query);
  const page = okPage(data, nextCursor);
  if (query.cursor !== undefined) return page;
  const activity = { event: 'personalDataExported', data: { contact_id: contact.id } } as const;
  return change(page, { brand_id: contact.brand_id, activity });
}

export async function eraseContact({
  resource: contact,
  principal,
  now,
  newId,
}: Call<typeof declared.eraseContact>) {
  const { brand_id } = contact;
  const erasure = newErasure(contact, { id: newId(), now, requestedBy: principal.subject });
  const work = { kind: 'erase-person', key: erasure.id } as const;
  // First, because a row may make the contact again.
  await eraseImports(brand_id, erasure.person);
  return change(
    accepted(shownErasure(erasure), `/api/v1/erasures/${erasure.id}`),
    // From then on, an order with one of the addresses makes a new contact.
    ...(await removeContact(contact)),
    erasures.insert(erasure),
    scheduleWork({ ...work, due: now, payload: { brand_id, erasure_id: erasure.id } }),
    ...(await erasedAddresses(contact, now)),
    { wakes: work, due: now },
  );
}

export const getErasure = ({ resource }: Call<typeof declared.getErasure>) => ok(shownErasure(resource));
