import type { FileListener } from '../engine/consumer.ts';
import { X12Engine } from '../engine/engine.ts';
import { feed, feedSync, type Source } from '../engine/source.ts';
import type { Finding } from '../findings/finding.ts';
import { guide277ca } from '../guides/277ca.ts';
import { ClaimAcknowledgmentReader, type ClaimAcknowledgmentSummary } from './claim-acknowledgment-set.ts';
import type { ClaimAcknowledgment, ClaimStatus, UnscopedStatus } from './types.ts';

export interface ReadClaimAcknowledgmentsOptions {
  /** Called for what is wrong with envelopes and structure; elements are not checked here, see validate. */
  readonly onFinding?: (finding: Finding) => void;
}

/** A 277CA in file order: header and batch, each status as soon as it is complete, and at the end the counts. */
export type ClaimAcknowledgmentEvent =
  | { readonly kind: 'acknowledgment'; readonly acknowledgment: ClaimAcknowledgment }
  | { readonly kind: 'status'; readonly status: ClaimStatus }
  | { readonly kind: 'unscoped'; readonly unscoped: UnscopedStatus }
  | { readonly kind: 'end'; readonly summary: ClaimAcknowledgmentSummary };

/** All 277CA sets of a source. Memory does not grow with the source. Throws X12Error when the source is no X12. */
export async function* readClaimAcknowledgments(
  source: Source,
  options: ReadClaimAcknowledgmentsOptions = {},
): AsyncGenerator<ClaimAcknowledgmentEvent> {
  const { engine, events } = reading(options);
  for await (const _ of feed(source, engine)) yield* events.splice(0);
}

/** The same for bytes that are all there. */
export function* readClaimAcknowledgmentsSync(
  bytes: Uint8Array,
  options: ReadClaimAcknowledgmentsOptions = {},
): Generator<ClaimAcknowledgmentEvent> {
  const { engine, events } = reading(options);
  for (const _ of feedSync(bytes, engine)) yield* events.splice(0);
}

function reading({ onFinding }: ReadClaimAcknowledgmentsOptions): {
  engine: X12Engine;
  events: ClaimAcknowledgmentEvent[];
} {
  const events: ClaimAcknowledgmentEvent[] = [];
  const file = new ClaimAcknowledgmentReader({
    acknowledgment: (acknowledgment) => events.push({ kind: 'acknowledgment', acknowledgment }),
    status: (status) => events.push({ kind: 'status', status }),
    unscoped: (unscoped) => events.push({ kind: 'unscoped', unscoped }),
    end: (summary) => events.push({ kind: 'end', summary }),
  });
  const listener: FileListener = {
    set: (context) => (context.guide === guide277ca ? file.open(context) : undefined),
  };
  const engine = new X12Engine({
    guides: [guide277ca],
    listeners: [listener],
    validate: false,
    ...(onFinding && { onFinding }),
  });
  return { engine, events };
}
