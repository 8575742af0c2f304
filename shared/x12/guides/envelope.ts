import { type SegmentSpec, segment } from '../guide/guide.ts';
import { elementList } from './shapes.ts';

/** GS, GE and IEA of 005010. `interchange-header-check.ts` checks ISA. */
const elements = (list: string) => elementList(list).map((element) => ({ ...element, edit: 'V141' }));

export const gsSpec: SegmentSpec = segment('GS', 'Functional Group Header', 'R', 1, [
  ...elements('R479 R142 R124 R373 R337 R28 R455=X R480'),
]);
export const geSpec: SegmentSpec = segment('GE', 'Functional Group Trailer', 'R', 1, elements('R97 R28'));
export const ieaSpec: SegmentSpec = segment('IEA', 'Interchange Control Trailer', 'R', 1, [
  ...elements('R10016 R10012'),
]);
