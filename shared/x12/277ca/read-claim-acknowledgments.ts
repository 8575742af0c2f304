import { X12Engine } from '../engine/engine.ts';
import { OtherSets, type OtherSetsOption } from '../engine/other-sets.ts';
import { resultsOf, resultsOfSync, type Source } from '../engine/source.ts';
import type { Finding } from '../findings/finding.ts';
import { guide277ca } from '../guides/277ca.ts';
import { ClaimAcknowledgmentReader, type ClaimAcknowledgmentSummary } from './claim-acknowledgment-set.ts';
import type { ClaimAcknowledgment, ClaimStatus, UnscopedStatus } from './model.ts';

export interface ReadClaimAcknowledgmentsOptions extends OtherSetsOption {
  /** Receives faults of envelopes and structure. `validate` also checks elements. */
  readonly onFinding?: (finding: Finding) => void;
}

/** A 277CA in file order: header and batch, statuses, then counts. */
export type ClaimAcknowledgmentEvent =
  | { readonly kind: 'acknowledgment'; readonly acknowledgment: ClaimAcknowledgment }
  | { readonly kind: 'status'; readonly status: ClaimStatus }
  | { readonly kind: 'unscoped'; readonly unscoped: UnscopedStatus }
  | { readonly kind: 'end'; readonly summary: ClaimAcknowledgmentSummary };

/**
 * Reads all 277CA sets of a source in constant memory. Throws X12Error for input that is not X12,
 * and at a set of another kind unless `otherSets` is `skip`.
 */
export function readClaimAcknowledgments(
  source: Source,
  options: ReadClaimAcknowledgmentsOptions = {},
): AsyncGenerator<ClaimAcknowledgmentEvent> {
  const { engine, events, check } = reading(options);
  return resultsOf(source, engine, events, check);
}

/** `readClaimAcknowledgments` for bytes in memory. */
export function readClaimAcknowledgmentsSync(
  bytes: Uint8Array,
  options: ReadClaimAcknowledgmentsOptions = {},
): Generator<ClaimAcknowledgmentEvent> {
  const { engine, events, check } = reading(options);
  return resultsOfSync(bytes, engine, events, check);
}

function reading({ onFinding, otherSets }: ReadClaimAcknowledgmentsOptions) {
  const others = new OtherSets('277CA', { otherSets });
  const events: ClaimAcknowledgmentEvent[] = [];
  const reader = new ClaimAcknowledgmentReader({
    acknowledgment: (acknowledgment) => events.push({ kind: 'acknowledgment', acknowledgment }),
    status: (status) => events.push({ kind: 'status', status }),
    unscoped: (unscoped) => events.push({ kind: 'unscoped', unscoped }),
    end: (summary) => events.push({ kind: 'end', summary }),
  });
  const settings = { guides: [guide277ca], listeners: [reader, others], validate: false };
  const engine = new X12Engine({ ...settings, ...(onFinding && { onFinding }) });
  return { engine, events, check: () => others.check() };
}
