import { codes } from '../guide/code-list.ts';
import { element, type SegmentSpec, segment } from '../guide/guide.ts';
import { elementList } from './shapes.ts';

/** TA105, interchange note codes 000 to 031. */
const noteCodes = codes(...Array.from({ length: 32 }, (_, note) => String(note).padStart(3, '0')));

/** TA1 follows ISA, before GS or alone. It belongs to no transaction set. */
export const ta1Spec: SegmentSpec = segment('TA1', 'Interchange Acknowledgment', 'S', 1, [
  ...elementList('R10012 R10008 R10009 R10017=A,E,R'),
  element('R', 10018, { codes: noteCodes }),
]);
