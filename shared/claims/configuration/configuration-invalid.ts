import { ApiError } from '#contract/errors.ts';

/** A fault in a configuration file. Lines and columns count from 1. */
export interface ConfigurationProblem {
  readonly path: readonly (string | number)[];
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly code: string;
}

/** A fault whose line is not known yet. */
export type UnplacedProblem = Omit<ConfigurationProblem, 'line' | 'column'>;

export class ConfigurationInvalid extends Error {
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    super(problems.map(({ line, message }) => `line ${line}: ${message}`).join('; '));
    this.name = 'ConfigurationInvalid';
    this.problems = problems;
  }
}

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
