import { ElementCheck, type ElementProblem } from '../checks/element-check.ts';
import { elementMessage } from '../checks/element-message.ts';
import type { FindingInput, InterchangeHeader } from '../engine/consumer.ts';
import type { AcknowledgmentCodes } from '../findings/finding.ts';
import { CompiledSegment } from '../guide/compiled-guide.ts';
import { type SegmentSpec, segment } from '../guide/guide.ts';
import { pack } from '../reader/segment.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import { interchangeHeaderProblems } from './interchange-header-check.ts';

/** GS, GE, IEA and TA1 of 005010. `interchange-header-check.ts` checks ISA. */
const header = 'R479!V141 R142!V141 R124!V141 R373!V141 R337!V141 R28!V141 R455=X!V141 R480!V141';

const gsSpec: SegmentSpec = segment('GS', 'Functional Group Header', 'R', 1, header);
const geSpec: SegmentSpec = segment('GE', 'Functional Group Trailer', 'R', 1, 'R97!V141 R28!V141');
const ieaSpec: SegmentSpec = segment('IEA', 'Interchange Control Trailer', 'R', 1, 'R10016!V141 R10012!V141');

/** TA105, interchange note codes 000 to 031. */
const notes = Array.from({ length: 32 }, (_, note) => String(note).padStart(3, '0'));

/** TA1 follows ISA, before GS or alone. It belongs to no transaction set. */
const acknowledgment = `R10012 R10008 R10009 R10017=A,E,R R10018=${notes}`;
const ta1Spec: SegmentSpec = segment('TA1', 'Interchange Acknowledgment', 'S', 1, acknowledgment);

/** Packed ids of the segments of envelopes. */
export const st: number = pack('ST');
export const se: number = pack('SE');
export const gs: number = pack('GS');
export const ge: number = pack('GE');
export const iea: number = pack('IEA');
export const ta1: number = pack('TA1');
export const isb: number = pack('ISB');
export const ise: number = pack('ISE');

/** True for a segment that begins or ends a set or group, or ends an interchange. */
export function isEnvelope(id: number): boolean {
  return id === st || id === se || id === gs || id === ge || id === iea;
}

const nodes = {
  GS: new CompiledSegment(gsSpec, '', 0),
  GE: new CompiledSegment(geSpec, '', 1),
  IEA: new CompiledSegment(ieaSpec, '', 2),
  TA1: new CompiledSegment(ta1Spec, '', 3),
};

export type EnvelopeId = keyof typeof nodes;

/** Checks the elements of envelope segments. Reports faults with their TA1 and AK9 codes. */
export class EnvelopeCheck {
  private readonly report: (finding: FindingInput) => void;
  private readonly check = new ElementCheck();
  private readonly onProblem = (problem: ElementProblem) => this.element(problem);
  private id: EnvelopeId = 'GS';
  private segment: SegmentCursor | undefined;

  constructor(report: (finding: FindingInput) => void) {
    this.report = report;
  }

  header(header: InterchangeHeader): void {
    const at = { index: 0, offset: header.offset };
    for (const { edit, element, note, severity, message } of interchangeHeaderProblems(header)) {
      const value = header.elements[element];
      const codes = { interchange: note };
      this.report({ id: edit, at, segment: 'ISA', element, value, severity, message, codes });
    }
  }

  elements(id: EnvelopeId, segment: SegmentCursor): void {
    this.id = id;
    this.segment = segment;
    this.check.check(nodes[id], segment, this.onProblem);
  }

  private element(problem: ElementProblem): void {
    const { id, segment } = this;
    if (segment === undefined) return;
    const { edit, code, element, ref, start, end } = problem;
    this.report({
      id: edit,
      at: { index: 0, offset: segment.offset },
      segment: id,
      element,
      elementRef: ref,
      value: segment.slice(start, end),
      message: elementMessage(problem, segment.slice(start, end)),
      codes: { element: code, ...envelopeCodes(id, element) },
    });
  }
}

/** GS01, GS06, GS07 and GS08 have AK905 codes. Other faults of a GS are reported by the TA1. */
function envelopeCodes(id: EnvelopeId, element: number): AcknowledgmentCodes {
  if (id === 'IEA') return { interchange: element === 1 ? '021' : '001' };
  if (id === 'GE') return { group: element === 1 ? '5' : '4' };
  if (id === 'TA1') return { interchange: '024' };
  const group = element === 1 ? '1' : element === 6 ? '6' : element >= 7 ? '2' : undefined;
  return group === undefined ? { interchange: '024' } : { group };
}
