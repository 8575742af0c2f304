import { reservationKey } from '../claims-keys.ts';
import { getItem } from '../items.ts';
import type { Table, TransactAction } from '../table.ts';

/** Whether a submission has the claim now: its bytes may be on their way. Strongly consistent. */
export const isBeingSent = async (table: Table, claimId: string): Promise<boolean> =>
  (await getItem(table, reservationKey(claimId))) !== undefined;

/** Holds a transaction back while a submission has the claim. */
export const unlessBeingSent = (claimId: string): TransactAction => ({
  ConditionCheck: { Key: { ...reservationKey(claimId) }, ConditionExpression: 'attribute_not_exists(pk)' },
});
