/** One thing wrong with a configuration file, and where. Lines and columns count from 1. */
export interface ConfigurationProblem {
  readonly path: readonly (string | number)[];
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly code: string;
}

/** The file cannot be used; nothing of it is. */
export class ConfigurationInvalid extends Error {
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    super(problems.map(({ line, message }) => `line ${line}: ${message}`).join('; '));
    this.name = 'ConfigurationInvalid';
    this.problems = problems;
  }
}
