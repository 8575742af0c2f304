import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';

const inContacts = (brandId: string, sk: string): ItemKey => ({ pk: `CONTACTS#${brandId}`, sk });

export const contactKey = (brandId: string, id: string): ItemKey => inContacts(brandId, `CONTACT#${id}`);
export const contactsOf = (brandId: string): KeyPrefix => ({ pk: `CONTACTS#${brandId}`, prefix: 'CONTACT#' });

/** Where a duplicate went. */
export const mergedContactKey = (brandId: string, id: string): ItemKey => inContacts(brandId, `MERGED#${id}`);

/** Contacts by e-mail address and by phone number, for searches. */
export const emailPartition = (brandId: string): string => `CONTACTS#${brandId}#EMAIL`;
export const phonePartition = (brandId: string): string => `CONTACTS#${brandId}#PHONE`;

export const historyKey = (brandId: string, contactId: string, id: string): ItemKey => ({
  pk: historyOf(brandId, contactId).pk,
  sk: id,
});
export const historyOf = (brandId: string, contactId: string): KeyPrefix => ({
  pk: `CONTACTLOG#${brandId}#${contactId}`,
  prefix: '',
});

/** The orders of a contact, which ledger-records.ts declares. */
export const ledgerOf = (brandId: string, contactId: string): KeyPrefix => ({
  pk: `LEDGER#${brandId}#${contactId}`,
  prefix: '',
});

export const suppressionKey = (brandId: string, id: string): ItemKey => ({
  pk: suppressionsOf(brandId).pk,
  sk: id,
});
export const suppressionsOf = (brandId: string): KeyPrefix => ({ pk: `SUPPRESSED#${brandId}`, prefix: '' });

export const importKey = (brandId: string, id: string): ItemKey => ({
  pk: `CONTACTIMPORT#${brandId}`,
  sk: `IMPORT#${id}`,
});
export const importTextsOf = (brandId: string): KeyPrefix => ({
  pk: `CONTACTIMPORT#${brandId}`,
  prefix: 'TEXT#',
});
/** The text of an import, until it is finished. */
export const importTextKey = (brandId: string, id: string): ItemKey => ({
  pk: `CONTACTIMPORT#${brandId}`,
  sk: `TEXT#${id}`,
});

export const erasureKey = (brandId: string, id: string): ItemKey => ({ pk: `ERASURE#${brandId}`, sk: id });
