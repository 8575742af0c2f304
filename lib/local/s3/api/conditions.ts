import { S3Error } from '../s3-error.ts';
import type { ObjectRecord } from '../store/object-record.ts';
import type { S3Request } from './s3-request.ts';

/** Checks if-match and if-none-match: * of a write. Throws S3Error PreconditionFailed. */
export function checkWriteCondition(request: S3Request, current: ObjectRecord | undefined): void {
  checkMatch(request.header('if-match'), current);
  if (request.header('if-none-match') === '*' && current !== undefined) throw preconditionFailed();
}

/** Checks if-match and if-none-match of a read. Throws S3Error PreconditionFailed or NotModified. */
export function checkReadConditions(request: S3Request, record: ObjectRecord): void {
  checkMatch(request.header('if-match'), record);
  const noneMatch = request.header('if-none-match');
  if (noneMatch !== undefined && isMatch(noneMatch, record)) throw new S3Error('NotModified', 'Not Modified');
}

/** Throws S3Error PreconditionFailed when the object is absent or differs from the condition, an ETag or `*`. */
export function checkMatch(condition: string | undefined, record: ObjectRecord | undefined): void {
  if (condition !== undefined && (record === undefined || !isMatch(condition, record)))
    throw preconditionFailed();
}

const isMatch = (condition: string, { etag }: ObjectRecord): boolean =>
  condition === '*' || condition.replace(/^"(.*)"$/, '$1') === etag;

const preconditionFailed = () =>
  new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
