import { codes } from '../guide/code-list.ts';
import { type SegmentSpec, segment, use } from '../guide/guide.ts';

/** TA105, interchange note codes 000 to 031. */
const noteCodes = codes(...Array.from({ length: 32 }, (_, note) => String(note).padStart(3, '0')));

/** TA1 stands between ISA and GS, or alone in its interchange; it is no transaction set. */
export const ta1: SegmentSpec = segment('TA1', 'Interchange Acknowledgment', 'S', 1, [
  use('R', 10012),
  use('R', 10008),
  use('R', 10009),
  use('R', 10017, { codes: codes('A', 'E', 'R') }),
  use('R', 10018, { codes: noteCodes }),
]);
