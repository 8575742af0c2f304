import type { RuleFields } from '#contract/claims/bulk/operations.ts';
import { ApiError } from '#contract/errors.ts';
import type { ClaimContent } from '../claim/claim-content.ts';
import { valueAt } from '../edit/content-changes.ts';

/** A field of a rule, and its place in the content of a claim. */
const places: { readonly [Name in keyof Required<RuleFields>]: readonly string[] } = {
  billing_taxonomy: ['billing_provider', 'taxonomy'],
  payer_id: ['subscriber', 'payer', 'id'],
  payer_name: ['subscriber', 'payer', 'last_name'],
  claim_filing: ['subscriber', 'claim_filing'],
  place_of_service: ['place_of_service'],
  rendering_npi: ['rendering', 'id'],
};

export interface RuleChange {
  /** JSON pointer into the content. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/**
 * What a rule changes in a content, and the JSON merge patch for it.
 *
 * @throws ApiError not_editable for a claim without the party that the rule names
 */
export function rulePatch(set: RuleFields, { claim }: Pick<ClaimContent, 'claim'>) {
  const patch: Record<string, unknown> = {};
  const changes: RuleChange[] = [];
  for (const [name, place] of Object.entries(places)) {
    const after = set[name as keyof RuleFields];
    if (after === undefined) continue;
    requireParty(place, claim);
    const before = valueAt(claim, place);
    if (before === after) continue;
    changes.push({
      path: `/${place.join('/')}`,
      before: typeof before === 'string' ? before : null,
      after,
    });
    setAt(patch, place, after);
  }
  return { patch, changes };
}

function requireParty(place: readonly string[], claim: unknown): void {
  if (place[0] !== 'rendering' || valueAt(claim, ['rendering']) !== undefined) return;
  throw new ApiError('not_editable', { message: 'The claim has no rendering provider' });
}

function setAt(patch: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    patch[name] = value;
    return;
  }
  const inner = { ...(patch[name] as Record<string, unknown> | undefined) };
  setAt(inner, rest, value);
  patch[name] = inner;
}
