import type { FileListener } from '../../engine/consumer.ts';
import { X12Engine } from '../../engine/engine.ts';
import { OtherSets, type OtherSetsOption } from '../../engine/other-sets.ts';
import { resultsOf, resultsOfSync, type Source } from '../../engine/source.ts';
import type { Finding } from '../../findings/finding.ts';
import { guide837p } from '../../guides/837p.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import { claimConsumer } from './claim-consumer.ts';

export interface ClaimReaderOptions extends OtherSetsOption {
  /** Receives findings about envelopes and structure; elements are not checked. */
  readonly onFinding?: (finding: Finding) => void;
}

/**
 * The claims of all 837P sets of a source, each as soon as it is complete. Memory does not grow with the source.
 * Throws X12Error when the source is not X12, and at a set of another kind unless `otherSets` is `skip`.
 */
export function readClaims(
  source: Source,
  options: ClaimReaderOptions = {},
): AsyncGenerator<ProfessionalClaim> {
  const { engine, claims, check } = reading(options);
  return resultsOf(source, engine, claims, check);
}

/** `readClaims` for bytes in memory. */
export function readClaimsSync(
  bytes: Uint8Array,
  options: ClaimReaderOptions = {},
): Generator<ProfessionalClaim> {
  const { engine, claims, check } = reading(options);
  return resultsOfSync(bytes, engine, claims, check);
}

function reading({ onFinding, otherSets }: ClaimReaderOptions) {
  const others = new OtherSets('837P', { otherSets });
  const claims: ProfessionalClaim[] = [];
  const listener: FileListener = {
    set: (context) =>
      context.guide === guide837p ? claimConsumer(context, (claim) => claims.push(claim)) : undefined,
  };
  const engine = new X12Engine({
    guides: [guide837p],
    listeners: [listener, others],
    validate: false,
    ...(onFinding && { onFinding }),
  });
  return { engine, claims, check: () => others.check() };
}
