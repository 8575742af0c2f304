import { hash } from 'node:crypto';
import * as z from 'zod';
import { NotCanonical } from './canonical-json.ts';

const fields = z.object({
  /** Sequence number in the chain, from 1. */
  id: z.number(),
  event_type: z.string(),
  entity_type: z.string(),
  entity_id: z.string(),
  actor: z.string(),
  /** Canonical JSON text. */
  payload_json: z.string(),
  /** RFC 3339, UTC, with milliseconds: `2026-11-20T09:30:00.000Z`. */
  created_at: z.string(),
  /** `hash` of the previous entry; 64 zeros in the first entry. */
  prev_hash: z.string(),
  /** SHA-256 over the canonical form, lower-case hex. */
  hash: z.string(),
});

/** An entry of the audit log. docs/audit.md describes its fields. */
export interface AuditEntry extends Readonly<z.output<typeof fields>> {}

export const readEntry = (record: unknown): AuditEntry | undefined => fields.safeParse(record).data;

/** Members of a record that entries do not have; undefined without any. */
export function unknownMembers(record: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const names = Object.keys(record);
  // Fast path, because every verification checks every entry.
  if (names.length === fieldCount && names.every((name) => Object.hasOwn(fields.shape, name)))
    return undefined;
  const unknown = Object.entries(record).filter(([name]) => !Object.hasOwn(fields.shape, name));
  return unknown.length === 0 ? undefined : Object.fromEntries(unknown);
}

const fieldCount = Object.keys(fields.shape).length;

/** `prev_hash` of the first entry. */
export const genesisHash = '0'.repeat(64);

/** U+001F: separates the fields of the canonical form, and no field contains it. */
export const unitSeparator = '\u001f';

/**
 * The canonical form of an entry: every field except `hash`, joined with U+001F. docs/audit.md is its specification. It is
 * injective, because no field contains the separator or a lone surrogate, which UTF-8 cannot represent.
 *
 * @throws NotCanonical when a field breaks its rule
 */
export function canonicalForm(entry: Omit<AuditEntry, 'hash'>): string {
  const form = formOf(entry);
  if (form === undefined) throw new NotCanonical('A field of the entry breaks a rule of the canonical form');
  return form;
}

/**
 * SHA-256 over the canonical form.
 *
 * @throws NotCanonical when a field breaks its rule
 */
export const entryHash = (entry: Omit<AuditEntry, 'hash'>): string => hash('sha256', canonicalForm(entry));

/**
 * The correct hash of the entry; undefined when it has no canonical form.
 *
 * @param isLinked `prev_hash` equals the hash of a valid entry, so its form need not be checked
 */
export function expectedHash(entry: Omit<AuditEntry, 'hash'>, isLinked = false): string | undefined {
  const form = formOf(entry, isLinked);
  return form === undefined ? undefined : hash('sha256', form);
}

/**
 * Fast, because every verification runs it on every entry: it uses no schema, looks for lone surrogates once, and
 * checks fields that repeat from entry to entry (event, actor, time) once.
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

/** Fields that were valid last, and their part of the canonical form. */
const last = { event_type: '', entity_type: '', event: '', actor: '', by: '', created_at: '', at: '' };

const isField = (text: string): boolean => text.length > 0 && text.indexOf(unitSeparator) === -1;

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
