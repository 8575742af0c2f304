import { X12Engine } from '../engine/engine.ts';
import { resultsOf, resultsOfSync, type Source } from '../engine/source.ts';
import type { Finding } from '../findings/finding.ts';
import { guide277ca } from '../guides/277ca.ts';
import { ClaimAcknowledgmentReader, type ClaimAcknowledgmentSummary } from './claim-acknowledgment-set.ts';
import type { ClaimAcknowledgment, ClaimStatus, UnscopedStatus } from './types.ts';

export interface ReadClaimAcknowledgmentsOptions {
  /** Receives faults of envelopes and structure. `validate` also checks elements. */
  readonly onFinding?: (finding: Finding) => void;
}

/** A 277CA in file order: header and batch, statuses, then counts. */
export type ClaimAcknowledgmentEvent =
  | { readonly kind: 'acknowledgment'; readonly acknowledgment: ClaimAcknowledgment }
  | { readonly kind: 'status'; readonly status: ClaimStatus }
  | { readonly kind: 'unscoped'; readonly unscoped: UnscopedStatus }
  | { readonly kind: 'end'; readonly summary: ClaimAcknowledgmentSummary };

/** Reads all 277CA sets of a source in constant memory. Throws X12Error for input that is not X12. */
export function readClaimAcknowledgments(
  source: Source,
  options: ReadClaimAcknowledgmentsOptions = {},
): AsyncGenerator<ClaimAcknowledgmentEvent> {
  const { engine, events } = reading(options);
  return resultsOf(source, engine, events);
}

/** `readClaimAcknowledgments` for bytes in memory. */
export function readClaimAcknowledgmentsSync(
  bytes: Uint8Array,
  options: ReadClaimAcknowledgmentsOptions = {},
): Generator<ClaimAcknowledgmentEvent> {
  const { engine, events } = reading(options);
  return resultsOfSync(bytes, engine, events);
}

function reading({ onFinding }: ReadClaimAcknowledgmentsOptions) {
  const events: ClaimAcknowledgmentEvent[] = [];
  const reader = new ClaimAcknowledgmentReader({
    acknowledgment: (acknowledgment) => events.push({ kind: 'acknowledgment', acknowledgment }),
    status: (status) => events.push({ kind: 'status', status }),
    unscoped: (unscoped) => events.push({ kind: 'unscoped', unscoped }),
    end: (summary) => events.push({ kind: 'end', summary }),
  });
  const settings = { guides: [guide277ca], listeners: [reader], validate: false };
  return { engine: new X12Engine({ ...settings, ...(onFinding && { onFinding }) }), events };
}
