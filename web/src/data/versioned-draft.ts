import { useEffect, useRef, useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';

interface Versioned {
  readonly version: number;
}

/** A member that another person has changed too, with the value of that person. */
export interface OtherChange<D> {
  readonly name: keyof D;
  readonly value: unknown;
}

/** The input of a form, based on a version of a record. */
export interface VersionedDraft<R extends Versioned, D extends object> {
  /** The version that saving must still find. */
  readonly base: R;
  readonly draft: D;
  readonly isChanged: boolean;
  /** What saving would replace, once it was refused because another person was first; undefined otherwise. */
  readonly conflict: readonly OtherChange<D>[] | undefined;
  setDraft(draft: D): void;
  /** Takes a version over and drops the input, after saving or to discard changes. */
  rebase(record: R): void;
  /** Call it when saving was refused because the record has another version. The input moves to the newest version that is read. */
  meetConflict(): void;
}

/**
 * Keeps the input of a form when the record changes. A form without input follows the record. Input stays on its version, so that
 * saving cannot overwrite what another person has changed, and moves to the newest version once saving was refused.
 */
export function useVersionedDraft<R extends Versioned, D extends object>(
  record: R,
  draftOf: (record: R) => D,
): VersionedDraft<R, D> {
  const [base, setBase] = useState(record);
  const [draft, setDraft] = useState(() => draftOf(record));
  const [conflict, setConflict] = useState<readonly OtherChange<D>[]>();
  const isWaiting = useRef(false);
  const isChanged = !isSame(draft, draftOf(base));
  const rebase = (next: R) => {
    isWaiting.current = false;
    setBase(next);
    setDraft(draftOf(next));
    setConflict(undefined);
  };
  const move = () => {
    isWaiting.current = false;
    const merged = mergedDraft(draft, draftOf(base), draftOf(record));
    setBase(record);
    setDraft(merged.draft);
    setConflict(merged.others);
  };
  useEffect(() => {
    if (record.version === base.version) return;
    if (!isChanged) rebase(record);
    else if (isWaiting.current) move();
  }, [record.version]);
  const meetConflict = () => {
    setConflict([]);
    if (record.version === base.version) isWaiting.current = true;
    else move();
  };
  return { base, draft, isChanged, conflict, setDraft, rebase, meetConflict };
}

/** Returns whether saving was refused because the record has another version. */
export const isVersionConflict = (error: unknown): boolean => isApiError(error, 'precondition_failed');

/** Moves input to another version. Members that the person has not changed come from `next`. `others` lists those that both have changed. */
export function mergedDraft<D extends object>(
  mine: D,
  base: D,
  next: D,
): { readonly draft: D; readonly others: readonly OtherChange<D>[] } {
  const draft = { ...next };
  const others: OtherChange<D>[] = [];
  for (const name of Object.keys(mine) as (keyof D)[]) {
    if (isSame(mine[name], base[name])) continue;
    draft[name] = mine[name];
    if (!isSame(next[name], base[name]) && !isSame(next[name], mine[name]))
      others.push({ name, value: next[name] });
  }
  return { draft, others };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
