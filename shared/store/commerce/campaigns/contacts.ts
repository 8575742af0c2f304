import type { Table } from '../../dynamodb/table.ts';
import { findContact as findContactIn } from '../contacts/contacts.ts';

/**
 * What campaigns need of contacts: the audience, consent and suppression. Campaigns reach contacts through this file only.
 */
export { consentActions } from '../contacts/consents.ts';
export {
  isSuppressed,
  liftSuppressionAction,
  suppressionAction,
  suppressionId,
} from '../contacts/suppressions.ts';

/** A contact of a brand, or the one that it was merged into. */
export const findContact = (table: Table, brandId: string, id: string) => findContactIn(table, [brandId], id);
