import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { StartError } from '../start-error.ts';

/** Parses the options of a command. Throws StartError for an unknown option. */
export function optionsOf<const Options extends ParseArgsOptionsConfig>(
  command: string,
  arguments_: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...arguments_], options }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error} See ${command} -- --help.`);
  }
}
