import type { AuditEntry } from '#audit/entries/entry.ts';
import { type auditIndexKeys, type RunField, runFields } from '#contract/claims/audit/indexes.ts';
import { entrySortKey } from './audit-keys.ts';

/** Attributes of the first entry of a run, by which the indexes list the run. */
type RunMarks = Readonly<Record<'run_end' | (typeof auditIndexKeys)[RunField][0], string>>;

/** Marks for each of the consecutive entries of one transaction; undefined inside a run. */
export function runMarks(entries: readonly AuditEntry[]): readonly (RunMarks | undefined)[] {
  const marks: (RunMarks | undefined)[] = [];
  for (let first = 0; first < entries.length; ) {
    const begin = entries[first];
    if (begin === undefined) break;
    let after = first + 1;
    while (after < entries.length && isSameRun(begin, entries[after])) after++;
    marks.push(marksOf(begin, begin.id + after - first - 1));
    for (first += 1; first < after; first++) marks.push(undefined);
  }
  return marks;
}

const isSameRun = (one: AuditEntry, other: AuditEntry | undefined): boolean =>
  runFields.every((field) => one[field] === other?.[field]);

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
