import { Conflict, isWritten } from '#persistence/conflict.ts';
import { type Item, type ItemKey, nameOfKey, putItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import type { FigureChange } from './figure-change.ts';

/** Items of figures as they must be, by the name of their key. */
export class ExpectedFigures {
  private readonly items = new Map<
    string,
    { readonly key: ItemKey; readonly content: Record<string, unknown> }
  >();

  apply({ key, subject, add }: FigureChange): void {
    const name = nameOfKey(key);
    const content: Record<string, unknown> = this.items.get(name)?.content ?? {};
    for (const [attribute, by] of Object.entries(add)) {
      content[attribute] = whole(content[attribute]) + BigInt(by);
    }
    this.items.set(name, { key, content: Object.assign(content, subject) });
  }

  put(key: ItemKey, content: Readonly<Record<string, unknown>>): void {
    this.items.set(nameOfKey(key), { key, content: { ...content } });
  }

  /** The items that differ from the stored ones. A stored item without facts becomes empty. */
  differences(stored: readonly Item[]): readonly Repair[] {
    const byName = new Map(stored.map((item) => [nameOfKey(item), item]));
    const wrong = [...this.items].flatMap(([name, { key, content }]): Repair[] => {
      const item = byName.get(name);
      return textOf(item ?? {}) === textOf(content) ? [] : [{ key, content, stored: item }];
    });
    const unexpected = [...byName].flatMap(([name, item]): Repair[] => {
      if (this.items.has(name) || textOf(item) === textOf({})) return [];
      const key = { pk: String(item['pk']), sk: String(item['sk']) };
      return [{ key, content: Array.isArray(item['products']) ? { products: [] } : {}, stored: item }];
    });
    return [...wrong, ...unexpected];
  }
}

interface Repair {
  readonly key: ItemKey;
  readonly content: Readonly<Record<string, unknown>>;
  readonly stored: Item | undefined;
}

/** The numbers of an item as text, without zeroes, and the products of a large order. */
function textOf(item: Item): string {
  const counted = Object.entries(item).flatMap(([name, value]): [string, string][] => {
    if (name === 'revision') return [];
    if (name === 'products') {
      return Array.isArray(value) && value.length > 0 ? [[name, JSON.stringify(value.map(productText))]] : [];
    }
    const isZero = typeof value !== 'number' && typeof value !== 'bigint' ? true : BigInt(value) === 0n;
    return isZero ? [] : [[name, String(value)]];
  });
  return JSON.stringify(counted.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const productText = ({ product_id, quantity, cents }: Item) => [product_id, String(quantity), String(cents)];

const whole = (value: unknown): bigint =>
  typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n;

const attempts = 6;

/**
 * Compares stored figures with the facts and repairs differences, while others write. `read` must read the figures before the
 * facts: a fact that is stored later changes the revision of its figures, which fails the repair, and all is read again.
 *
 * @returns the number of repaired items
 * @throws Conflict when the figures kept changing
 */
export async function repairFigures(
  table: Table,
  read: () => Promise<{ readonly stored: readonly Item[]; readonly expected: ExpectedFigures }>,
  settle: () => Promise<void> = () => pause(500),
): Promise<number> {
  let repaired = 0;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { stored, expected } = await read();
    const repairs = expected.differences(stored);
    if (repairs.length === 0) return repaired;
    // A query may see one half of a transaction in progress. The second look sees all of it.
    if (attempt === 0) {
      await settle();
      continue;
    }
    for (const repair of repairs) if (await write(table, repair)) repaired += 1;
  }
  throw new Conflict('The figures changed during the rebuild');
}

function write(table: Table, { key, content, stored }: Repair): Promise<boolean> {
  const revision = stored?.['revision'];
  const next = (typeof revision === 'number' ? revision : 0) + 1;
  return isWritten(
    putItem(table, {
      Item: { ...key, ...content, revision: next },
      ...(stored === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : revision === undefined
          ? { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revision)' }
          : {
              ConditionExpression: 'revision = :revision',
              ExpressionAttributeValues: { ':revision': revision },
            }),
    }),
  );
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
