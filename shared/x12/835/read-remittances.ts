import type { FileListener } from '../engine/consumer.ts';
import { X12Engine } from '../engine/engine.ts';
import { feed, feedSync, type Source } from '../engine/source.ts';
import type { Finding } from '../findings/finding.ts';
import { guide835 } from '../guides/835.ts';
import { RemittanceReader, type RemittanceSummary } from './remittance-set.ts';
import type { ClaimPayment, Remittance } from './types.ts';

export interface ReadRemittancesOptions {
  /** Called for what is wrong with envelopes and structure; elements are not checked here, see validate. */
  readonly onFinding?: (finding: Finding) => void;
}

/** An 835 in file order: its header, each claim as soon as it is complete, and at the end the sums and the balance. */
export type RemittanceEvent =
  | { readonly kind: 'remittance'; readonly remittance: Remittance }
  | { readonly kind: 'claim'; readonly claim: ClaimPayment; readonly remittance: Remittance }
  | { readonly kind: 'end'; readonly summary: RemittanceSummary };

/**
 * All 835 sets of a source. Memory does not grow with the source. Throws X12Error when the source is no X12.
 */
export async function* readRemittances(
  source: Source,
  options: ReadRemittancesOptions = {},
): AsyncGenerator<RemittanceEvent> {
  const { engine, events } = reading(options);
  for await (const _ of feed(source, engine)) yield* events.splice(0);
}

/** The same for bytes that are all there. */
export function* readRemittancesSync(
  bytes: Uint8Array,
  options: ReadRemittancesOptions = {},
): Generator<RemittanceEvent> {
  const { engine, events } = reading(options);
  for (const _ of feedSync(bytes, engine)) yield* events.splice(0);
}

function reading({ onFinding }: ReadRemittancesOptions): { engine: X12Engine; events: RemittanceEvent[] } {
  const events: RemittanceEvent[] = [];
  let remittance: Remittance | undefined;
  const file = new RemittanceReader({
    remittance: (header) => {
      remittance = header;
      events.push({ kind: 'remittance', remittance: header });
    },
    claim: (claim) => {
      if (remittance !== undefined) events.push({ kind: 'claim', claim, remittance });
    },
    end: (summary) => events.push({ kind: 'end', summary }),
  });
  const listener: FileListener = {
    set: (context) => (context.guide === guide835 ? file.open(context) : undefined),
  };
  const engine = new X12Engine({
    guides: [guide835],
    listeners: [listener],
    validate: false,
    ...(onFinding && { onFinding }),
  });
  return { engine, events };
}
