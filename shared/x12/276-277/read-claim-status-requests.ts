import { X12Engine } from '../engine/engine.ts';
import { OtherSets, type OtherSetsOption } from '../engine/other-sets.ts';
import { resultsOf, resultsOfSync, type Source } from '../engine/source.ts';
import type { Finding } from '../findings/finding.ts';
import { guide276 } from '../guides/276.ts';
import { claimStatusRequestListener } from './claim-status-sets.ts';
import type { ClaimStatusRequest } from './model.ts';

export interface ReadClaimStatusRequestsOptions extends OtherSetsOption {
  /** Receives faults of envelopes and structure. `validate` also checks elements. */
  readonly onFinding?: (finding: Finding) => void;
}

/**
 * Reads the claims of all 276 sets of a source, each as soon as it is complete, in constant memory. Throws X12Error for
 * input that is not X12, and at a set of another kind unless `otherSets` is `skip`.
 */
export function readClaimStatusRequests(
  source: Source,
  options: ReadClaimStatusRequestsOptions = {},
): AsyncGenerator<ClaimStatusRequest> {
  const { engine, requests, check } = reading(options);
  return resultsOf(source, engine, requests, check);
}

/** `readClaimStatusRequests` for bytes in memory. */
export function readClaimStatusRequestsSync(
  bytes: Uint8Array,
  options: ReadClaimStatusRequestsOptions = {},
): Generator<ClaimStatusRequest> {
  const { engine, requests, check } = reading(options);
  return resultsOfSync(bytes, engine, requests, check);
}

function reading({ onFinding, otherSets }: ReadClaimStatusRequestsOptions) {
  const others = new OtherSets('276', { otherSets });
  const requests: ClaimStatusRequest[] = [];
  const reader = claimStatusRequestListener((request) => requests.push(request));
  const settings = { guides: [guide276], listeners: [reader, others], validate: false };
  const engine = new X12Engine({ ...settings, ...(onFinding && { onFinding }) });
  return { engine, requests, check: () => others.check() };
}
