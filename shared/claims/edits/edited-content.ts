import type { ClaimContent } from '#claims/claims/claim-content.ts';
import { amountsAsNumbers, amountsAsText } from '#claims/claims/claim-json.ts';
import { ApiError } from '#contract/errors.ts';
import { mergePatch } from '#contract/merge-patch.ts';
import { partsLostInWriting, tooLongNumbers } from '#x12/837p/generate/generate-claims.ts';
import { claimCodec } from '#x12/837p/json/claim.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { JsonInputError, readJson } from '#x12/values/json-codec.ts';
import { type CharacterRule, x12Texts } from '#x12/writer/character-set.ts';
import type { ContentChange } from './contract.ts';
import { professionalClaimSchema } from './professional-claim-fields.ts';

/**
 * Reads the JSON of a claim. The submission adds submitter, receiver and batch.
 *
 * @param characters what to do with characters outside the X12 character set
 * @param at place of the claim in the request, for the paths of faults
 * @throws ApiError validation_failed with the path of each value that X12 cannot hold, such as a third related cause
 */
export function claimFromJson(
  json: object,
  characters: CharacterRule = 'refuse',
  at: readonly string[] = ['body'],
): ProfessionalClaim {
  try {
    const { json: texts, issues } = x12Texts(json, characters);
    const unwritable = [...issues, ...tooLongNumbers(texts)];
    if (unwritable.length > 0) throw new JsonInputError(unwritable);
    const claim = readJson(claimCodec, { ...asRecord(texts), transaction: { batch_id: 'NONE' } });
    const lost = partsLostInWriting(claim);
    if (lost.length > 0) throw new JsonInputError(lost);
    return claim;
  } catch (error) {
    throw refusalOf(error, at);
  }
}

const asRecord = (json: unknown): object => (typeof json === 'object' && json !== null ? json : {});

function refusalOf(error: unknown, at: readonly string[]): unknown {
  if (error instanceof X12Error) {
    const details = [{ path: at, message: error.message, code: error.code }];
    return new ApiError('validation_failed', { details, cause: error });
  }
  if (!(error instanceof JsonInputError)) return error;
  const details = error.issues.map(({ path, message }) => ({
    path: [...at, ...path.split(/[.[\]]+/)].filter((part) => part !== ''),
    message,
    code: 'unwritable',
  }));
  return new ApiError('validation_failed', { details, cause: error });
}

/** Changes that a version lists. A claim with more has mostly changed lists. */
const maxChanges = 200;

/**
 * Lists the members that differ between two contents, as JSON pointers (RFC 6901) in the order of the content. Lists are
 * compared by place. Pointers hold names of fields and places only, so they contain no patient data.
 */
export function contentChanges(before: unknown, after: unknown): readonly ContentChange[] {
  return differences(withoutTransaction(before), withoutTransaction(after), '').slice(0, maxChanges);
}

/** The submission writes the transaction, so it is not part of an edit. */
const withoutTransaction = (content: unknown): unknown => {
  const { transaction: _, ...rest } = { ...membersOf(content) };
  return rest;
};

function differences(before: unknown, after: unknown, path: string): ContentChange[] {
  if (isSame(before, after)) return [];
  if (before === undefined) return [{ path, change: 'added' }];
  if (after === undefined) return [{ path, change: 'removed' }];
  const [earlier, later] = [membersOf(before), membersOf(after)];
  if (earlier === undefined || later === undefined || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, change: 'changed' }];
  }
  const names = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  return [...names].flatMap((name) => differences(earlier[name], later[name], `${path}/${escaped(name)}`));
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const membersOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined;

/** Whether two JSON values are equal; the order of members does not count. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const [left, right] = [membersOf(a), membersOf(b)];
  if (left === undefined || right === undefined || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => isSame(left[name], right[name]));
}

/** The value at a path; undefined if there is none. */
export const valueAt = (content: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => membersOf(value)?.[String(key)], content);

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
