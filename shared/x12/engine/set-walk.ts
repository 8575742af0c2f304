import { ElementCheck, type ElementProblem } from '../checks/element-check.ts';
import { codeMessage, elementMessage } from '../checks/element-message.ts';
import type { SituationalTrigger } from '../findings/finding.ts';
import type { CompiledGuide, CompiledSegment } from '../guide/compiled-guide.ts';
import type { ElementPlan } from '../guide/element-plan.ts';
import type { GuideSpec, TriggerCondition } from '../guide/guide.ts';
import { Hierarchy } from '../matching/hierarchy.ts';
import type { MatchListener, Misplacement, SegmentProblem } from '../matching/loop-stack.ts';
import { Matcher, MatcherBuffers } from '../matching/matcher.ts';
import { type Position, pack } from '../reader/segment.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import type {
  FindingInput,
  GroupHeader,
  InterchangeHeader,
  SetConsumer,
  SetContext,
  SetHeader,
} from './consumer.ts';

const hl = pack('HL');

/** Messages by IK304, where the edit covers several faults. */
const segmentMessages: Readonly<Partial<Record<string, string>>> = {
  '4': 'Loop repeats more often than the guide allows; remove the surplus',
  '5': 'Segment repeats more often than the guide allows; remove the surplus',
};

/** Receives the findings of a walk; the engine adds the envelopes. */
export type ReportFinding = (finding: FindingInput) => void;

/** Memory that the walks of one file reuse. */
export class WalkMemory {
  readonly check = new ElementCheck();
  readonly matching = new MatcherBuffers();
}

/** Walks one transaction set: matches segments with the guide, checks elements and calls the consumer. */
export class SetWalk implements SetContext, MatchListener {
  readonly interchange: InterchangeHeader;
  readonly group: GroupHeader;
  readonly set: SetHeader;
  readonly guide: GuideSpec;
  readonly validating: boolean;
  readonly report: ReportFinding;
  /** False for a version that is read without checks of its structure. */
  private readonly isChecked: boolean;
  /** Reports a fault against the guide; consumers use {@link report}. */
  private readonly reportGuideFault: ReportFinding;
  private readonly compiled: CompiledGuide;
  private readonly memory: WalkMemory;
  private readonly hierarchy: Hierarchy;
  private readonly matcher: Matcher;
  readonly consumer: SetConsumer;
  private node: CompiledSegment | undefined;
  private current: SegmentCursor | undefined;

  constructor(
    place: { interchange: InterchangeHeader; group: GroupHeader; set: SetHeader },
    compiled: CompiledGuide,
    options: { validating: boolean; report: ReportFinding; isChecked: boolean },
    memory: WalkMemory,
    consumerFor: (context: SetContext) => SetConsumer,
  ) {
    this.interchange = place.interchange;
    this.group = place.group;
    this.set = place.set;
    this.guide = compiled.spec;
    this.compiled = compiled;
    this.validating = options.validating && options.isChecked;
    this.isChecked = options.isChecked;
    this.report = (finding) => options.report(this.withClaim(finding));
    this.reportGuideFault = (finding) => this.report({ ...finding, isOfGuide: true });
    this.memory = memory;
    this.hierarchy = new Hierarchy(this.reportGuideFault);
    this.consumer = consumerFor(this);
    this.matcher = new Matcher(compiled, this.consumer, this, memory.matching);
  }

  begin(st: SegmentCursor): void {
    this.matcher.begin(st);
  }

  segment(segment: SegmentCursor): void {
    this.consumer.every?.(segment);
    this.matcher.segment(segment);
  }

  windowMoves(): void {
    this.matcher.windowMoves();
  }

  end(se: SegmentCursor): void {
    this.matcher.end(se);
    if (this.validating) this.hierarchy.close(0);
    this.matched(this.compiled.trailer, se);
  }

  /** Ends a set without SE. */
  abandon(): void {
    this.matcher.abandon();
  }

