import { professionalClaimSchema } from '#contract/claims/professional-claim.ts';
import { ApiError } from '#contract/errors.ts';
import { mergePatch } from '#contract/merge-patch.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { CharacterRule } from '#x12/writer/character-set.ts';
import type { ClaimContent } from '../claim/claim-content.ts';
import { amountsAsNumbers, amountsAsText } from '../claim/claim-json.ts';
import { claimFromJson } from '../entry/claim-from-json.ts';
import { isSame, valueAt } from './content-changes.ts';

const place = ['body', 'content'] as const;

/**
 * Applies a JSON merge patch to a content as the API shows it. Values that the patch does not change may break the schema:
 * claims of files arrive with such values, and the edits report them.
 *
 * @throws ApiError validation_failed with the path of each value that the patch may not set
 */
export function patchedContent(
  content: Pick<ClaimContent, 'claim'>,
  patch: object,
  characters?: CharacterRule,
): ProfessionalClaim {
  const shown = amountsAsNumbers(content.claim);
  const merged = amountsOf(mergePatch(shown, patch));
  const { transaction, ...members } = merged;
  const { transaction: before, ...earlier } = shown;
  if (!isSame(transaction, before))
    throw refusal([...place, 'transaction'], 'Cannot change; the submission writes it');
  const checked = professionalClaimSchema.safeParse(members);
  const faults = (checked.error?.issues ?? []).flatMap(({ path, message, code, ...issue }) => {
    const unknown = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : [];
    const places = unknown.length > 0 ? unknown.map((key) => [...path, key]) : [path];
    return places
      .filter(
        (at) => !isSame(valueAt(members, at), valueAt(earlier, at)) || valueAt(members, at) === undefined,
      )
      .map((at) => ({ path: [...place, ...at.map(named)], message, code }));
  });
  const isUntouched = isSame(members, earlier);
  if (faults.length > 0 && !isUntouched) throw new ApiError('validation_failed', { details: faults });
  return claimFromJson(amountsAsText(checked.data ?? members), characters, place);
}

const amountsOf = (merged: unknown): Record<string, unknown> =>
  typeof merged === 'object' && merged !== null ? { ...merged } : {};

const named = (key: PropertyKey): string | number => (typeof key === 'number' ? key : String(key));

const refusal = (path: readonly string[], message: string) =>
  new ApiError('validation_failed', { details: [{ path, message, code: 'read_only' }] });
