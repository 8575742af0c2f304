import type { Claim, ResponseConflict } from '../../claim/claim.ts';
import type { ClaimChange } from '../../claim/claim-change.ts';
import type { ResponseWrite } from '../../responses/engine/response-write.ts';
import { decided, type ItemDecision } from '../unmatched-item.ts';

/** The response whose transaction may resolve items. */
interface ResolvingResponse {
  readonly id: string;
  readonly actor: string;
  readonly at: string;
}

/** Open items that a response about the claim may resolve: each is one more action of its transaction. */
export const itemsAwaiting = ({ conflicts }: Claim): number =>
  conflicts.filter(({ open, unmatched_item_id: id }) => open && id !== undefined).length;

/**
 * Adds the items that these changes resolve, because a response has closed the conflict that they opened. An item that is
 * created in the same transaction is created resolved.
 */
export function withResolvedItems(
  writes: readonly ResponseWrite[],
  changes: readonly ClaimChange[],
  response: ResolvingResponse,
): readonly ResponseWrite[] {
  const created = new Set(writes.flatMap((write) => (write.kind === 'unmatched-item' ? write.item.id : [])));
  const resolved = new Map<
    string,
    { readonly itemKind: 'payment' | 'status'; readonly decision: ItemDecision }
  >();
  for (const { before, after } of changes) {
    const wasOpen = new Set((before?.conflicts ?? []).filter(({ open }) => open).map(itemIdOf));
    for (const conflict of after.conflicts) {
      const id = itemIdOf(conflict);
      if (id === undefined || conflict.open || !(wasOpen.has(id) || created.has(id))) continue;
      const { id: response_id, at, actor: by } = response;
      resolved.set(id, {
        itemKind: conflict.response === '277CA' ? 'status' : 'payment',
        decision: { at, by, action: 'superseded', response_id, claim_id: after.id },
      });
    }
  }
  if (resolved.size === 0) return writes;
  const kept = writes.map((write): ResponseWrite => {
    const found = write.kind === 'unmatched-item' ? resolved.get(write.item.id) : undefined;
    if (write.kind !== 'unmatched-item' || found === undefined) return write;
    return { ...write, item: decided(write.item, 'resolved', found.decision) };
  });
  const others = [...resolved].flatMap(([id, found]): ResponseWrite[] =>
    created.has(id) ? [] : [{ kind: 'item-resolved', id, ...found }],
  );
  return [...kept, ...others];
}

const itemIdOf = ({ unmatched_item_id }: ResponseConflict): string | undefined => unmatched_item_id;
