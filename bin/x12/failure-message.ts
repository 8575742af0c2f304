import { CodeTableError } from '#x12/codes/published/compact-table.ts';
import { CodeListError } from '#x12/codes/published/published-list.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { JsonInputError } from '#x12/values/json-codec.ts';
import { InputError } from './input.ts';
import { UsageError } from './settings.ts';

/** Writes the message for an error of the input to standard error. Throws an error of the program. */
export function reportFailure(error: unknown): void {
  const message = messageFor(error);
  if (message === undefined) throw error instanceof InputError ? error.cause : error;
  process.stderr.write(`x12: ${message}\n`);
}

/** Returns the message for an error of the input, or undefined for an error of the program. */
export function messageFor(error: unknown): string | undefined {
  if (error instanceof InputError) return inputFailure(error);
  if (error instanceof UsageError) return `${error.message}\nTry x12 --help`;
  if (error instanceof CodeListError || error instanceof CodeTableError) return error.message;
  if (error instanceof X12Error) return `${error.message} (byte ${error.byteOffset})`;
  if (error instanceof JsonInputError) return `The JSON is not valid claim data: ${error.message}`;
  if (error instanceof SyntaxError) return `The input is not JSON: ${error.message}`;
  return isSystemError(error) ? error.message : undefined;
}

/** A failed system call also has a message in a realm with another `Error`. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  typeof error === 'object' && error !== null && 'syscall' in error;

/** Begins the message with the file, unless the system did. */
function inputFailure({ file, cause }: InputError): string | undefined {
  const message = messageFor(cause);
  if (message === undefined || file === undefined || message.includes(`'${file}'`)) return message;
  return `${file}: ${message}`;
}
