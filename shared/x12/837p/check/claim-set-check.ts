import type { SegmentNode, SetContext } from '../../engine/consumer.ts';
import type { AcknowledgmentCodes, Severity, SituationalTrigger } from '../../findings/finding.ts';
import { compiledGuide } from '../../guide/compile.ts';
import { guide837p } from '../../guides/837p.ts';
import type { Position, Segment } from '../../reader/segment.ts';
import { once } from '../../values/once.ts';
import { areUsual, hasUsualSeparator, textPlacesOf } from '../../writer/writer-delimiters.ts';
import type { OpenLoops } from '../build/open-loops.ts';
import { SegmentTrace } from '../build/segment-trace.ts';
import type { CheckRun } from './check-run.ts';

/** What a check adds to the place of its finding. */
export interface FindingDetail {
  readonly element?: number;
  readonly component?: number | undefined;
  /** As sent; findings mask it. */
  readonly value?: string | undefined;
  readonly severity?: Severity;
  /** Message for this case, where the edit has several. */
  readonly message?: string | undefined;
  /** Terms of an equation and the like; no patient data. */
  readonly details?: Readonly<Record<string, string | number>>;
  /** The element is required here and missing. */
  readonly isMissing?: boolean;
  /** IK403 for a fault other than a bad value. */
  readonly code?: string;
  /** The element that makes this one necessary. */
  readonly because?: Because;
  /** A fault of every claim of the patient; others are faults of the open claim. */
  readonly isOfPatient?: boolean;
}

interface ReasonPlace {
  readonly at: Position;
  /** Of the reason: 2, 5 … 17. */
  readonly element: number;
}

interface Because {
  readonly path: string;
  /** Where the loop of the path begins. */
  readonly loop: Position | undefined;
  readonly element?: number;
  readonly component?: number;
}

/**
 * The check of one transaction set: the claims as they are built, the positions of their segments, and what the
 * checks remember from claim to claim.
 */
export class ClaimSetCheck {
  readonly run: CheckRun;
  readonly context: SetContext;
  readonly builder: OpenLoops;
  readonly trace = new SegmentTrace();
  /** A sample, or ISA15 T: made-up identifiers are warnings. */
  readonly isTest: boolean;
  claims = 0;
  /** Of the segment being read. */
  node: SegmentNode = nodeOf('/BHT');
  /** Positions of the reasons of each loop 2320 and 2430 of the open claim, by its record, in the order of the list. */
  readonly adjustmentPlaces = new Map<object, ReasonPlace[]>();
  /** A file with other separators may have texts with the usual ones. */
  private readonly mayHaveSeparators: boolean;
  /** The last object reported, by edit. */
  private readonly reported = new Map<string, object>();

  constructor(run: CheckRun, context: SetContext, builder: OpenLoops) {
    this.run = run;
    this.context = context;
    this.builder = builder;
    this.mayHaveSeparators = !areUsual(context.interchange.delimiters);
    this.isTest = run.isSample || context.interchange.usage === 'T';
  }

  /** Reports texts with separators of outgoing files (V112). */
  checkSeparators(segment: Segment): void {
    if (!this.mayHaveSeparators) return;
    for (const { element, component } of textPlacesOf(this.node.spec.id)) {
      const value = component === undefined ? segment.text(element) : segment.component(element, component);
      if (hasUsualSeparator(value)) this.reportHere('V112', segment, { element, component, value });
    }
  }

  /** Reports a finding at the current segment. */
  reportHere(id: string, segment: Segment, detail: FindingDetail = {}): void {
    this.report(id, this.node, segment.position(), detail);
  }

  /** Reports a finding at a segment whose position was kept when it was read. */
  reportAt(id: string, path: string, at: Position, detail: FindingDetail): void {
    this.report(id, nodeOf(path), at, detail);
  }

