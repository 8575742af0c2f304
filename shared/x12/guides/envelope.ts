import { codes } from '../guide/code-list.ts';
import { type SegmentSpec, segment, use } from '../guide/guide.ts';

/** GS, GE and IEA of 005010; ISA has fixed widths and is checked by itself. */
const edit = 'V141';

export const gs: SegmentSpec = segment('GS', 'Functional Group Header', 'R', 1, [
  use('R', 479, { edit }),
  use('R', 142, { edit }),
  use('R', 124, { edit }),
  use('R', 373, { edit }),
  use('R', 337, { edit }),
  use('R', 28, { edit }),
  use('R', 455, { codes: codes('X'), edit }),
  use('R', 480, { edit }),
]);

export const ge: SegmentSpec = segment('GE', 'Functional Group Trailer', 'R', 1, [
  use('R', 97, { edit }),
  use('R', 28, { edit }),
]);

export const iea: SegmentSpec = segment('IEA', 'Interchange Control Trailer', 'R', 1, [
  use('R', 10016, { edit }),
  use('R', 10012, { edit }),
]);
