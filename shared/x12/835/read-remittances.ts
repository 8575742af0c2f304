import { X12Engine } from '../engine/engine.ts';
import { OtherSets, type OtherSetsOption } from '../engine/other-sets.ts';
import { resultsOf, resultsOfSync, type Source } from '../engine/source.ts';
import type { Finding } from '../findings/finding.ts';
import { guide835 } from '../guides/835.ts';
import type { ClaimPayment, Remittance } from './model.ts';
import { RemittanceReader, type RemittanceSummary } from './remittance-set.ts';

export interface ReadRemittancesOptions extends OtherSetsOption {
  /** Receives faults of envelopes and structure. `validate` also checks elements. */
  readonly onFinding?: (finding: Finding) => void;
}

/** An 835 in file order: header, claims, then sums and balance. */
export type RemittanceEvent =
  | { readonly kind: 'remittance'; readonly remittance: Remittance }
  | { readonly kind: 'claim'; readonly claim: ClaimPayment; readonly remittance: Remittance }
  | { readonly kind: 'end'; readonly summary: RemittanceSummary };

/**
 * Reads all 835 sets of a source in constant memory. Throws X12Error for input that is not X12,
 * and at a set of another kind unless `otherSets` is `skip`.
 */
export function readRemittances(
  source: Source,
  options: ReadRemittancesOptions = {},
): AsyncGenerator<RemittanceEvent> {
  const { engine, events, check } = reading(options);
  return resultsOf(source, engine, events, check);
}

/** `readRemittances` for bytes in memory. */
export function readRemittancesSync(
  bytes: Uint8Array,
  options: ReadRemittancesOptions = {},
): Generator<RemittanceEvent> {
  const { engine, events, check } = reading(options);
  return resultsOfSync(bytes, engine, events, check);
}

function reading({ onFinding, otherSets }: ReadRemittancesOptions) {
  const others = new OtherSets('835', { otherSets });
  const events: RemittanceEvent[] = [];
  let remittance: Remittance | undefined;
  const reader = new RemittanceReader({
    remittance: (header) => {
      remittance = header;
      events.push({ kind: 'remittance', remittance: header });
    },
    claim: (claim) => {
      if (remittance !== undefined) events.push({ kind: 'claim', claim, remittance });
    },
    end: (summary) => events.push({ kind: 'end', summary }),
  });
  const settings = { guides: [guide835], listeners: [reader, others], validate: false };
  const engine = new X12Engine({ ...settings, ...(onFinding && { onFinding }) });
  return { engine, events, check: () => others.check() };
}