  matched(node: CompiledSegment, segment: SegmentCursor): void {
    if (!this.validating) return;
    this.node = node;
    this.current = segment;
    this.memory.check.check(node, segment, this.onProblem);
    if (node.packedId === hl) this.hierarchy.level(segment, this.matcher.openLoops, node.loopId);
  }

  problem({ code, edit, loop, segmentId, misplaced }: SegmentProblem, at: Position): void {
    if (!this.isChecked) return;
    this.reportGuideFault({
      id: edit,
      at,
      loop,
      segment: segmentId,
      codes: { segment: code },
      message: misplaced ? placeMessage(misplaced) : code === '7' ? outOfOrder : segmentMessages[code],
    });
  }

  qualifier(
    node: CompiledSegment,
    { element, component = 0 }: TriggerCondition,
    stray: string | undefined,
    segment: SegmentCursor,
  ): void {
    if (!this.isChecked) return;
    const plan = node.elements[element - 1];
    const part = component > 0 ? plan?.components?.[component - 1] : plan;
    const value = component > 0 ? segment.component(element, component) : segment.text(element);
    const code = qualifierCode(value, part);
    this.reportGuideFault({
      id: value === '' ? 'V132' : (stray ?? part?.edit ?? 'V134'),
      at: segment.position(),
      loop: node.loopId,
      segment: node.spec.id,
      element,
      component,
      elementRef: part?.ref,
      value,
      message: stray === undefined && part !== undefined ? codeMessage(part) : undefined,
      codes: { segment: '8', element: code },
    });
  }

  private readonly onProblem = (problem: ElementProblem): void => {
    const { node, current } = this;
    if (node === undefined || current === undefined) return;
    const { edit, code, element, component, repetition, ref, start, end, rule, trigger } = problem;
    const isEnvelope = node.spec.id === 'ST' || node.spec.id === 'SE';
    this.reportGuideFault({
      id: edit,
      at: current.position(),
      loop: node.loopId,
      segment: node.spec.id,
      element,
      component,
      repetition,
      elementRef: ref,
      value: current.slice(start, end),
      message: elementMessage(problem, current.slice(start, end)),
      codes: isEnvelope ? { set: setCode(node.spec.id, element) } : { segment: '8', element: code },
      trigger: trigger === undefined ? undefined : this.trigger(node, current, trigger),
      details: rule === undefined ? undefined : { rule },
    });
  };

  private trigger(node: CompiledSegment, segment: SegmentCursor, element: number): SituationalTrigger {
    const elementRef = node.elements[element - 1]?.ref;
    return { segment: node.spec.id, index: segment.index, loop: node.loopId, element, elementRef };
  }

  private withClaim(finding: FindingInput): FindingInput {
    // A consumer may report before the matcher exists.
    const matcher: Matcher | undefined = this.matcher;
    const patientControlNumber = finding.patientControlNumber ?? matcher?.claimNumber;
    const businessUnit = finding.businessUnit ?? matcher?.businessUnit;
    const businessUnitName = businessUnit ? this.guide.businessUnit?.name : undefined;
    return { ...finding, patientControlNumber, businessUnit, businessUnitName };
  }
}

const outOfOrder = 'Segment is out of order; move it to its place in the guide';

function placeMessage({ segment, found, expected }: Misplacement): string {
  const place = found === '' ? 'outside all loops' : `in loop ${found}`;
  return `${segment} is not allowed here; found ${place}, expected ${expected === '' ? 'outside all loops' : `in ${expected}`}`;
}

/** Returns IK502 of a fault in ST or SE. */
function setCode(id: string | undefined, element: number): string {
  if (id === 'SE') return element === 1 ? '4' : '3';
  return element === 1 ? '6' : element === 2 ? '7' : '19';
}

/** Returns IK403 of a qualifier that no segment of the guide has. */
function qualifierCode(value: string, plan: ElementPlan | undefined): string {
  if (value === '') return '1';
  if (plan === undefined) return '7';
  return value.length > plan.max ? '5' : value.length < plan.min ? '4' : '7';
}
