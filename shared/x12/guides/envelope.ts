import { codes } from '../guide/code-list.ts';
import { element, type SegmentSpec, segment } from '../guide/guide.ts';

/** GS, GE and IEA of 005010. `interchange-header-check.ts` checks ISA. */
const edit = 'V141';

export const gsSpec: SegmentSpec = segment('GS', 'Functional Group Header', 'R', 1, [
  element('R', 479, { edit }),
  element('R', 142, { edit }),
  element('R', 124, { edit }),
  element('R', 373, { edit }),
  element('R', 337, { edit }),
  element('R', 28, { edit }),
  element('R', 455, { codes: codes('X'), edit }),
  element('R', 480, { edit }),
]);

export const geSpec: SegmentSpec = segment('GE', 'Functional Group Trailer', 'R', 1, [
  element('R', 97, { edit }),
  element('R', 28, { edit }),
]);

export const ieaSpec: SegmentSpec = segment('IEA', 'Interchange Control Trailer', 'R', 1, [
  element('R', 10016, { edit }),
  element('R', 10012, { edit }),
]);
