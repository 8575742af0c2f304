import { X12Engine } from '../engine/engine.ts';
import { OtherSets, type OtherSetsOption } from '../engine/other-sets.ts';
import { resultsOf, resultsOfSync, type Source } from '../engine/source.ts';
import type { Finding } from '../findings/finding.ts';
import { guide277 } from '../guides/277.ts';
import { claimStatusResponseListener } from './claim-status-sets.ts';
import type { ClaimStatusResponse, FailedRequest } from './model.ts';

export interface ReadClaimStatusResponsesOptions extends OtherSetsOption {
  /** Receives faults of envelopes and structure. `validate` also checks elements. */
  readonly onFinding?: (finding: Finding) => void;
}

/** A 277 in file order: the status of a claim, or of a request that failed before any claim was searched. */
export type ClaimStatusResponseEvent =
  | { readonly kind: 'status'; readonly status: ClaimStatusResponse }
  | { readonly kind: 'failed_request'; readonly failed: FailedRequest };

/**
 * Reads all 277 sets (005010X212) of a source in constant memory. Throws X12Error for input that is not X12, and at a set of
 * another kind, such as a 277CA, unless `otherSets` is `skip`.
 */
export function readClaimStatusResponses(
  source: Source,
  options: ReadClaimStatusResponsesOptions = {},
): AsyncGenerator<ClaimStatusResponseEvent> {
  const { engine, events, check } = reading(options);
  return resultsOf(source, engine, events, check);
}

/** `readClaimStatusResponses` for bytes in memory. */
export function readClaimStatusResponsesSync(
  bytes: Uint8Array,
  options: ReadClaimStatusResponsesOptions = {},
): Generator<ClaimStatusResponseEvent> {
  const { engine, events, check } = reading(options);
  return resultsOfSync(bytes, engine, events, check);
}

function reading({ onFinding, otherSets }: ReadClaimStatusResponsesOptions) {
  const others = new OtherSets('277', { otherSets });
  const events: ClaimStatusResponseEvent[] = [];
  const reader = claimStatusResponseListener({
    status: (status) => events.push({ kind: 'status', status }),
    failedRequest: (failed) => events.push({ kind: 'failed_request', failed }),
  });
  const settings = { guides: [guide277], listeners: [reader, others], validate: false };
  const engine = new X12Engine({ ...settings, ...(onFinding && { onFinding }) });
  return { engine, events, check: () => others.check() };
}
