import * as z from 'zod';

/** One item that a request writes, as far as the request shows it. */
export interface WrittenItem {
  readonly table: string;
  /** Shape of its key without ids, such as `CLAIM#/CONTENT`. */
  readonly kind: string;
  readonly pk: string;
  /** Bytes of a put; 0 for an update or delete, whose item the request does not show. */
  readonly bytes: number;
  readonly units: number;
  /** Attributes that may be keys of indexes. */
  readonly keys: Readonly<Record<string, string>>;
}

type Value = Readonly<Record<string, unknown>>;
const image = z.record(z.string(), z.record(z.string(), z.unknown()));
const action = z.object({
  TableName: z.string(),
  Key: image.optional(),
  Item: image.optional(),
  ExpressionAttributeValues: image.optional(),
});
const batched = z.object({
  PutRequest: z.object({ Item: image }).optional(),
  DeleteRequest: z.object({ Key: image }).optional(),
});
const requestSchema = z.object({
  TransactItems: z.array(z.record(z.string(), action)).optional(),
  RequestItems: z.record(z.string(), z.array(batched)).optional(),
});

/** Items that a request of DynamoDB writes; an action of a transaction costs two units for each kilobyte. */
export function writtenItems(body: Buffer): readonly WrittenItem[] {
  const parsed: unknown = JSON.parse(body.toString('utf8'));
  const { TransactItems, RequestItems } = requestSchema.parse(parsed);
  if (TransactItems) {
    return TransactItems.flatMap((one) => Object.values(one)).map((one) =>
      written(one.TableName, one.Item, one.Key, 2),
    );
  }
  if (RequestItems) {
    return Object.entries(RequestItems).flatMap(([table, all]) =>
      all.map(({ PutRequest, DeleteRequest }) => written(table, PutRequest?.Item, DeleteRequest?.Key, 1)),
    );
  }
  const { TableName, Item, Key } = action.parse(parsed);
  return [written(TableName, Item, Key, 1)];
}

function written(table: string, item: Image | undefined, key: Image | undefined, each: number): WrittenItem {
  const attributes = item ?? key ?? {};
  const texts = Object.entries(attributes).flatMap(([name, value]) =>
    typeof value['S'] === 'string' ? [[name, value['S']] as const] : [],
  );
  const keys = Object.fromEntries(texts);
  const { pk = '', sk = '' } = keys;
  const bytes = item === undefined ? 0 : sizeOfItem(item);
  return {
    table,
    kind: `${shapeOf(pk)}/${shapeOf(sk)}`,
    pk,
    bytes,
    units: each * Math.max(1, Math.ceil(bytes / 1024)),
    keys,
  };
}

type Image = z.output<typeof image>;

/** Upper-case words of a key; what follows them are ids, times and numbers. */
const shapeOf = (key: string): string => /^(?:[A-Z]+[A-Z0-9]*#?)*/.exec(key)?.[0] ?? '';

/** Bytes of an item in the form of the low-level client. */
export const sizeOfItem = (item: Readonly<Record<string, object>>): number =>
  Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOfValue({ ...value }),
    0,
  );

/** Bytes of a value, by the rules of the DynamoDB developer guide; numbers take a byte for two digits. */
function sizeOfValue(value: Value): number {
  const [[type, content] = ['NULL', true]] = Object.entries(value);
  if (type === 'S') return Buffer.byteLength(String(content));
  if (type === 'B') return Buffer.byteLength(String(content), 'base64');
  if (type === 'N') return Math.ceil(String(content).length / 2) + 1;
  if (type === 'M') return 3 + sizeOfItem(image.parse(content)) + Object.keys(image.parse(content)).length;
  if (type === 'L') {
    const members = z.array(z.record(z.string(), z.unknown())).parse(content);
    return 3 + members.reduce((sum, one) => sum + 1 + sizeOfValue(one), 0);
  }
  if (type === 'SS')
    return z
      .array(z.string())
      .parse(content)
      .reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  return 1;
}
