import { hash } from 'node:crypto';
import * as z from 'zod';
import { NotCanonical } from './canonical-json.ts';

/** An entry of the audit log, with exactly the fields of the spec (claims-service.md, "Audit log entry"). */
export interface AuditEntry {
  /** Sequence number in the chain, from 1. */
  readonly id: number;
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly actor: string;
  /** Canonical JSON text. */
  readonly payload_json: string;
  /** RFC 3339, UTC, with milliseconds: `2026-11-20T09:30:00.000Z`. */
  readonly created_at: string;
  /** `hash` of the entry before; 64 zeros in the first. */
  readonly prev_hash: string;
  /** SHA-256 over the canonical form, lower-case hex. */
  readonly hash: string;
}

const fields = z.object({
  id: z.number(),
  event_type: z.string(),
  entity_type: z.string(),
  entity_id: z.string(),
  actor: z.string(),
  payload_json: z.string(),
  created_at: z.string(),
  prev_hash: z.string(),
  hash: z.string(),
});

/** The entry that a stored record holds, or undefined when a field is absent or of another type. */
export const readEntry = (record: unknown): AuditEntry | undefined => fields.safeParse(record).data;

/** The members of a record that no entry has; undefined when there are none. */
export function unknownMembers(record: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const names = Object.keys(record);
  // Asked of every entry of every verification.
  if (names.length === fieldCount && names.every((name) => Object.hasOwn(fields.shape, name)))
    return undefined;
  const unknown = Object.entries(record).filter(([name]) => !Object.hasOwn(fields.shape, name));
  return unknown.length === 0 ? undefined : Object.fromEntries(unknown);
}

const fieldCount = Object.keys(fields.shape).length;

/** What `prev_hash` of the first entry is (spec, "Audit log entry"). */
export const genesisHash = '0'.repeat(64);

/** U+001F, the unit separator: stands between the fields of the canonical form and in none of them. */
export const unitSeparator = '\u001f';

/**
 * The canonical form of an entry: every field but `hash`, in the order of the spec, joined with U+001F; `id` in
 * decimal. It is hashed as UTF-8, without any normalization. docs/audit.md is its specification.
 *
 * The form is injective because no field can hold the separator and no field can hold a lone surrogate, which
 * UTF-8 cannot tell from another.
 *
 * @throws NotCanonical when a field breaks its rule
 */
export function canonicalForm(entry: Omit<AuditEntry, 'hash'>): string {
  const form = formOf(entry);
  if (form === undefined)
    throw new NotCanonical('A field of the entry breaks the rules of the canonical form');
  return form;
}

/**
 * SHA-256 over the canonical form.
 *
 * @throws NotCanonical when a field breaks its rule
 */
export const entryHash = (entry: Omit<AuditEntry, 'hash'>): string => hash('sha256', canonicalForm(entry));

/**
 * The hash that the entry should carry, or undefined when it has no canonical form at all.
 *
 * @param isLinked `prev_hash` is known to be the hash of a sound entry, so it need not be looked at
 */
export function expectedHash(entry: Omit<AuditEntry, 'hash'>, isLinked = false): string | undefined {
  const form = formOf(entry, isLinked);
  return form === undefined ? undefined : hash('sha256', form);
}

/**
 * Run on every entry of every verification, hence no schema, one look for lone surrogates at the whole, and what
 * repeats from entry to entry (event, actor, time) is checked and joined once.
 */
function formOf(entry: Omit<AuditEntry, 'hash'>, isLinked = false): string | undefined {
  const { id, event_type, entity_type, entity_id, actor, payload_json, created_at, prev_hash } = entry;
  if (event_type !== last.event_type || entity_type !== last.entity_type) {
    if (!isField(event_type) || !isField(entity_type)) return undefined;
    last.event = `${unitSeparator}${event_type}${unitSeparator}${entity_type}${unitSeparator}`;
    last.event_type = event_type;
    last.entity_type = entity_type;
  }
  if (actor !== last.actor) {
    if (!isField(actor)) return undefined;
    last.by = `${unitSeparator}${actor}${unitSeparator}`;
    last.actor = actor;
  }
  if (created_at !== last.created_at) {
    if (!timestamp.test(created_at)) return undefined;
    last.at = `${unitSeparator}${created_at}${unitSeparator}`;
    last.created_at = created_at;
  }
  const keepsRules =
    Number.isSafeInteger(id) &&
    id > 0 &&
    isField(entity_id) &&
    isField(payload_json) &&
    (isLinked || (prev_hash.length === genesisHash.length && isField(prev_hash)));
  if (!keepsRules) return undefined;
  const form = id + last.event + entity_id + last.by + payload_json + last.at + prev_hash;
  return form.isWellFormed() ? form : undefined;
}

/** Fields that were found sound last, and what stands for them in the canonical form. */
const last = { event_type: '', entity_type: '', event: '', actor: '', by: '', created_at: '', at: '' };

const isField = (text: string): boolean => text.length > 0 && text.indexOf(unitSeparator) === -1;

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
