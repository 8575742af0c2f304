import type { Finding } from '../findings/finding.ts';
import { type EngineOptions, X12Engine } from './engine.ts';
import { resultsOf, resultsOfSync, type Source } from './source.ts';
import {
  allGuides,
  type TransactionChecks,
  type TransactionHandlers,
  transactionListeners,
} from './transactions.ts';

export interface ValidateOptions
  extends TransactionChecks,
    Pick<EngineOptions, 'showValues' | 'channel' | 'limits'> {
  /** Receive typed results in the same pass. */
  readonly handlers?: TransactionHandlers;
}

/**
 * Validates a file of any kind: SNIP types 1 to 5, balances, and the rules of the payer profile in the options. Yields
 * findings in file order in constant memory. Throws X12Error for input that is not X12.
 */
export function validate(source: Source, options: ValidateOptions): AsyncGenerator<Finding> {
  const { engine, findings } = validating(options);
  return resultsOf(source, engine, findings);
}

/** `validate` for bytes in memory. */
export function validateSync(bytes: Uint8Array, options: ValidateOptions): Generator<Finding> {
  const { engine, findings } = validating(options);
  return resultsOfSync(bytes, engine, findings);
}

function validating(options: ValidateOptions): { engine: X12Engine; findings: Finding[] } {
  const { handlers = {}, showValues = false, channel, limits } = options;
  const findings: Finding[] = [];
  const engine = new X12Engine({
    guides: allGuides,
    listeners: transactionListeners(handlers, options),
    onFinding: (finding) => findings.push(finding),
    showValues,
    ...(channel && { channel }),
    ...(limits && { limits }),
  });
  return { engine, findings };
}

/** Counts findings by severity. */
export class FindingCount {
  fatal = 0;
  error = 0;
  warning = 0;
  information = 0;

  add({ severity }: Finding): void {
    this[severity]++;
  }

  get isValid(): boolean {
    return this.fatal === 0 && this.error === 0;
  }
}
