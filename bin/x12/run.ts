import { X12Error } from '#x12/findings/error.ts';
import { JsonInputError } from '#x12/values/json-codec.ts';
import { ack } from './ack.ts';
import { generate } from './generate.ts';
import { help } from './help.ts';
import { inspect } from './inspect.ts';
import { emit, endQuietlyWithReader } from './output.ts';
import { type Command, type ExitCode, readSettings, type Settings, UsageError } from './settings.ts';
import { stats } from './stats.ts';
import { validate } from './validate.ts';

const runners: Readonly<Record<Command, (settings: Settings) => Promise<ExitCode>>> = {
  inspect,
  validate,
  ack,
  generate,
  stats,
};

export async function run(args: readonly string[]): Promise<ExitCode> {
  endQuietlyWithReader();
  try {
    const settings = readSettings(args);
    if ('help' in settings) {
      await emit(help(settings.help));
      return 0;
    }
    return await runners[settings.command](settings);
  } catch (error) {
    const message = failure(error);
    if (message === undefined) throw error;
    process.stderr.write(`x12: ${message}\n`);
    return 2;
  }
}

/** What went wrong with the input, for the user; undefined for a fault of the program. */
function failure(error: unknown): string | undefined {
  if (error instanceof UsageError) return `${error.message}\nTry x12 --help`;
  if (error instanceof X12Error) return `${error.message} (byte ${error.byteOffset})`;
  if (error instanceof JsonInputError) return `The JSON is not what is needed: ${error.message}`;
  if (error instanceof SyntaxError) return `The JSON cannot be read: ${error.message}`;
  return error instanceof Error && 'syscall' in error ? error.message : undefined;
}
