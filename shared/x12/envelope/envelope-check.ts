import { ElementCheck, type ElementProblem } from '../checks/element-check.ts';
import { elementMessage } from '../checks/element-message.ts';
import type { FindingInput, InterchangeHeader } from '../engine/consumer.ts';
import type { AcknowledgmentCodes } from '../findings/finding.ts';
import { CompiledSegment } from '../guide/compiled-guide.ts';
import { geSpec, gsSpec, ieaSpec, ta1Spec } from '../guides/envelope.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import { interchangeHeaderProblems } from './interchange-header-check.ts';

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
