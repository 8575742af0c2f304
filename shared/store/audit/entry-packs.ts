import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { type AuditEntry, unitSeparator } from '#audit/entries/entry.ts';
import { runFields } from '#claims/audit/index-fields.ts';
import { blockOf } from './audit-keys.ts';

/** Fields by which entries are packed. Only the id of a draft is unknown. */
type PackedFields = Pick<
  AuditEntry,
  'actor' | 'event_type' | 'entity_type' | 'entity_id' | 'payload_json'
> & { readonly id?: number };

/** Characters of the entries in an item, so that one of them is read with few read units. */
const maxPackLength = 40_000;

/** Characters of a hash and the separators of a following entry. */
const followingOverhead = 67;

/**
 * Cuts the consecutive entries of a transaction into packs, each of which is one item. Alone, an entry would take two write units.
 * A pack ends with its run and its block, because the marks and the key of the item are those of its first entry. An entry
 * follows another one in a pack only if `isListed` says that an item of the transaction lists its id: the index by entity has only
 * the first entry.
 */
export function packsOf<Entry extends PackedFields>(
  entries: readonly Entry[],
  isListed: (entry: Entry) => boolean,
): readonly (readonly [Entry, ...Entry[]])[] {
  const packs: [Entry, ...Entry[]][] = [];
  let length = 0;
  for (const entry of entries) {
    const pack = packs.at(-1);
    const added = entry.entity_id.length + entry.payload_json.length + followingOverhead;
    const fits = pack !== undefined && isSameItem(pack[0], entry) && length + added <= maxPackLength;
    if (fits && isListed(entry)) {
      pack.push(entry);
      length += added;
    } else {
      packs.push([entry]);
      length = entry.payload_json.length;
    }
  }
  return packs;
}

const isSameItem = (first: PackedFields, entry: PackedFields): boolean =>
  isSameRun(first, entry) && blockOf(first.id ?? 0) === blockOf(entry.id ?? 0);

/** Whether consecutive entries of a transaction belong to one run. */
export const isSameRun = (one: PackedFields, other: PackedFields | undefined): boolean =>
  runFields.every((field) => one[field] === other?.[field]);

/**
 * The entries after the first one of a pack: id of the entity, payload and hash of each, joined with U+001F, as UTF-8, deflated
 * (RFC 1951). Payloads of one run differ in few characters, so this takes a quarter of the write units.
 */
export const packFollowing = (following: readonly AuditEntry[]): Uint8Array =>
  deflateRawSync(
    following
      .flatMap(({ entity_id, payload_json, hash }) => [entity_id, payload_json, hash])
      .join(unitSeparator),
  );

/**
 * The entries of {@link packFollowing}. Each links to the hash that the item has for the entry before it, and has its other fields
 * from the first one.
 *
 * @returns undefined for bytes that do not consist of whole entries of the same block
 */
export function unpackFollowing(first: AuditEntry, packed: unknown): readonly AuditEntry[] | undefined {
  const fields = packed instanceof Uint8Array ? inflated(packed)?.split(unitSeparator) : undefined;
  if (fields === undefined || fields.length % fieldsOfEach !== 0) return undefined;
  const entries: AuditEntry[] = [];
  let { id, hash: prev_hash } = first;
  for (let n = 0; n < fields.length; n += fieldsOfEach) {
    const [entity_id = '', payload_json = '', hash = ''] = fields.slice(n, n + fieldsOfEach);
    id += 1;
    entries.push({ ...first, id, entity_id, payload_json, prev_hash, hash });
    prev_hash = hash;
  }
  return blockOf(id) === blockOf(first.id) ? entries : undefined;
}

const fieldsOfEach = 3;

/** The text; undefined for other bytes, also for those with more after the text, which no hash would cover. */
function inflated(packed: Uint8Array): string | undefined {
  try {
    const options = { info: true, maxOutputLength: 4 * maxPackLength };
    const { buffer, engine } = inflation.parse(inflateRawSync(packed, options));
    return engine.bytesWritten === packed.byteLength ? utf8.decode(buffer) : undefined;
  } catch {
    return undefined;
  }
}

/** What zlib returns with `info`; its types omit it. The engine has read `bytesWritten`. */
const inflation = z.object({
  buffer: z.instanceof(Uint8Array),
  engine: z.object({ bytesWritten: z.number() }),
});

/** Other bytes than UTF-8 are refused, because they would read as the same text. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
