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

/** What is wrong with a segment by its IK304, where the edit speaks of several faults. */
const segmentMessages: Readonly<Partial<Record<string, string>>> = {
  '4': 'Loop repeats more often than the guide allows; remove the surplus',
  '5': 'Segment repeats more often than the guide allows; remove the surplus',
};

/** What the walk of a set reports goes through here; the engine adds the envelopes. */
export type ReportFinding = (finding: FindingInput) => void;

/** What the walks of one file share, one after the other. */
export class WalkMemory {
  readonly check = new ElementCheck();
  readonly matching = new MatcherBuffers();
}

/** The walk through one transaction set: matcher, element check and consumers, and what they report. */
export class SetWalk implements SetContext, MatchListener {
  readonly interchange: InterchangeHeader;
  readonly group: GroupHeader;
  readonly set: SetHeader;
  readonly guide: GuideSpec;
  readonly validating: boolean;
  readonly report: ReportFinding;
  /** False for a version that is read but not described: its structure is not held against the guide. */
  private readonly isChecked: boolean;
  /** Reports a fault in the guide's terms; what consumers report goes through {@link report}. */
  private readonly tell: ReportFinding;
  private readonly compiled: CompiledGuide;
  private readonly tools: WalkMemory;
  private readonly hierarchy: Hierarchy;
  private matcher: Matcher | undefined;
  private consumer: SetConsumer | undefined;
  private node: CompiledSegment | undefined;
  private current: SegmentCursor | undefined;

  constructor(
    place: { interchange: InterchangeHeader; group: GroupHeader; set: SetHeader },
    compiled: CompiledGuide,
    options: { validating: boolean; report: ReportFinding; isChecked: boolean },
    tools: WalkMemory,
  ) {
    this.interchange = place.interchange;
    this.group = place.group;
    this.set = place.set;
    this.guide = compiled.spec;
    this.compiled = compiled;
    this.validating = options.validating && options.isChecked;
    this.isChecked = options.isChecked;
    this.report = (finding) => options.report(this.withClaim(finding));
    this.tell = (finding) => this.report({ ...finding, isOfGuide: true });
    this.tools = tools;
    this.hierarchy = new Hierarchy(this.tell);
  }

  begin(st: SegmentCursor, consumer: SetConsumer): void {
    this.consumer = consumer;
    this.matcher = new Matcher(this.compiled, consumer, this, this.tools.matching);
    this.matcher.begin(st);
  }

  segment(segment: SegmentCursor): void {
    this.consumer?.every?.(segment);
    this.matcher?.segment(segment);
  }

  windowMoves(): void {
    this.matcher?.windowMoves();
  }

  end(se: SegmentCursor): void {
    this.matcher?.end(se);
    if (this.validating) this.hierarchy.close(0);
    this.matched(this.compiled.trailer, se);
  }

  abandon(): void {
    this.matcher?.abandon();
  }

  matched(node: CompiledSegment, segment: SegmentCursor): void {
    if (!this.validating) return;
    this.node = node;
    this.current = segment;
    this.tools.check.check(node, segment, this.onProblem);
    if (node.packedId === hl) this.hierarchy.level(segment, this.matcher?.openLoops ?? 0, node.loopId);
  }

  problem({ code, edit, loop, segmentId, misplaced }: SegmentProblem, at: Position): void {
    if (!this.isChecked) return;
    this.tell({
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
    this.tell({
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
    this.tell({
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
    const patientControlNumber = finding.patientControlNumber ?? this.matcher?.claimNumber;
    const businessUnit = finding.businessUnit ?? this.matcher?.businessUnit;
    const businessUnitName = businessUnit ? this.guide.businessUnit?.name : undefined;
    return { ...finding, patientControlNumber, businessUnit, businessUnitName };
  }
}

const outOfOrder = 'Segment is out of order; move it to its place in the guide';

function placeMessage({ segment, found, expected }: Misplacement): string {
  const place = found === '' ? 'outside all loops' : `in loop ${found}`;
  return `${segment} is not allowed here; found ${place}, expected ${expected === '' ? 'outside all loops' : `in ${expected}`}`;
}

/** IK502 for a fault in the set's own header or trailer. */
function setCode(id: string | undefined, element: number): string {
  if (id === 'SE') return element === 1 ? '4' : '3';
  return element === 1 ? '6' : element === 2 ? '7' : '19';
}

/** IK403 for a qualifier that names no segment of the guide. */
function qualifierCode(value: string, plan: ElementPlan | undefined): string {
  if (value === '') return '1';
  if (plan === undefined) return '7';
  return value.length > plan.max ? '5' : value.length < plan.min ? '4' : '7';
}
