import { ApiError } from '#contract/errors.ts';
import { Conflict, isWritten, retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { GiveUp, WorkHandler, WorkRun } from '#work/run-work.ts';
import { withdrawnAt } from '../messages/silence-records.ts';
import { contactIdOfAddress } from './address-records.ts';
import type { Channel } from './contact-fields.ts';
import { consentEntry } from './history-records.ts';
import { finishImportActions, imports, importTexts, rowAction, type StoredImport } from './import-records.ts';
import { importRow, type ReadRow, readImport } from './import-rows.ts';
import { changeActions, contactOfHolder, insertActions } from './records.ts';

/** Imports contacts, row after row. A row and the progress of the import are one transaction, so no row counts twice. */
export const importContacts: WorkHandler<'import-contacts'> = async ({ payload }, run) => {
  const key = { brand_id: payload.brand_id, id: payload.import_id };
  let started = await imports.find(key);
  const readRows = async () => readImport((await importTexts.find(key))?.csv ?? '').rows;
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
    started = await imports.find(key);
  }
  return 'done';
};

/** Ends an import whose runs end without an answer, and names the row at which the last one did. */
export const giveUpContacts: GiveUp<'import-contacts'> = async ({ payload }, run) => {
  const started = await imports.find({ brand_id: payload.brand_id, id: payload.import_id });
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
    const silent = await Promise.all(
      consents.map((channel) =>
        contact.consents[channel]?.status === 'withdrawn' ? withdrawnAt(contact, channel, { now }) : [],
      ),
    );
    try {
      const stored = await (known === undefined ? insertActions(contact) : changeActions(known, contact));
      await transact(commerceTable, [...stored, progress, ...entries, ...silent.flat()]);
    } catch (error) {
      // An order of the person came in between, so the next attempt finds the contact.
      throw error instanceof ApiError && error.code === 'contact_exists' ? new Conflict() : error;
    }
  });
}

/** The contact with the e-mail address; else the one with the phone number, unless it has another e-mail address. */
async function knownContact(brandId: string, email: string | undefined, phone: string | undefined) {
  const holderOf = async (channel: Channel, address: string | undefined) =>
    address === undefined ? undefined : contactIdOfAddress(brandId, channel, address);
  const byEmail = await contactOfHolder(brandId, await holderOf('email', email));
  if (byEmail) return byEmail;
  const contact = await contactOfHolder(brandId, await holderOf('sms', phone));
  return contact?.email !== undefined && email !== undefined ? undefined : contact;
}
