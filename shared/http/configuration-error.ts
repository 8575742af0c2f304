import { ConfigurationInvalid } from '#claims/configuration/configuration-invalid.ts';
import { ApiError } from '#contract/errors.ts';
import { Conflict } from '#persistence/conflict.ts';

/** Faults that one answer tells; the rest shows when these are mended. */
const mostProblems = 200;
const longestMessage = 500;

/** What a failed reload is to its caller: the faults of the file by line, or another reload that was faster. */
export function configurationError(error: unknown): unknown {
  if (error instanceof Conflict) return new ApiError('conflict', { cause: error });
  if (!(error instanceof ConfigurationInvalid)) return error;
  const details = error.problems.slice(0, mostProblems).map(({ path, line, column, message, code }) => ({
    path,
    message: `Line ${line}, column ${column}: ${message.slice(0, longestMessage)}`,
    code,
  }));
  return new ApiError('invalid_configuration', { details, cause: error });
}
