import { canonicalJson, type JsonValue, NotCanonical } from './canonical-json.ts';
import { type AuditEntry, entryHash, genesisHash } from './entry.ts';

export interface ChainHead {
  /** Id of the entry; 0 in an empty chain. */
  readonly sequence: number;
  readonly hash: string;
  /** Empty in an empty chain. */
  readonly created_at: string;
}

export const emptyHead: ChainHead = { sequence: 0, hash: genesisHash, created_at: '' };

export interface EntryDraft {
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly actor: string;
  readonly payload: JsonValue;
}

/** A valid draft, with its payload as text. */
export interface PreparedDraft extends Omit<EntryDraft, 'payload'> {
  readonly payload_json: string;
}

/** Maximum lengths in UTF-16 code units. They keep index keys valid and items below DynamoDB's 400 kB. */
const limits = { event_type: 100, entity_type: 100, entity_id: 255, actor: 255, payload_json: 256 * 1024 };

/**
 * Validates a draft once, before the first attempt to append it.
 *
 * @throws NotCanonical with the name of the field, never its value
 */
export function prepareDraft({ payload, ...draft }: EntryDraft): PreparedDraft {
  const prepared = { ...draft, payload_json: canonicalJson(payload) };
  for (const field of ['event_type', 'entity_type', 'entity_id', 'actor', 'payload_json'] as const) {
    const { length } = prepared[field];
    if (length === 0 || length > limits[field]) {
      throw new NotCanonical(`${field} must have 1 to ${limits[field]} characters`);
    }
  }
  linkEntries([prepared], emptyHead, new Date(0));
  return prepared;
}

/**
 * The entries that these drafts become after `head`. Their time is `now`, or the head's if this clock is behind:
 * `created_at` never decreases along the chain, so binary search finds a time.
 */
export function linkEntries(drafts: readonly PreparedDraft[], head: ChainHead, now: Date): AuditEntry[] {
  let created_at = now.toISOString();
  if (created_at < head.created_at) created_at = head.created_at;
  const entries: AuditEntry[] = [];
  let { sequence, hash: prev_hash } = head;
  for (const { event_type, entity_type, entity_id, actor, payload_json } of drafts) {
    sequence += 1;
    const entry = {
      id: sequence,
      event_type,
      entity_type,
      entity_id,
      actor,
      payload_json,
      created_at,
      prev_hash,
    };
    const hash = entryHash(entry);
    entries.push({ ...entry, hash });
    prev_hash = hash;
  }
  return entries;
}

export function headAfter(head: ChainHead, entries: readonly AuditEntry[]): ChainHead {
  const last = entries.at(-1);
  return last ? { sequence: last.id, hash: last.hash, created_at: last.created_at } : head;
}
