import { ApiError } from '#contract/errors.ts';
import { partsLostInWriting, tooLongNumbers } from '#x12/837p/generate/generate-claims.ts';
import { claimCodec } from '#x12/837p/json/claim.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { JsonInputError, readJson } from '#x12/values/json-codec.ts';
import { type CharacterRule, x12Texts } from '#x12/writer/character-set.ts';

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
