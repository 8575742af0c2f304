import type { AuditEntry } from '#audit/entries/entry.ts';
import { entryListAttribute, type TransactAction } from '../dynamodb/table.ts';

/** Entities whose new entries an item of the transaction lists. */
export const listedEntities = (actions: readonly TransactAction[]): ReadonlySet<string> =>
  new Set(actions.flatMap(({ listsEntriesOf }) => listsEntriesOf ?? []));

/** The action with the ids of the new entries about its entity, which it adds to those that its item lists already. */
export function withListedEntries(action: TransactAction, entries: readonly AuditEntry[]): TransactAction {
  const { listsEntriesOf } = action;
  if (listsEntriesOf === undefined) return action;
  const ids = entries.filter(({ entity_id }) => entity_id === listsEntriesOf).map(({ id }) => id);
  if (ids.length === 0) return action;
  const added = new Set(ids);
  if ('Put' in action) {
    return { Put: { ...action.Put, Item: { ...action.Put.Item, [entryListAttribute]: added } } };
  }
  if (!('Update' in action)) return action;
  const { Update } = action;
  return {
    Update: {
      ...Update,
      UpdateExpression: `${Update.UpdateExpression} ADD #listed :listed`,
      ExpressionAttributeNames: { ...Update.ExpressionAttributeNames, '#listed': entryListAttribute },
      ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, ':listed': added },
    },
  };
}
