import { commercePlaces } from '#store/commerce/places.ts';
import { getItem, type Item, recordOf } from '#store/dynamodb/items.ts';
import { queryPages } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { placeOf } from '#store/records/place.ts';
import type { OwnedRange } from './owned-records.ts';

type ExportedRecord = Readonly<Record<string, unknown>>;

interface RecordPage {
  /** Records by the file of the archive. */
  readonly records: ReadonlyMap<string, readonly ExportedRecord[]>;
  /** Sort key of the last item. */
  readonly last: string;
}

const pageSize = 500;

/** The records of a range as they are exported, page after page, after a sort key. */
export async function* recordsIn(
  table: Table,
  range: OwnedRange,
  after: string | undefined,
): AsyncGenerator<RecordPage> {
  if ('sk' in range) {
    const item = after === undefined ? await getItem(table, range) : undefined;
    if (item) yield { records: recordsOf([item]), last: range.sk };
    return;
  }
  for await (const items of queryPages(table, range, { after, pageSize })) {
    const last = items.at(-1)?.['sk'];
    if (last !== undefined) yield { records: recordsOf(items), last: String(last) };
  }
}

function recordsOf(items: readonly Item[]): ReadonlyMap<string, readonly ExportedRecord[]> {
  const records = new Map<string, ExportedRecord[]>();
  for (const item of items) {
    const place = placeOf(commercePlaces, item);
    // Items that a newer version has begun to store during a deployment have no place.
    if (typeof place?.exported !== 'string') continue;
    const hidden = new Set(place.hides);
    const plain = withoutTexts(recordOf<Record<string, unknown>>(item), place.texts ?? []);
    const shown = Object.entries(plain).filter(([name]) => !hidden.has(name));
    // DynamoDB does not keep the order of attributes.
    const sorted = shown.sort(([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1));
    const record = Object.fromEntries([...(place.keyed ? [['key', keyText(item)] as const] : []), ...sorted]);
    const file = records.get(place.exported) ?? [];
    file.push(record);
    records.set(place.exported, file);
  }
  return records;
}

/** The record with the values of attributes that are JSON text. */
function withoutTexts(record: ExportedRecord, texts: readonly string[]): ExportedRecord {
  const plain: Record<string, unknown> = { ...record };
  for (const name of texts) {
    const text = plain[name];
    if (typeof text !== 'string') continue;
    const value: unknown = JSON.parse(text);
    delete plain[name];
    Object.assign(plain, Array.isArray(value) ? { [name]: value } : value);
  }
  return plain;
}

const rankOf = (name: string): number => (name === 'id' ? 0 : 1);

/** What the key says beside the brand. */
const keyText = ({ pk, sk }: Item): string => [...String(pk).split('#').slice(2), String(sk)].join('#');
