import type { UnmatchedItem } from '../unmatched-item.ts';

/** Whether a person settled the item and the decision can be taken back: a dismissal, or the attachment of one claim. */
export function canTakeBack({ state, decisions, undo, kind }: UnmatchedItem): boolean {
  const last = decisions.at(-1)?.action;
  if (state === 'dismissed') return last === 'dismissed';
  return state === 'resolved' && last === 'attached' && kind !== 'acknowledgment' && undo !== undefined;
}
