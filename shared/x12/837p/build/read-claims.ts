import type { FileListener } from '../../engine/consumer.ts';
import { X12Engine } from '../../engine/engine.ts';
import { feed, feedSync, type Source } from '../../engine/source.ts';
import type { Finding } from '../../findings/finding.ts';
import { guide837p } from '../../guides/837p.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import { claimConsumer } from './claim-consumer.ts';

export interface ClaimReaderOptions {
  /** Receives findings about envelopes and structure; elements are not checked. */
  readonly onFinding?: (finding: Finding) => void;
}

/**
 * The claims of all 837P sets of a source, each as soon as it is complete. Memory does not grow with the source.
 * Throws X12Error when the source is not X12.
 */
export async function* readClaims(
  source: Source,
  options: ClaimReaderOptions = {},
): AsyncGenerator<ProfessionalClaim> {
  const { engine, claims } = reading(options);
  for await (const _ of feed(source, engine)) yield* claims.splice(0);
}

/** Returns the claims of a complete file in memory. */
export function* readClaimsSync(
  bytes: Uint8Array,
  options: ClaimReaderOptions = {},
): Generator<ProfessionalClaim> {
  const { engine, claims } = reading(options);
  for (const _ of feedSync(bytes, engine)) yield* claims.splice(0);
}

function reading({ onFinding }: ClaimReaderOptions): { engine: X12Engine; claims: ProfessionalClaim[] } {
  const claims: ProfessionalClaim[] = [];
  const listener: FileListener = {
    set: (context) =>
      context.guide === guide837p ? claimConsumer(context, (claim) => claims.push(claim)) : undefined,
  };
  const engine = new X12Engine({
    guides: [guide837p],
    listeners: [listener],
    validate: false,
    ...(onFinding && { onFinding }),
  });
  return { engine, claims };
}
