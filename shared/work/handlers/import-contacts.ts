import { importRow } from '#commerce/contacts/import-row.ts';
import { type ReadRow, readImport } from '#commerce/contacts/import-rows.ts';
import { contactIdOfAddress } from '#commerce/contacts/records.ts';
import { ApiError } from '#contract/errors.ts';
import { Conflict, isWritten, retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { consentEntry } from '#store/commerce/contacts/consents.ts';
import { changeStoredContact, findContact, insertContact } from '#store/commerce/contacts/contacts.ts';
import {
  findImport,
  findImportText,
  finishImportActions,
  rowAction,
  type StoredImport,
} from '#store/commerce/contacts/imports.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { GiveUp, WorkHandler, WorkRun } from '../run-work.ts';

/** Imports contacts, row after row. A row and the progress of the import are one transaction, so no row counts twice. */
export const importContacts: WorkHandler<'import-contacts'> = async ({ payload }, run) => {
  const { brand_id, import_id } = payload;
  let started = await findImport(commerceTable, [brand_id], import_id);
  const readRows = async () => readImport(await findImportText(commerceTable, brand_id, import_id)).rows;
  let [rows, version] = [await readRows(), started?.text_version];
  while (started !== undefined && started.status === 'running') {
    if (started.text_version !== version) [rows, version] = [await readRows(), started.text_version];
    const row = rows[started.next_row];
    if (row === undefined) {
      await transact(commerceTable, finishImportActions(started, run.now()));
      return 'done';
    }
    if (run.isTimeUp()) return { again: run.now() };
    // A row that cannot be stored because the text has changed is read again.
    await isWritten(importOne(started, row, run));
    started = await findImport(commerceTable, [brand_id], import_id);
  }
  return 'done';
};

/** Ends an import whose runs end without an answer, and names the row at which the last one did. */
export const giveUpContacts: GiveUp<'import-contacts'> = async ({ payload }, run) => {
  const started = await findImport(commerceTable, [payload.brand_id], payload.import_id);
  if (started?.status !== 'running') return 'done';
  const reason = `The import stopped several times at row ${started.next_row + 1} after the header; import the file again without that row`;
  await transact(commerceTable, finishImportActions(started, run.now(), reason));
  return 'done';
};

function importOne(started: StoredImport, read: ReadRow, run: WorkRun): Promise<void> {
  if ('faults' in read) {
    return transact(commerceTable, [rowAction(started, { outcome: 'failed', faults: read.faults })]);
  }
  const { brand_id, on_match, consent_source } = started;
  return retryOnConflict(async () => {
    const known = await knownContact(brand_id, read.row.email, read.row.phone);
    const now = run.now();
    const rules = {
      brandId: brand_id,
      onMatch: on_match,
      consentSource: consent_source,
      id: run.newId(),
      now,
    };
    const { outcome, contact, consents } = importRow(read.row, known, rules);
    const progress = rowAction(started, { outcome });
    if (started.dry_run || outcome === 'unchanged') return transact(commerceTable, [progress]);
    const entries = consents.flatMap((channel) => {
      const consent = contact.consents[channel];
      if (consent === undefined) return [];
      const { status, source } = consent;
      const whose = { brandId: brand_id, contactId: contact.id };
      return [consentEntry({ ...whose, channel, status, source, id: run.newId(), now })];
    });
    const others = [progress, ...entries];
    const stored =
      known === undefined
        ? insertContact(commerceTable, contact, others)
        : changeStoredContact(commerceTable, known, contact, others);
    // An order of the person came in between, so the next attempt finds the contact.
    await stored.catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'contact_exists' ? new Conflict() : error;
    });
  });
}

/** The contact with the e-mail address; else the one with the phone number, unless it has another e-mail address. */
async function knownContact(brandId: string, email: string | undefined, phone: string | undefined) {
  const byEmail = email && (await contactIdOfAddress(brandId, 'email', email));
  if (byEmail) return findContact(commerceTable, [brandId], byEmail);
  const byPhone = phone && (await contactIdOfAddress(brandId, 'sms', phone));
  const contact = byPhone ? await findContact(commerceTable, [brandId], byPhone) : undefined;
  return contact?.email !== undefined && email !== undefined ? undefined : contact;
}
