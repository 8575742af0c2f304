import path from 'node:path';

/** A test, or a part of one, that a run omits. */
export interface LeftOut {
  readonly file: string;
  readonly what: string;
  /** Undefined when `npm run soak` runs it. */
  readonly reason?: string;
}

/** Skipped tests of one file. */
export interface Skipped {
  readonly file: string;
  readonly count: number;
}

/** Returns the last lines of a run: the tests left to `npm run soak`, and the tests left out with their reasons. */
export function leftOutLines(entries: readonly LeftOut[], skipped: readonly Skipped[]): string[] {
  const toSoak = entries.filter(({ reason }) => reason === undefined);
  const withReason = entries.filter(({ reason }) => reason !== undefined);
  const explained = new Set(withReason.map(({ file }) => file));
  return [
    ...headed(
      'Left to npm run soak:',
      toSoak.map(({ file, what }) => `  ${what} (${namesOf([file])})`),
    ),
    ...headed('Left out:', [
      ...Map.groupBy(withReason, ({ what, reason }) => `${what}: ${reason}`)
        .entries()
        .map(([text, group]) => `  ${text} (${countedIn(group, skipped)})`),
      ...skipped
        .filter(({ file }) => !explained.has(file))
        .map((one) => `  skipped without a reason (${countedIn([one], skipped)})`),
    ]),
  ];
}

const headed = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.toSorted()];

/** Returns the names of the files and the number of their skipped tests. */
function countedIn(group: readonly { readonly file: string }[], skipped: readonly Skipped[]): string {
  const files = new Set(group.map(({ file }) => file));
  const count = skipped.reduce((sum, one) => sum + (files.has(one.file) ? one.count : 0), 0);
  const tests = count === 0 ? '' : count === 1 ? '1 test in ' : `${count} tests in `;
  return `${tests}${namesOf([...files])}`;
}

const namesOf = (files: readonly string[]): string =>
  files
    .map((file) => path.relative(process.cwd(), file))
    .toSorted()
    .join(', ');
