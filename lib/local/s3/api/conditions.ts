import { S3Error } from '../s3-error.ts';
import type { ObjectRecord } from '../store/object-record.ts';
import type { S3Request } from './s3-request.ts';

/** Checks if-none-match: * and if-match of a write. Throws S3Error PreconditionFailed. */
export function checkWriteCondition(request: S3Request, current: ObjectRecord | undefined): void {
  const noneMatch = request.header('if-none-match');
  const match = request.header('if-match');
  const failed =
    (noneMatch === '*' && current !== undefined) ||
    (match !== undefined && unquoted(match) !== current?.etag && !(match === '*' && current !== undefined));
  if (failed) {
    throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  }
}

/** Checks if-match and if-none-match of a read. Throws S3Error PreconditionFailed or NotModified. */
export function checkReadConditions(request: S3Request, record: ObjectRecord): void {
  const match = request.header('if-match');
  if (match !== undefined && match !== '*' && unquoted(match) !== record.etag) {
    throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  }
  const noneMatch = request.header('if-none-match');
  if (noneMatch !== undefined && (noneMatch === '*' || unquoted(noneMatch) === record.etag))
    throw new S3Error('NotModified', 'Not Modified');
}

export function unquoted(etag: string): string {
  return etag.replace(/^"(.*)"$/, '$1');
}
