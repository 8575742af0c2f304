import { canonicalJson, type JsonValue, NotCanonical } from './canonical-json.ts';
import { type AuditEntry, entryHash, genesisHash } from './entry.ts';

/** Where a chain stands: its newest entry. */
export interface ChainHead {
  /** Id of the newest entry; 0 while there is none. */
  readonly sequence: number;
  readonly hash: string;
  /** Empty while there is no entry. */
  readonly created_at: string;
}

/** The head of a chain without entries. */
export const emptyHead: ChainHead = { sequence: 0, hash: genesisHash, created_at: '' };

/** What happened, before it has a place in the chain. */
export interface EntryDraft {
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly actor: string;
  readonly payload: JsonValue;
}

/** A draft that was found fit for the chain, with its payload as text. */
export interface PreparedDraft extends Omit<EntryDraft, 'payload'> {
  readonly payload_json: string;
}

/** Longest texts, UTF-16 code units: keys of indexes are made of them. The payload keeps an item below 400 kB. */
const limits = { event_type: 100, entity_type: 100, entity_id: 255, actor: 255, payload_json: 256 * 1024 };

/**
 * Checks a draft once, before it is tried against the chain.
 *
 * @throws NotCanonical naming the field, never its value
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
 * The entries that the drafts become when they follow `head`. Their time is `now`, or the head's where a clock
 * runs behind: `created_at` never falls along the chain, so that a time finds its place by binary search.
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

/** The head after these entries. */
export function headAfter(head: ChainHead, entries: readonly AuditEntry[]): ChainHead {
  const last = entries.at(-1);
  return last ? { sequence: last.id, hash: last.hash, created_at: last.created_at } : head;
}
