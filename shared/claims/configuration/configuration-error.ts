import { ApiError } from '#contract/errors.ts';
import { ConfigurationInvalid } from './configuration-invalid.ts';

const maxProblems = 200;
const maxMessageLength = 500;

/** The ApiError of an invalid configuration file, with its faults by line. Returns any other error unchanged. */
export function configurationError(error: unknown): unknown {
  if (!(error instanceof ConfigurationInvalid)) return error;
  const details = error.problems.slice(0, maxProblems).map(({ path, line, column, message, code }) => ({
    path,
    message: `Line ${line}, column ${column}: ${message.slice(0, maxMessageLength)}`,
    code,
  }));
  return new ApiError('invalid_configuration', { details, cause: error });
}