  /**
   * Reports a finding at the first segment of a path in the loop that begins at `loop`. When the segment is missing,
   * the position is that of the next segment, as a 999 requires.
   */
  reportInLoop(id: string, path: string, loop: Position | undefined, detail: FindingDetail = {}): void {
    const node = nodeOf(path);
    const start = loop ?? { index: 1, offset: this.context.set.offset };
    const found = this.trace.find(node.number, start.index);
    if (found) this.report(id, node, found, detail);
    else this.report(id, node, this.placeOfMissing(node, start), detail, { segment: 'I6' });
  }

  /** Position of the first segment that the guide orders after the missing one. */
  private placeOfMissing(missing: SegmentNode, start: Position): Position {
    if (this.trace.isEmpty) return { index: start.index + 1, offset: start.offset };
    const order = orderOf(missing);
    const nodes = nodesByNumber();
    return this.trace.placeAfter(start.index, (number) => {
      const node = nodes[number];
      return node?.loopId !== missing.loopId || orderOf(node) > order;
    });
  }

  /** Whether the loop that begins at `loop` has the segment. */
  hasSegment(path: string, loop: Position | undefined): boolean {
    return this.trace.find(nodeOf(path).number, loop?.index ?? 0) !== undefined;
  }

  /** True for the first report of an edit about an object that consecutive claims share, such as a subscriber. */
  isFirstReport(id: string, shared: object): boolean {
    if (this.reported.get(id) === shared) return false;
    this.reported.set(id, shared);
    return true;
  }

  private report(
    id: string,
    node: SegmentNode,
    at: Position,
    detail: FindingDetail,
    codes?: AcknowledgmentCodes,
  ): void {
    const rule = this.run.ruleFor(id);
    if (rule === 'replaced') return;
    const { element, component } = detail;
    this.context.report({
      id,
      at,
      snip: rule?.snip,
      severity: detail.severity ?? rule?.severity,
      message: rule?.message ?? detail.message,
      loop: node.loopId,
      segment: node.spec.id,
      element,
      component,
      elementRef: element === undefined ? undefined : elementRef(node, element, component),
      value: detail.value,
      details: detail.details,
      codes: codes ?? codesOf(detail),
      trigger: detail.because && this.trigger(detail.because),
      ...(detail.isOfPatient && { patientControlNumber: '', businessUnit: '' }),
    });
  }

  private trigger({ path, loop, element, component }: Because): SituationalTrigger | undefined {
    const node = nodeOf(path);
    const at = this.trace.find(node.number, loop?.index ?? 0);
    if (at === undefined) return undefined;
    const ref = element === undefined ? undefined : elementRef(node, element, component);
    const elementNumber = ref === undefined ? undefined : String(ref);
    return {
      segment: node.spec.id,
      index: at.index,
      loop: node.loopId,
      element,
      component,
      elementRef: elementNumber,
    };
  }
}

const guide = () => compiledGuide(guide837p);
const nodesByNumber = once(() => {
  const nodes: SegmentNode[] = [];
  for (const node of guide().segments.values()) nodes[node.number] = node;
  return nodes;
});

/** IK403 of a fault other than a bad value. */
function codesOf({ isMissing, code }: FindingDetail): AcknowledgmentCodes | undefined {
  const element = isMissing ? 'I9' : code;
  return element === undefined ? undefined : { segment: '8', element };
}

/** Place of the segment among the children of its loop. */
function orderOf(node: SegmentNode): number {
  return (
    guide()
      .loops.get(node.loopId)
      ?.edges.findIndex(({ segment }) => segment.path === node.path) ?? 0
  );
}

function nodeOf(path: string): SegmentNode {
  const node = guide().segments.get(path);
  if (node === undefined) throw new RangeError(`837P has no ${path}`);
  return node;
}

function elementRef(
  node: SegmentNode,
  element: number,
  component: number | undefined,
): string | number | undefined {
  const spec = node.spec.elements[element - 1];
  if (spec?.kind !== 'composite' || component === undefined) return spec?.ref;
  return spec.components[component - 1]?.ref;
}
