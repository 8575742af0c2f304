import path from 'node:path';

/** One thing that a run does not test. */
export interface LeftOut {
  readonly file: string;
  readonly what: string;
  /** Undefined when `npm run soak` does it. */
  readonly reason?: string;
}

/** Skipped tests of one file. */
export interface Skipped {
  readonly file: string;
  readonly count: number;
}

/** Returns the lines that end a run: what is left to `npm run soak`, and what is left out with the reason. */
export function leftOutLines(entries: readonly LeftOut[], skipped: readonly Skipped[]): string[] {
  const toSoak = entries.filter(({ reason }) => reason === undefined);
  const withReason = entries.filter(({ reason }) => reason !== undefined);
  const explained = new Set(withReason.map(({ file }) => file));
  const countOf = (files: readonly string[]) =>
    skipped.filter(({ file }) => files.includes(file)).reduce((sum, { count }) => sum + count, 0);
  const reasons = [...Map.groupBy(withReason, ({ what, reason }) => `${what}: ${reason}`)].map(
    ([text, group]) => {
      const files = [...new Set(group.map(({ file }) => file))];
      return `  ${text} (${namesOf(files)}${countOf(files) > 0 ? `; ${countOf(files)} tests skipped` : ''})`;
    },
  );
  const unexplained = skipped
    .filter(({ file }) => !explained.has(file))
    .map(({ file, count }) => `  ${count} tests of ${namesOf([file])}: skipped without a reason`);
  return [
    ...headed(
      'Left to npm run soak:',
      toSoak.map(({ file, what }) => `  ${what} (${namesOf([file])})`),
    ),
    ...headed('Left out:', [...reasons, ...unexplained]),
  ];
}

const headed = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.toSorted()];

const namesOf = (files: readonly string[]): string =>
  files
    .map((file) => path.relative(process.cwd(), file))
    .toSorted()
    .join(', ');
