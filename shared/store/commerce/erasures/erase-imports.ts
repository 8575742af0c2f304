import type { ErasedPerson } from '#commerce/contacts/erased-person.ts';
import { withoutRowsOf } from '#commerce/contacts/import-rows.ts';
import { Conflict, isWritten } from '#persistence/conflict.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { importTextsOf } from '../contacts/contact-keys.ts';
import { replaceImportText } from '../contacts/imports.ts';

/** Empties the rows of the person in files that are being imported. A run that has read the file before reads it again. */
export async function eraseImports(
  table: Table,
  brandId: string,
  person: Pick<ErasedPerson, 'emails' | 'phones'>,
): Promise<void> {
  for await (const { sk, csv } of queryItems(table, importTextsOf(brandId), { pageSize: 1 })) {
    if (typeof csv !== 'string') continue;
    const text = withoutRowsOf(csv, person);
    const id = String(sk).slice(importTextsOf(brandId).prefix.length);
    // One that has ended meanwhile has made or changed its contacts, so the contact is read again.
    if (text !== csv && !(await isWritten(replaceImportText(table, brandId, id, text)))) throw new Conflict();
  }
}
