import { changeContact, movedChannels, newContact, withoutYes } from './contact.ts';
import type { StoredContact } from './contact-fields.ts';
import {
  type Channel,
  type ContactImportInput,
  channels,
  maxTags,
  profileFieldNames,
} from './contact-fields.ts';
import type { ImportRow } from './import-rows.ts';

interface RowRules {
  readonly brandId: string;
  readonly onMatch: ContactImportInput['on_match'];
  readonly consentSource: string;
  readonly id: string;
  readonly now: Date;
}

export interface ImportedRow {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly contact: StoredContact;
  /** Channels whose consent is another now. */
  readonly consents: readonly Channel[];
}

/** What a row makes of the contact with its address; of none, a new contact. */
export function importRow(row: ImportRow, known: StoredContact | undefined, rules: RowRules): ImportedRow {
  const { tags, email_consent, sms_consent, ...profile } = row;
  const input = { brand_id: rules.brandId, ...profile, tags };
  const base = known ? changed(known, row, rules) : newContact(input, 'import', rules);
  const wanted = { email: email_consent, sms: sms_consent };
  const consents = channels.filter((channel) => {
    const present = base.consents[channel]?.status;
    return wanted[channel] !== undefined && wanted[channel] !== present && present !== 'withdrawn';
  });
  const at = rules.now.toISOString();
  const given = Object.fromEntries(
    channels.flatMap((channel) => {
      const status = wanted[channel];
      if (!consents.includes(channel) || status === undefined) return [];
      return [[channel, { status, source: rules.consentSource, at }]];
    }),
  );
  const contact = { ...base, consents: { ...base.consents, ...given } };
  if (known === undefined) return { outcome: 'created', contact, consents };
  if (base === known && consents.length === 0) return { outcome: 'unchanged', contact: known, consents };
  const stamped = { ...contact, updated_at: at, version: known.version + 1 };
  return { outcome: 'updated', contact: stamped, consents };
}

/** The same object if the row changes nothing. */
function changed(known: StoredContact, row: ImportRow, { onMatch, now }: RowRules): StoredContact {
  const profile = Object.fromEntries(
    profileFieldNames.flatMap((name) =>
      row[name] === undefined || (onMatch === 'fill' && known[name] !== undefined) ? [] : [[name, row[name]]],
    ),
  );
  const tags = [...known.tags, ...row.tags].slice(0, Math.max(maxTags, known.tags.length));
  const { contact, members } = changeContact(known, { ...profile, tags }, now);
  // A file claims an address; only its own columns say yes for it.
  return members.length === 0 ? known : withoutYes(contact, movedChannels(known, contact));
}
