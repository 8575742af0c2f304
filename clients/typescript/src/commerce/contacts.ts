// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listContactsOperation: Operation = {
  id: 'listContacts',
  method: 'GET',
  path: '/api/v1/contacts',
  inQuery: ['brand_id', 'email', 'phone', 'name', 'tag', 'customers', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createContactOperation: Operation = {
  id: 'createContact',
  method: 'POST',
  path: '/api/v1/contacts',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getContactOperation: Operation = {
  id: 'getContact',
  method: 'GET',
  path: '/api/v1/contacts/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updateContactOperation: Operation = {
  id: 'updateContact',
  method: 'PATCH',
  path: '/api/v1/contacts/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/merge-patch+json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const mergeContactsOperation: Operation = {
  id: 'mergeContacts',
  method: 'POST',
  path: '/api/v1/contacts/{id}/merge',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listContactHistoryOperation: Operation = {
  id: 'listContactHistory',
  method: 'GET',
  path: '/api/v1/contacts/{id}/history',
  inPath: ['id'],
  inQuery: ['kind', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createContactNoteOperation: Operation = {
  id: 'createContactNote',
  method: 'POST',
  path: '/api/v1/contacts/{id}/notes',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const deleteContactNoteOperation: Operation = {
  id: 'deleteContactNote',
  method: 'DELETE',
  path: '/api/v1/contacts/{id}/notes/{note_id}',
  inPath: ['id', 'note_id'],
  accept: 'application/json',
};

const recordConsentOperation: Operation = {
  id: 'recordConsent',
  method: 'POST',
  path: '/api/v1/contacts/{id}/consents',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const exportContactOperation: Operation = {
  id: 'exportContact',
  method: 'GET',
  path: '/api/v1/contacts/{id}/export',
  inPath: ['id'],
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const eraseContactOperation: Operation = {
  id: 'eraseContact',
  method: 'POST',
  path: '/api/v1/contacts/{id}/erasure',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getErasureOperation: Operation = {
  id: 'getErasure',
  method: 'GET',
  path: '/api/v1/erasures/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const createContactImportOperation: Operation = {
  id: 'createContactImport',
  method: 'POST',
  path: '/api/v1/contact-imports',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getContactImportOperation: Operation = {
  id: 'getContactImport',
  method: 'GET',
  path: '/api/v1/contact-imports/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const listSuppressionsOperation: Operation = {
  id: 'listSuppressions',
  method: 'GET',
  path: '/api/v1/suppressions',
  inQuery: ['brand_id', 'email', 'phone', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createSuppressionOperation: Operation = {
  id: 'createSuppression',
  method: 'POST',
  path: '/api/v1/suppressions',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const deleteSuppressionOperation: Operation = {
  id: 'deleteSuppression',
  method: 'DELETE',
  path: '/api/v1/suppressions/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

/** Input of `listContacts`. */
export type ListContactsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Contacts whose e-mail address begins with this */
  readonly email?: string | undefined;
  /** Contacts whose phone number begins with this */
  readonly phone?: string | undefined;
  /** Contacts whose name contains this */
  readonly name?: string | undefined;
  /** Contacts with this tag */
  readonly tag?: string | undefined;
  /** true: only contacts with orders; false: only contacts without */
  readonly customers?: 'true' | 'false' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createContact`. */
export type CreateContactInput = {
  readonly brand_id: string;
  readonly name?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly country?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly tags?: readonly string[] | undefined;
};

/** Input of `getContact`. */
export type GetContactInput = {
  /** Id of the contact */
  readonly id: string;
};

/** Input of `updateContact`. */
export type UpdateContactInput = {
  /** Id of the contact */
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly region?: string | null | undefined;
  readonly postal_code?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly time_zone?: string | null | undefined;
  readonly tags?: (readonly string[]) | null | undefined;
};

/** Input of `mergeContacts`. */
export type MergeContactsInput = {
  /** Id of the contact */
  readonly id: string;
  readonly duplicate_id: string;
};

/** Input of `listContactHistory`. */
export type ListContactHistoryInput = {
  /** Id of the contact */
  readonly id: string;
  /** Entries of this kind */
  readonly kind?: 'order' | 'referral' | 'campaign' | 'consent' | 'note' | 'change' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createContactNote`. */
export type CreateContactNoteInput = {
  /** Id of the contact */
  readonly id: string;
  readonly text: string;
};

/** Input of `deleteContactNote`. */
export type DeleteContactNoteInput = {
  /** Id of the contact */
  readonly id: string;
  /** Id of the note */
  readonly note_id: string;
};

/** Input of `recordConsent`. */
export type RecordConsentInput = {
  /** Id of the contact */
  readonly id: string;
  readonly channel: 'email' | 'sms';
  readonly status: 'granted' | 'withdrawn';
  readonly source: string;
  readonly text_version?: string | undefined;
};

/** Input of `exportContact`. */
export type ExportContactInput = {
  /** Id of the contact */
  readonly id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `eraseContact`. */
export type EraseContactInput = {
  /** Id of the contact */
  readonly id: string;
};

/** Input of `getErasure`. */
export type GetErasureInput = {
  /** Id of the erasure */
  readonly id: string;
};

/** Input of `createContactImport`. */
export type CreateContactImportInput = {
  readonly brand_id: string;
  readonly csv: string;
  readonly on_match?: 'fill' | 'overwrite' | undefined;
  readonly consent_source?: string | undefined;
  readonly dry_run?: boolean | undefined;
};

/** Input of `getContactImport`. */
export type GetContactImportInput = {
  /** Id of the import */
  readonly id: string;
};

/** Input of `listSuppressions`. */
export type ListSuppressionsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** The suppression of this e-mail address */
  readonly email?: string | undefined;
  /** The suppression of this phone number */
  readonly phone?: string | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createSuppression`. */
export type CreateSuppressionInput = {
  readonly brand_id: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
};

/** Input of `deleteSuppression`. */
export type DeleteSuppressionInput = {
  /** Id of the suppression */
  readonly id: string;
};

export class ContactsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List or search the contacts of a brand, newest first
   *
   * email and phone match the beginning and come from an index that may lag by a moment; phone compares
   * digits. name matches a part of the name, in any letter case. A page can hold fewer contacts than
   * limit, or none, while has_more is true, because a request examines at most 1,000 contacts.
   *
   * operationId: listContacts
   */
  list(input: ListContactsInput, options?: RequestOptions): PagedCall<schema.Contact, CursorPage<schema.Contact>> {
    return this.#transport.list(listContactsOperation, input, options);
  }

  /**
   * Create a contact
   *
   * A contact is a person whom the brand knows: by hand, by an import, by a referral or by an order. A
   * customer is a contact with orders. An e-mail address belongs to one contact of a brand.
   *
   * operationId: createContact
   */
  create(input: CreateContactInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Contact> {
    return this.#transport.call(createContactOperation, input, options);
  }

  /**
   * Get a contact with the figures of its orders
   *
   * The id of a merged duplicate returns the contact that it was merged into.
   *
   * operationId: getContact
   */
  get(input: GetContactInput, options: RequestOptions & ChangeOptions): ApiCall<schema.Contact | undefined>;
  /**
   * Get a contact with the figures of its orders
   *
   * The id of a merged duplicate returns the contact that it was merged into.
   *
   * operationId: getContact
   */
  get(input: GetContactInput, options?: RequestOptions): ApiCall<schema.Contact>;
  get(input: GetContactInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getContactOperation, input, options);
  }

  /**
   * Change a contact by a JSON merge patch
   *
   * null removes a member. tags are replaced as a whole. Orders of the contact also raise its version.
   *
   * operationId: updateContact
   */
  update(input: UpdateContactInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Contact> {
    return this.#transport.call(updateContactOperation, input, options);
  }

  /**
   * Merge a duplicate into a contact
   *
   * The contact keeps its own members and gets those that it lacks, with all tags, orders and history of
   * the duplicate. A withdrawn consent of either stays withdrawn. Later orders with the address of the
   * duplicate belong to the contact. A contact takes at most 20 duplicates.
   *
   * operationId: mergeContacts
   */
  merge(input: MergeContactsInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Contact> {
    return this.#transport.call(mergeContactsOperation, input, options);
  }

  /**
   * List the orders, referrals, campaigns, consents, notes and changes of a contact, newest first
   *
   * operationId: listContactHistory
   */
  listHistory(input: ListContactHistoryInput, options?: RequestOptions): PagedCall<schema.ContactHistoryEntry, CursorPage<schema.ContactHistoryEntry>> {
    return this.#transport.list(listContactHistoryOperation, input, options);
  }

  /**
   * Add a note to a contact
   *
   * operationId: createContactNote
   */
  createNote(input: CreateContactNoteInput, options?: RequestOptions & KeyOptions): ApiCall<schema.ContactHistoryEntry> {
    return this.#transport.call(createContactNoteOperation, input, options);
  }

  /**
   * Delete a note of a contact
   *
   * operationId: deleteContactNote
   */
  deleteNote(input: DeleteContactNoteInput, options?: RequestOptions): ApiCall<void> {
    return this.#transport.call(deleteContactNoteOperation, input, options);
  }

  /**
   * Record that a contact gave or withdrew consent to messages
   *
   * Campaigns go only to contacts with consent to the channel. Every change stays in the history of the
   * contact.
   *
   * operationId: recordConsent
   */
  recordConsent(input: RecordConsentInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Contact> {
    return this.#transport.call(recordConsentOperation, input, options);
  }

  /**
   * Export everything that the brand stores about a person
   *
   * The records of all pages together are the export: the contact, suppressions of its addresses, its
   * history, and its orders and referrals in full. The activity of the brand records the export.
   *
   * operationId: exportContact
   */
  export(input: ExportContactInput, options?: RequestOptions): PagedCall<schema.PersonalRecord, CursorPage<schema.PersonalRecord>> {
    return this.#transport.list(exportContactOperation, input, options);
  }

  /**
   * Erase a person
   *
   * The contact disappears at once. Name, addresses, notes and other free text are then removed from its
   * orders, payments, referrals and messages in the background. Orders keep their amounts, so reports
   * stay the same. A later order with the same address is one of a new customer. Suppressions stay,
   * because they hold no address. The receipt has no personal data.
   *
   * operationId: eraseContact
   */
  erase(input: EraseContactInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Erasure> {
    return this.#transport.call(eraseContactOperation, input, options);
  }

  /**
   * Get the receipt of an erasure
   *
   * operationId: getErasure
   */
  getErasure(input: GetErasureInput, options?: RequestOptions): ApiCall<schema.Erasure> {
    return this.#transport.call(getErasureOperation, input, options);
  }

  /**
   * Import contacts from CSV
   *
   * The rows are imported in the background. A row whose e-mail address, or else phone number, is known
   * changes that contact: `fill` sets what it lacks, `overwrite` replaces what the row has. Tags
   * (separated by ;) are added. email_consent and sms_consent hold granted or withdrawn; an import never
   * replaces a withdrawn consent. Rows with faults are reported and left out. Importing a file again
   * changes nothing.
   *
   * operationId: createContactImport
   */
  createImport(input: CreateContactImportInput, options?: RequestOptions & KeyOptions): ApiCall<schema.ContactImport> {
    return this.#transport.call(createContactImportOperation, input, options);
  }

  /**
   * Get the progress of an import and its faulty lines
   *
   * operationId: getContactImport
   */
  getImport(input: GetContactImportInput, options?: RequestOptions): ApiCall<schema.ContactImport> {
    return this.#transport.call(getContactImportOperation, input, options);
  }

  /**
   * List suppressed addresses, or look one up
   *
   * operationId: listSuppressions
   */
  listSuppressions(input: ListSuppressionsInput, options?: RequestOptions): PagedCall<schema.Suppression, CursorPage<schema.Suppression>> {
    return this.#transport.list(listSuppressionsOperation, input, options);
  }

  /**
   * Stop all messages to an address
   *
   * Bounces, complaints and STOP messages suppress addresses by themselves. A suppression outlives the
   * contact, and holds no address.
   *
   * operationId: createSuppression
   */
  createSuppression(input: CreateSuppressionInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Suppression> {
    return this.#transport.call(createSuppressionOperation, input, options);
  }

  /**
   * Allow messages to an address again
   *
   * operationId: deleteSuppression
   */
  deleteSuppression(input: DeleteSuppressionInput, options?: RequestOptions): ApiCall<void> {
    return this.#transport.call(deleteSuppressionOperation, input, options);
  }
}
