import type { Finding } from '../findings/finding.ts';
import { type EngineOptions, X12Engine } from './engine.ts';
import { feed, feedSync, type Source } from './source.ts';
import {
  allGuides,
  type TransactionChecks,
  type TransactionHandlers,
  transactionListeners,
} from './transactions.ts';

export interface ValidateOptions
  extends TransactionChecks,
    Pick<EngineOptions, 'showValues' | 'channel' | 'limits'> {
  /** The typed content, read in the same pass. */
  readonly handlers?: TransactionHandlers;
}

/**
 * Full validation of a file of any kind: SNIP types 1 to 5, balances, and the rules of the payer profile when one is
 * given. Findings come in file order while the source is read; memory does not grow with it. Throws X12Error when
 * the source is no X12.
 */
export async function* validate(source: Source, options: ValidateOptions): AsyncGenerator<Finding> {
  const { engine, findings } = validating(options);
  for await (const _ of feed(source, engine)) yield* findings.splice(0);
}

/** The same for bytes that are all there. */
export function* validateSync(bytes: Uint8Array, options: ValidateOptions): Generator<Finding> {
  const { engine, findings } = validating(options);
  for (const _ of feedSync(bytes, engine)) yield* findings.splice(0);
}

function validating(options: ValidateOptions): { engine: X12Engine; findings: Finding[] } {
  const { handlers: content = {}, showValues = false, channel, limits } = options;
  const findings: Finding[] = [];
  const engine = new X12Engine({
    guides: allGuides,
    listeners: transactionListeners(content, options),
    onFinding: (finding) => findings.push(finding),
    showValues,
    ...(channel && { channel }),
    ...(limits && { limits }),
  });
  return { engine, findings };
}

/** How many findings there are of each severity; a file is valid when none is an error or fatal. */
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
