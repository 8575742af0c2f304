import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sensitivePatterns } from '../../fixtures/sensitive-values.ts';

/** A line of a log with something in it that the log may not have. */
export interface LogLeak {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly text: string;
}

/** Every log of the data folder: one for each function, and the access logs. */
export const logFiles = (dataFolder: string): readonly string[] =>
  readdirSync(join(dataFolder, 'logs')).map((name) => join(dataFolder, 'logs', name));

/** Lines of the logs that tell something about a person, also where it is hidden in base64 or percent-encoded. */
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

/** Leaks in the logs of a stack and in what its process printed. */
export const leaksOf = (dataFolder: string, output: string): LogLeak[] =>
  leaksIn([
    { file: 'output', text: output },
    ...logFiles(dataFolder).map((file) => ({ file, text: readFileSync(file, 'utf8') })),
  ]);

function readings(line: string): readonly string[] {
  const encoded = line.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? [];
  return [
    // An escaped line end is not the first letter of the word after it.
    line.replace(/\\[nrt]/g, '  '),
    ...(line.includes('%') ? [line.replace(/(?:%[0-9A-Fa-f]{2})+/g, decoded)] : []),
    ...encoded.map((text) => Buffer.from(text, 'base64').toString('latin1')),
  ];
}

function decoded(text: string): string {
  return Buffer.from(text.replaceAll('%', ''), 'hex').toString('latin1');
}
