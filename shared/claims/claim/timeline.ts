import * as z from 'zod';
import type { AuditEntry } from '#audit/entries/entry.ts';
import type { TimelineEntry } from '#contract/claims/claim-records.ts';
import type { ClaimEvent } from './claim.ts';

/**
 * The history of a claim, oldest first: its audit entries, its submissions, which only their entries record, and its events with
 * payments, adjustments and status reasons.
 */
export function timeline(entries: readonly AuditEntry[], events: readonly ClaimEvent[]): TimelineEntry[] {
  const audited = entries.map(({ id, created_at, event_type, actor, payload_json }) => ({
    at: created_at,
    event: event_type,
    actor,
    audit_entry_id: id,
    ...without(readPayload(payload_json), ['at', 'event', 'actor', 'audit_entry_id']),
  }));
  const detailed = events.map(({ at, kind, reference, detail }) => ({
    at,
    event: kind,
    reference,
    ...without({ ...detail }, ['at', 'event', 'reference']),
  }));
  const submitted = entries.flatMap(submissionIn);
  return [...audited, ...submitted, ...detailed].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** The submission in the audit entry of a sent claim. */
function submissionIn({ event_type, payload_json }: AuditEntry) {
  if (event_type !== 'clearhouse.submitted') return [];
  const { data } = submissionPayload.safeParse(readPayload(payload_json));
  if (data === undefined) return [];
  const { submission_id, file_name, interchange, group, sent_at } = data;
  const numbers = { interchange_control_number: interchange, group_control_number: group };
  return [{ at: sent_at, event: 'submission', reference: submission_id, file_name, ...numbers }];
}

const submissionPayload = z.object({
  submission_id: z.string(),
  file_name: z.string(),
  interchange: z.string(),
  group: z.string(),
  sent_at: z.string(),
});

function readPayload(text: string): Record<string, unknown> {
  const payload: unknown = JSON.parse(text);
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? { ...payload } : {};
}

/** Removes members that the entry itself has, so that a payload never replaces them. */
const without = (record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
