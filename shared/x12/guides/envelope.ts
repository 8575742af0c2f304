import { type SegmentSpec, segment } from '../guide/guide.ts';

/** GS, GE, IEA and TA1 of 005010. `interchange-header-check.ts` checks ISA. */
const header = 'R479!V141 R142!V141 R124!V141 R373!V141 R337!V141 R28!V141 R455=X!V141 R480!V141';

export const gsSpec: SegmentSpec = segment('GS', 'Functional Group Header', 'R', 1, header);
export const geSpec: SegmentSpec = segment('GE', 'Functional Group Trailer', 'R', 1, 'R97!V141 R28!V141');
export const ieaSpec: SegmentSpec = segment(
  'IEA',
  'Interchange Control Trailer',
  'R',
  1,
  'R10016!V141 R10012!V141',
);

/** TA105, interchange note codes 000 to 031. */
const notes = Array.from({ length: 32 }, (_, note) => String(note).padStart(3, '0'));

/** TA1 follows ISA, before GS or alone. It belongs to no transaction set. */
const acknowledgment = `R10012 R10008 R10009 R10017=A,E,R R10018=${notes}`;
export const ta1Spec: SegmentSpec = segment('TA1', 'Interchange Acknowledgment', 'S', 1, acknowledgment);
