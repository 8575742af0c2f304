import type { Table } from '../../dynamodb/table.ts';
import { findContact as findContactIn } from '../contacts/contacts.ts';

/**
 * What campaigns need of contacts: the audience and history. Campaigns reach contacts through this file only.
 */
export { historyAction } from '../contacts/history.ts';

/** A contact of a brand, or the one that it was merged into. */
export const findContact = (table: Table, brandId: string, id: string) => findContactIn(table, [brandId], id);
