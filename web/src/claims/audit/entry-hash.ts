import type { AuditEntry } from '#contract/claims/audit/log.ts';

/** The hashed fields in their order (docs/audit.md). */
const fields = [
  'id',
  'event_type',
  'entity_type',
  'entity_id',
  'actor',
  'payload_json',
  'created_at',
  'prev_hash',
] as const;

/** Computes the hash of an entry in the browser: SHA-256 over the fields joined with U+001F, as lower-case hex. */
export async function entryHash(entry: AuditEntry): Promise<string> {
  const form = fields.map((field) => entry[field]).join('\u001f');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(form));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
