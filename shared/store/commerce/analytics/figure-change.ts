import { type ItemKey, nameOfKey } from '../../dynamodb/items.ts';
import type { TransactAction } from '../../dynamodb/table.ts';

/** Amounts that a write adds to one item of figures. */
export interface FigureChange {
  readonly key: ItemKey;
  /** What the item counts, such as the id of a product. */
  readonly subject?: Readonly<Record<string, string>>;
  readonly add: Readonly<Record<string, number | bigint>>;
}

/**
 * The action that applies a change, without a condition. It counts up `revision`, so that a rebuild notices every change.
 */
export function figureAction({ key, subject = {}, add }: FigureChange): TransactAction {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const place = (name: string, value: unknown) => {
    const index = Object.keys(names).length;
    names[`#f${index}`] = name;
    values[`:f${index}`] = value;
    return [`#f${index}`, `:f${index}`] as const;
  };
  const sets = Object.entries(subject).map(([name, value]) => place(name, value).join(' = '));
  const adds = Object.entries({ ...add, revision: 1 }).map(([name, by]) => place(name, by).join(' '));
  return {
    Update: {
      Key: { ...key },
      UpdateExpression: `${sets.length > 0 ? `SET ${sets.join(', ')} ` : ''}ADD ${adds.join(', ')}`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

/**
 * One action for each item that the changes move. A transaction writes an item once, so changes of the same item are added
 * up; those that cancel out have no action.
 */
export function figureActions(changes: readonly FigureChange[]): TransactAction[] {
  const sums = new Map<string, FigureChange>();
  for (const change of changes) {
    const name = nameOfKey(change.key);
    const earlier = sums.get(name);
    const add: Record<string, bigint> = {};
    for (const [counter, by] of [...Object.entries(earlier?.add ?? {}), ...Object.entries(change.add)]) {
      add[counter] = (add[counter] ?? 0n) + BigInt(by);
    }
    sums.set(name, { ...change, add });
  }
  return [...sums.values()].flatMap((change) => {
    const add = Object.fromEntries(Object.entries(change.add).filter(([, by]) => by !== 0n));
    return Object.keys(add).length === 0 ? [] : [figureAction({ ...change, add })];
  });
}
