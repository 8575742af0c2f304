/** A fault in a configuration file. Lines and columns count from 1. */
export interface ConfigurationProblem {
  readonly path: readonly (string | number)[];
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly code: string;
}

export class ConfigurationInvalid extends Error {
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    super(problems.map(({ line, message }) => `line ${line}: ${message}`).join('; '));
    this.name = 'ConfigurationInvalid';
    this.problems = problems;
  }
}
