import type { AuditEntry } from '#audit/entries/entry.ts';
import type { auditIndexKeys, RunField } from '#claims/audit/index-fields.ts';
import { entrySortKey } from './audit-keys.ts';
import { isSameRun } from './entry-packs.ts';

/** Attributes of the first entry of a run, by which the indexes list the run. */
type RunMarks = Readonly<Record<'run_end' | (typeof auditIndexKeys)[RunField][0], string>>;

/** The marks of the consecutive entries of one transaction, by the id of the first entry of each run. */
export function runMarks(entries: readonly AuditEntry[]): ReadonlyMap<number, RunMarks> {
  const marks = new Map<number, RunMarks>();
  let begin: AuditEntry | undefined;
  for (const [n, entry] of entries.entries()) {
    begin ??= entry;
    if (isSameRun(begin, entries[n + 1])) continue;
    marks.set(begin.id, marksOf(begin, entry.id));
    begin = undefined;
  }
  return marks;
}

const marksOf = ({ actor, event_type, entity_type }: AuditEntry, last: number): RunMarks => ({
  run_end: entrySortKey(last),
  run_actor: actor,
  run_event_type: event_type,
  run_entity_type: entity_type,
});

/**
 * Last entry of the run that an entry begins; null without marks.
 *
 * @returns undefined if the marks contradict the entry
 */
export function runEndOf(
  entry: AuditEntry,
  marks: Readonly<Record<keyof RunMarks, unknown>>,
): number | null | undefined {
  const given = Object.values(marks);
  if (given.every((mark) => mark === undefined)) return null;
  const last = Number(marks.run_end);
  const expected = marksOf(entry, last);
  const isExpected = Object.entries(expected).every(([name, value]) => Reflect.get(marks, name) === value);
  return isExpected && Number.isSafeInteger(last) && last >= entry.id ? last : undefined;
}
