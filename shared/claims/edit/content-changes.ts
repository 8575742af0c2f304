import type { ContentChange } from '#contract/claims/claim-edits.ts';

/** Changes that a version lists. A claim with more has mostly changed lists. */
const maxChanges = 200;

/**
 * Lists the members that differ between two contents, as JSON pointers (RFC 6901) in the order of the content. Lists are
 * compared by place. Pointers hold names of fields and places only, so they contain no patient data.
 */
export function contentChanges(before: unknown, after: unknown): readonly ContentChange[] {
  return differences(withoutTransaction(before), withoutTransaction(after), '').slice(0, maxChanges);
}

/** The submission writes the transaction, so it is not part of an edit. */
const withoutTransaction = (content: unknown): unknown => {
  const { transaction: _, ...rest } = { ...membersOf(content) };
  return rest;
};

function differences(before: unknown, after: unknown, path: string): ContentChange[] {
  if (isSame(before, after)) return [];
  if (before === undefined) return [{ path, change: 'added' }];
  if (after === undefined) return [{ path, change: 'removed' }];
  const [earlier, later] = [membersOf(before), membersOf(after)];
  if (earlier === undefined || later === undefined || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, change: 'changed' }];
  }
  const names = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  return [...names].flatMap((name) => differences(earlier[name], later[name], `${path}/${escaped(name)}`));
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const membersOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined;

/** Whether two JSON values are equal; the order of members does not count. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const [left, right] = [membersOf(a), membersOf(b)];
  if (left === undefined || right === undefined || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => isSame(left[name], right[name]));
}

/** The value at a path; undefined if there is none. */
export const valueAt = (content: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => membersOf(value)?.[String(key)], content);
