import { ConfigurationInvalid } from '#claims/configuration/configuration-invalid.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#store/rejections.ts';

/** What a failed reload is to its caller: the faults of the file by line, or another reload that was faster. */
export function configurationError(error: unknown): unknown {
  if (error instanceof ConditionFailed) return new ApiError('conflict', { cause: error });
  if (!(error instanceof ConfigurationInvalid)) return error;
  const details = error.problems.map(({ path, line, column, message, code }) => ({
    path,
    message: `Line ${line}, column ${column}: ${message}`,
    code,
  }));
  return new ApiError('invalid_configuration', { details, cause: error });
}
