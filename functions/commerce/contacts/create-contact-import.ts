import { createContactImport } from '#commerce/contacts/contract.ts';
import { readImport } from '#commerce/contacts/import-rows.ts';
import { accepted, commerceEndpoint } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { newImportActions, type StoredImport, shownImport } from '#store/commerce/contacts/imports.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(
  createContactImport,
  async ({ body, now, newId, recordReply, wakeFor }) => {
    const { brand_id, csv, on_match, consent_source, dry_run } = body;
    const { rows, ignoredColumns } = readImport(csv);
    const started: StoredImport = {
      id: newId(),
      brand_id,
      status: 'running',
      dry_run,
      rows: rows.length,
      ignored_columns: [...ignoredColumns],
      ...{ created: 0, updated: 0, unchanged: 0, failed: 0, faults: [], next_row: 0 },
      on_match,
      consent_source,
      created_at: now.toISOString(),
    };
    const reply = accepted(shownImport(started), `/api/v1/contact-imports/${started.id}`);
    const work = { kind: 'import-contacts', key: started.id } as const;
    const payload = { brand_id, import_id: started.id };
    await transact(commerceTable, [
      ...newImportActions(started, csv),
      scheduleWork({ ...work, due: now, payload }),
      ...recordReply(reply),
    ]);
    await wakeFor(work, now);
    return reply;
  },
);
