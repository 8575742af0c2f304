import { compiled } from '../compile.ts';
import type { SegmentNode, SetContext } from '../consumer.ts';
import type { Severity } from '../finding.ts';
import { guide837p } from '../guides/837p.ts';
import type { Position, Segment } from '../segment.ts';
import type { ClaimBuilder } from './builder.ts';
import type { CheckRun } from './check-run.ts';
import type { ProfessionalClaim } from './claim.ts';
import { SegmentTrace } from './segment-trace.ts';

/** What a check adds to the place it speaks of. */
export interface Detail {
  readonly element?: number;
  readonly component?: number;
  /** As sent; it is masked on the way out. */
  readonly value?: string | undefined;
  readonly severity?: Severity;
  /** Terms of an equation and the like; no patient data. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/**
 * One transaction set under check: the claims as they are built, where their segments stand, and what the checks
 * remember from claim to claim.
 */
export class ClaimCheck {
  readonly run: CheckRun;
  readonly context: SetContext;
  readonly builder: ClaimBuilder;
  readonly trace = new SegmentTrace();
  /** ISA15 T: a made-up NPI is then no more than a warning. */
  readonly isTest: boolean;
  claims = 0;
  /** Of the segment being read. */
  node: SegmentNode = firstNode;
  /** Claim in whose name claim-level checks report. */
  private patientControlNumber: string | undefined;
  private readonly said = new Set<string>();
  private saidOf: object | undefined;

  constructor(run: CheckRun, context: SetContext, builder: ClaimBuilder) {
    this.run = run;
    this.context = context;
    this.builder = builder;
    this.isTest = context.interchange.usage === 'T';
  }

  /** Reports about the segment being read. */
  here(id: string, segment: Segment, detail: Detail = {}): void {
    this.report(id, this.node, segment.position(), detail);
  }

  /**
   * Reports about the first segment of a path at or behind the start of its loop; about the loop's first segment
   * when there is none, which is the place where it is missing.
   */
  at(id: string, path: string, loop: Position | undefined, detail: Detail = {}): void {
    const node = nodeOf(path);
    const start = loop ?? { index: 1, offset: this.context.set.offset };
    const at = this.trace.find(node.number, start.index) ?? start;
    this.report(id, node, at, detail);
  }

  /** Whether the loop that begins at `loop` and ends before `next` has the segment. */
  has(path: string, loop: Position | undefined, next?: Position): boolean {
    return this.trace.find(nodeOf(path).number, loop?.index ?? 0, next?.index) !== undefined;
  }

  /** True the first time it is asked of an object that many claims share, such as a subscriber. */
  first(id: string, shared: object): boolean {
    if (this.saidOf !== shared) {
      this.said.clear();
      this.saidOf = shared;
    }
    if (this.said.has(id)) return false;
    this.said.add(id);
    return true;
  }

  inClaim(claim: ProfessionalClaim | undefined): void {
    this.patientControlNumber = claim?.patientControlNumber;
  }

  private report(id: string, node: SegmentNode, at: Position, detail: Detail): void {
    const rule = this.run.ruleFor(id);
    if (rule === 'replaced') return;
    const { element, component } = detail;
    this.context.report({
      id,
      at,
      snip: rule?.snip,
      severity: detail.severity ?? rule?.severity,
      message: rule?.message,
      loop: node.loopId,
      segment: node.spec.id,
      element,
      component,
      elementRef: element === undefined ? undefined : elementRef(node, element, component),
      value: detail.value,
      patientControlNumber: this.patientControlNumber,
      details: detail.details,
    });
  }
}

const { segments } = compiled(guide837p);
const firstNode = nodeOf('/BHT');

export function nodeOf(path: string): SegmentNode {
  const node = segments.get(path);
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
