import { Conflict } from '#persistence/conflict.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import type { Claim, ClaimEvent } from '../../claim/claim.ts';
import type { ClaimChange } from '../../claim/claim-change.ts';
import type { AppliedCounts, FileKind } from '../../files/file.ts';
import type { FileRun } from '../../files/file-run.ts';
import { ChangeSequence } from './chained-changes.ts';
import type { ClaimLookup } from './claim-lookup.ts';

/**
 * What is stored of an answer: a 999, TA1, 277CA or a remittance. It counts how many of its items are applied; the
 * count moves in the transaction of the items, on condition that nobody else has moved it, so that an answer is
 * applied once however often and in however many files it comes.
 */
export interface StoredResponse {
  readonly id: string;
  /** A remittance is read to its end, and its balance known, before anything of it is applied. */
  readonly state: 'reading' | 'applying' | 'applied';
  readonly applied: number;
}

/** What one item of an answer does. */
export interface Effect<Result> {
  readonly claim?: Claim;
  readonly change?: ClaimChange | undefined;
  /** Changes of other claims. */
  readonly further?: readonly ClaimChange[];
  readonly event?: ClaimEvent;
  readonly actions?: readonly TransactAction[];
  readonly result: Result;
  /** Whether a claim was found for it. */
  readonly isMatched: boolean;
}

/** How one kind of answer is kept. */
export interface ResponseStore<Record extends StoredResponse> {
  find(id: string): Promise<Record | undefined>;
  /** Puts the record in place of one of which `before` items were applied; undefined: of none. */
  put(record: Record, before: number | undefined): TransactAction;
}

/** Decides what an item does, given the claims as the items before it in the transaction leave them. */
export type Judge<Item, Result> = (item: Item, current: (claim: Claim) => Claim) => Effect<Result>;

export interface Steps<Record extends StoredResponse, Item, Result> {
  readonly kind: FileKind;
  readonly book: ResponseStore<Record>;
  readonly claims: ClaimLookup;
  /** Reads what the items are about. It is called again when something has changed in between. */
  prepare(items: readonly Item[]): Promise<Judge<Item, Result>>;
  /** The record with the results added, beside the count. */
  tally(record: Record, results: readonly Result[]): Record;
  /** Stores the results of the items from `first` on. */
  keep?(record: Record, first: number, results: readonly Result[]): readonly TransactAction[];
}

const attempts = 8;

/**
 * Applies one chunk of the items of an answer as one transaction, unless that is done: the items from `first` on,
 * counted over the whole answer.
 *
 * @param units of the file that are applied with it
 * @returns the record as it stands then
 */
export async function applyChunk<Record extends StoredResponse, Item, Result>(
  run: FileRun,
  steps: Steps<Record, Item, Result>,
  chunk: {
    readonly record: Record;
    readonly first: number;
    readonly items: readonly Item[];
    readonly units: number;
  },
): Promise<Record> {
  const { first, items, units } = chunk;
  let { record } = chunk;
  for (let attempt = 1; ; attempt++) {
    // An answer that is finished takes nothing more: one that says more under the same numbers is another.
    if (record.state === 'applied' || record.applied >= first + items.length) {
      if (units > 0) await run.commit(steps.kind, { units, entries: [], writes: [] });
      return record;
    }
    // Another file with the same answer may have cut it elsewhere: what of these items it has applied is left out.
    const done = Math.max(0, record.applied - first);
    const rest = { record, first: first + done, items: items.slice(done), units };
    try {
      return await writeChunk(run, steps, rest);
    } catch (error) {
      // A claim, or the answer itself, was changed by another: what is there now decides.
      if (!(error instanceof Conflict) || attempt === attempts) throw error;
      record = (await steps.book.find(record.id)) ?? record;
    }
  }
}

async function writeChunk<Record extends StoredResponse, Item, Result>(
  run: FileRun,
  steps: Steps<Record, Item, Result>,
  { record, first, items, units }: { record: Record; first: number; items: readonly Item[]; units: number },
): Promise<Record> {
  const judge = await steps.prepare(items);
  const sequence = new ChangeSequence();
  const actions: TransactAction[] = [];
  const results: Result[] = [];
  let matched = 0;
  for (const [index, item] of items.entries()) {
    const effect = judge(item, (claim) => sequence.current(claim));
    if (effect.change !== undefined) sequence.add(effect.change);
    for (const change of effect.further ?? []) sequence.add(change);
    if (effect.event !== undefined && effect.claim !== undefined) {
      actions.push(steps.claims.eventAction(effect.claim.id, first + index, effect.event));
    }
    actions.push(...(effect.actions ?? []));
    results.push(effect.result);
    if (effect.isMatched) matched++;
  }
  const after = { ...steps.tally(record, results), applied: first + items.length };
  const { entries, changes } = sequence.chained;
  await run.commit(steps.kind, {
    units,
    counts: countsOf(matched, items.length),
    entries,
    writes: [
      ...steps.claims.changeActions(changes),
      ...distinct(actions),
      steps.book.put(after, record.applied),
      ...(steps.keep?.(after, first, results) ?? []),
    ],
  });
  return after;
}

/** Items of a chunk may put the same thing; a transaction may name it once. */
function distinct(actions: readonly TransactAction[]): readonly TransactAction[] {
  const puts = new Map<string, TransactAction>();
  const others: TransactAction[] = [];
  for (const action of actions) {
    if ('Put' in action) puts.set(JSON.stringify([action.Put.Item?.['pk'], action.Put.Item?.['sk']]), action);
    else others.push(action);
  }
  return [...puts.values(), ...others];
}

function countsOf(matched: number, items: number): Partial<AppliedCounts> {
  return { matched, unmatched: items - matched };
}

/**
 * Writes that all items of an answer are applied.
 *
 * @throws Conflict when another has moved the answer meanwhile
 */
export async function finishAnswer<Record extends StoredResponse>(
  run: FileRun,
  { kind, book }: Pick<Steps<Record, never, never>, 'kind' | 'book'>,
  record: Record,
  { units, actions = [] }: { readonly units: number; readonly actions?: readonly TransactAction[] },
): Promise<Record> {
  const applied: Record = { ...record, state: 'applied' };
  await run.commit(kind, { units, entries: [], writes: [book.put(applied, record.applied), ...actions] });
  return applied;
}

/** Cuts a list; all chunks but the last have the full length. */
export function* chunksOf<Item>(
  items: readonly Item[],
  length: number,
): Generator<{ readonly first: number; readonly items: readonly Item[] }> {
  for (let first = 0; first < items.length; first += length) {
    yield { first, items: items.slice(first, first + length) };
  }
}
