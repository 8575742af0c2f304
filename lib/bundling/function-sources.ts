import { globSync } from 'node:fs';
import path from 'node:path';

export interface FunctionSource {
  /** `claims/list-files`, also for a file in a room: `claims/files/list-files.ts`. */
  readonly name: string;
  readonly file: string;
}

/** Lists the functions of a directory by name. Each `.ts` file is one function. */
export const functionSources = (directory: string): readonly FunctionSource[] =>
  globSync('**/*.ts', { cwd: directory })
    .map((source) => ({ name: functionName(source), file: path.join(directory, source) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Rooms are not part of the name, because a new name would replace the deployed function. */
export function functionName(source: string): string {
  const steps = source.replace(/\.ts$/, '').split(path.sep);
  return [...new Set([steps[0], steps.at(-1)])].join('/');
}
