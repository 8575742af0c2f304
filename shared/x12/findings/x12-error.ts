export type X12ErrorCode = 'no_interchange' | 'header_unreadable' | 'other_transaction_set' | 'not_writable';

/**
 * The only error of the X12 engine. Readers throw it for input that is not X12 (`no_interchange`, `header_unreadable`),
 * readers of one kind of set for another kind (`other_transaction_set`), writers for a value that X12 cannot hold
 * (`not_writable`). The message contains no data of the file.
 */
export class X12Error extends Error {
  readonly code: X12ErrorCode;
  readonly byteOffset: number;

  constructor(code: X12ErrorCode, message: string, byteOffset = 0) {
    super(message);
    this.name = 'X12Error';
    this.code = code;
    this.byteOffset = byteOffset;
  }
}
