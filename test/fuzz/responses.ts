import { Buffer } from 'node:buffer';

/** One interchange of the response to a file. */
export interface Response {
  readonly kind: 'TA1' | '999' | '277CA';
  readonly bytes: Buffer;
}

/** The width of an ISA with its terminator. */
const header = 106;

/** Cuts the output of `ack` into its interchanges. Each chooses its own separators, which its ISA shows. */
export function responsesIn(output: Buffer): Response[] {
  const responses: Response[] = [];
  let at = output.indexOf('ISA');
  while (at >= 0) {
    const [separator, terminator] = [output.subarray(at + 3, at + 4), output.subarray(at + 105, at + header)];
    const trailer = output.indexOf(Buffer.concat([terminator, Buffer.from('IEA'), separator]), at);
    const end = output.indexOf(terminator, trailer + 1) + 1;
    if (trailer < 0 || end === 0) throw new Error(`The interchange at byte ${at} has no end`);
    const bytes = output.subarray(at, end);
    responses.push({ kind: kindOf(bytes.subarray(header).toString('latin1')), bytes });
    at = output.indexOf('ISA', end);
  }
  return responses;
}

/** By the segment after the ISA: a TA1, or the GS and its functional group. */
function kindOf(body: string): Response['kind'] {
  if (body.startsWith('TA1')) return 'TA1';
  return body.startsWith('HN', 3) ? '277CA' : '999';
}
