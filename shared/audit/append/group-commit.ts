import type { PreparedDraft } from '../entries/chain.ts';
import type { AuditEntry } from '../entries/entry.ts';
import {
  type ChainStore,
  maxTransactionActions,
  maxTransactionBytes,
  maxTransactionEntries,
} from './transaction.ts';

export interface AppendOptions {
  /**
   * Whether the caller has to end. By default it waits for the appender's deadline. A caller with this option is patient:
   * callers without it go first.
   */
  readonly isTimeUp?: (() => boolean) | undefined;
  /** Transactions that the caller makes right after this one. Other writers wait for them, but never longer than a turn. */
  readonly following?: number | undefined;
}

export interface QueuedGroup<Action> {
  readonly drafts: readonly PreparedDraft[];
  readonly actions: readonly Action[];
  /** Items that the actions write. */
  readonly items: readonly string[];
  /** Actions of the transaction that the group takes, with those that store its entries. */
  readonly size: number;
  readonly bytes: number;
  readonly options: AppendOptions;
  /** Must not share its transaction with another group. */
  readonly alone: boolean;
  resolve(entries: readonly AuditEntry[]): void;
  reject(error: Error): void;
}

/** The group does not fit in one transaction. */
export class GroupTooLarge extends Error {
  constructor() {
    super(
      `A group holds at most ${maxTransactionActions - 1} items and actions, ${maxTransactionEntries} entries, and ${maxTransactionBytes} bytes`,
    );
    this.name = 'GroupTooLarge';
  }
}

/** Approximate bytes of the keys, names and hashes of a stored entry. */
const entryOverhead = 500;

/**
 * Items and size of a group.
 *
 * @throws GroupTooLarge; RangeError for a group without entries
 */
export function groupWeight<Action>(
  store: ChainStore<Action>,
  drafts: readonly PreparedDraft[],
  actions: readonly Action[],
): Pick<QueuedGroup<Action>, 'items' | 'size' | 'bytes'> {
  if (drafts.length === 0) throw new RangeError('A group needs at least one entry');
  const bytes =
    drafts.reduce((sum, draft) => sum + sizeOf(draft), 0) +
    actions.reduce((sum, action) => sum + store.sizeOf(action), 0);
  const size = store.itemsOfEntries(drafts, actions) + actions.length;
  if (
    size > maxTransactionActions - 1 ||
    drafts.length > maxTransactionEntries ||
    bytes > maxTransactionBytes
  )
    throw new GroupTooLarge();
  return { items: actions.map((action) => store.itemOf(action)), size, bytes };
}

const sizeOf = ({ entity_id, actor, payload_json }: PreparedDraft): number =>
  entryOverhead + Buffer.byteLength(entity_id) + Buffer.byteLength(actor) + Buffer.byteLength(payload_json);

/**
 * Takes the groups of the next transaction from the front of the queue: as many as fit together. Groups never overtake
 * each other, so groups of one caller, and groups that change one item, keep their order.
 */
export function takeTransaction<Action>(queue: QueuedGroup<Action>[]): QueuedGroup<Action>[] {
  const items = new Set<string>();
  let size = 1;
  let entries = 0;
  let bytes = 0;
  let count = 0;
  for (const group of queue) {
    size += group.size;
    entries += group.drafts.length;
    bytes += group.bytes;
    const fits =
      size <= maxTransactionActions &&
      entries <= maxTransactionEntries &&
      bytes <= maxTransactionBytes &&
      !(group.alone && count > 0) &&
      !group.items.some((item) => items.has(item));
    if (!fits) break;
    for (const item of group.items) items.add(item);
    count += 1;
    if (group.alone) break;
  }
  return queue.splice(0, count);
}
