import { CodeTableError } from '#x12/codes/published/compact-table.ts';
import { CodeListError } from '#x12/codes/published/published-list.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { JsonInputError } from '#x12/values/json-codec.ts';
import { ack } from './ack.ts';
import { csv } from './csv.ts';
import { edits } from './edits.ts';
import { generate } from './generate.ts';
import { helpText } from './help.ts';
import { InputError } from './input.ts';
import { inspect } from './inspect.ts';
import { endQuietlyWithReader, writeOutput } from './output.ts';
import { schema } from './schema.ts';
import { type ExitCode, readSettings, type Settings, UsageError, type X12Command } from './settings.ts';
import { show } from './show.ts';
import { stats } from './stats.ts';
import { tables } from './tables.ts';
import { validateFiles } from './validate.ts';

const runners: Readonly<Record<X12Command, (settings: Settings) => Promise<ExitCode>>> = {
  show,
  csv,
  inspect,
  validate: validateFiles,
  ack,
  generate,
  stats,
  schema,
  edits,
  tables,
};

export async function runX12(args: readonly string[]): Promise<ExitCode> {
  endQuietlyWithReader();
  try {
    const settings = readSettings(args);
    if ('help' in settings) {
      await writeOutput(helpText(settings.help));
      return 0;
    }
    return await runners[settings.command](settings);
  } catch (error) {
    const message = failure(error);
    if (message === undefined) throw error instanceof InputError ? error.cause : error;
    process.stderr.write(`x12: ${message}\n`);
    return 2;
  }
}

/** Returns the message for an error of the input, or undefined for an error of the program. */
function failure(error: unknown): string | undefined {
  if (error instanceof InputError) return inputFailure(error);
  if (error instanceof UsageError) return `${error.message}\nTry x12 --help`;
  if (error instanceof CodeListError || error instanceof CodeTableError) return error.message;
  if (error instanceof X12Error) return `${error.message} (byte ${error.byteOffset})`;
  if (error instanceof JsonInputError) return `The JSON is not valid claim data: ${error.message}`;
  if (error instanceof SyntaxError) return `The input is not JSON: ${error.message}`;
  return error instanceof Error && 'syscall' in error ? error.message : undefined;
}

/** Begins the message with the file, unless the system did. */
function inputFailure({ file, cause }: InputError): string | undefined {
  const message = failure(cause);
  if (message === undefined || file === undefined || message.includes(`'${file}'`)) return message;
  return `${file}: ${message}`;
}
