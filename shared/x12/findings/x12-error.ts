export type X12ErrorCode = 'no_interchange' | 'header_unreadable' | 'not_writable';

/**
 * The only error this engine throws. Reading throws it when nothing of the input can be read as X12
 * (`no_interchange`, `header_unreadable`); writing, when a value cannot be written (`not_writable`). The message
 * holds no data of the file.
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
