import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sensitivePatterns } from '../../fixtures/sensitive-values.ts';

/** A line of a log with sensitive data. */
export interface LogLeak {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly text: string;
}

/** Returns all logs of the data folder: one per function, and the access logs. */
export const logFiles = (dataFolder: string): readonly string[] =>
  readdirSync(join(dataFolder, 'logs')).map((name) => join(dataFolder, 'logs', name));

/** Returns the lines with data of a person, also in base64 or percent-encoded. */
export function leaksIn(logs: readonly { readonly file: string; readonly text: string }[]): LogLeak[] {
  return logs.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => {
      const found = sensitivePatterns.find(({ pattern }) =>
        readings(line).some((reading) => pattern.test(reading)),
      );
      return found ? [{ file, line: index + 1, what: found.what, text: line.slice(0, 500) }] : [];
    }),
  );
}

/** Returns the leaks in the logs and the output of a stack. */
export const leaksOf = (dataFolder: string, output: string): LogLeak[] =>
  leaksIn([
    { file: 'output', text: output },
    ...logFiles(dataFolder).map((file) => ({ file, text: readFileSync(file, 'utf8') })),
  ]);

function readings(line: string): readonly string[] {
  const encoded = line.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? [];
  return [
    // An escaped line end is not the first letter of the next word.
    line.replace(/\\[nrt]/g, '  '),
    ...(line.includes('%') ? [line.replace(/(?:%[0-9A-Fa-f]{2})+/g, decoded)] : []),
    ...encoded.map((text) => Buffer.from(text, 'base64').toString('latin1')),
  ];
}

function decoded(text: string): string {
  return Buffer.from(text.replaceAll('%', ''), 'hex').toString('latin1');
}
