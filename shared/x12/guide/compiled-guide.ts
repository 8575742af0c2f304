import { SegmentChecks } from '../checks/segment-checks.ts';
import type { LoopNode, SegmentNode } from '../engine/consumer.ts';
import { pack, type Segment } from '../reader/segment.ts';
import { uniformList } from '../values/grown-list.ts';
import { IdTable } from '../values/id-table.ts';
import { type ElementPlan, planElements } from './element-plan.ts';
import type { GuideSpec, LoopSpec, SegmentSpec, StraySpec, TriggerCondition } from './guide.ts';
import { planRules, type RelationalRule } from './relational-rule.ts';

/** A guide prepared for the matcher: each lookup for a segment is an array index. */
export interface CompiledGuide {
  readonly spec: GuideSpec;
  /** The set itself: its trigger is ST, its children those of the guide. */
  readonly root: CompiledLoop;
  readonly trailer: CompiledSegment;
  readonly segments: ReadonlyMap<string, CompiledSegment>;
  readonly loops: ReadonlyMap<string, CompiledLoop>;
  /** Index of each segment id of the guide, by packed id. */
  readonly idNumbers: IdTable;
  /** Number of loops with a segment id, by its index; 1 if the id identifies its loop. */
  readonly homes: readonly number[];
  /** True for a segment that identifies its place, by trigger values or because it occurs in one loop only. */
  isStrong(edge: Edge, id: number): boolean;
}

/** A child of a loop with its order, repeats and usage. */
export interface Edge {
  readonly index: number;
  readonly position: number;
  readonly required: boolean;
  readonly notUsed: boolean;
  readonly max: number;
  readonly edit: string | undefined;
  readonly idNumber: number;
  /** The segment, or the trigger of the loop. */
  readonly segment: CompiledSegment;
  readonly loop: CompiledLoop | undefined;
  /** Required children with the same position that precede this one in the guide. */
  readonly expectedBefore: readonly Edge[];
  /** Number of required children before this one, without the trigger. */
  readonly requiredBefore: number;
}

interface CompiledCondition extends TriggerCondition {
  readonly packedValues: readonly number[];
}

export class CompiledSegment implements SegmentNode {
  readonly spec: SegmentSpec;
  readonly loopId: string;
  readonly path: string;
  readonly number: number;
  readonly packedId: number;
  readonly conditions: readonly CompiledCondition[];
  /** Elements of the claim number and of the business unit; 0 for most segments. */
  claimElement = 0;
  unitElement = 0;
  private plans: readonly ElementPlan[] | undefined;
  private plannedRules: readonly RelationalRule[] | undefined;
  private plannedChecks: SegmentChecks | undefined;

  constructor(spec: SegmentSpec, loopId: string, number: number) {
    this.spec = spec;
    this.loopId = loopId;
    this.path = `${loopId}/${spec.key}`;
    this.number = number;
    this.packedId = pack(spec.id);
    this.conditions = uniformList(compileConditions(spec.when));
  }

  /** Prepared at the first check, because reading without checks needs none. */
  get elements(): readonly ElementPlan[] {
    this.plans ??= planElements(this.spec.elements);
    return this.plans;
  }

  get rules(): readonly RelationalRule[] {
    this.plannedRules ??= planRules(this.spec.rules, this.path);
    return this.plannedRules;
  }

  get checks(): SegmentChecks {
    this.plannedChecks ??= new SegmentChecks(this.elements, this.rules);
    return this.plannedChecks;
  }

  /** Compares the trigger values from condition `from` on. The caller has compared the segment id. */
  matches(segment: Segment, from = 0): boolean {
    const { conditions } = this;
    for (let i = from; i < conditions.length; i++) {
      const condition = conditions[i];
      if (condition !== undefined && !holds(condition, segment)) return false;
    }
    return true;
  }
}

export class CompiledLoop implements LoopNode {
  readonly spec: LoopSpec;
  readonly id: string;
  readonly number: number;
  readonly edges: readonly Edge[];
  /** Required children in order of position. */
  readonly required: readonly Edge[];
  /** Number of required children without the trigger. */
  readonly needsMore: number;
  /**
   * Children by the index of their segment id, without the trigger of the loop. All loops of a guide have an item for each of
   * its ids, because a lookup beyond the end of a list invalidates compiled code.
   */
  candidates: readonly (Candidates | undefined)[] = [];
  private readonly strays: readonly (StraySpec & {
    packedId: number;
    conditions: readonly CompiledCondition[];
  })[];

  constructor(spec: LoopSpec, number: number, edges: readonly Edge[]) {
    this.spec = spec;
    this.id = spec.id;
    this.number = number;
    this.edges = edges;
    this.required = uniformList(
      edges.filter((edge) => edge.required).sort((a, b) => a.position - b.position),
    );
    this.needsMore = this.required.filter((edge) => edge.index > 0).length;
    this.strays = (spec.strays ?? []).map((stray) => ({
      ...stray,
      packedId: pack(stray.id),
      conditions: compileConditions(stray.when ?? []),
    }));
  }

  /** Completes the loop when all ids of the guide have numbers. */
  indexChildren(idCount: number): void {
    const byId = Array.from({ length: idCount }, (): Edge[] => []);
    for (const edge of this.edges.slice(1)) byId[edge.idNumber]?.push(edge);
    this.candidates = byId.map((some) => (some.length > 0 ? new Candidates(some) : undefined));
  }

  /** True when the trigger has the number of a claim. */
  get opensClaim(): boolean {
    return (this.edges[0]?.segment.claimElement ?? 0) > 0;
  }

  /** Returns all children with a segment id. */
  edgesWithId(idNumber: number): readonly Edge[] {
    return this.candidates[idNumber]?.edges ?? noEdges;
  }

  /** Returns the edit for a segment whose id the loop has with other qualifiers only. */
  strayEdit(segment: Segment): string | undefined {
    const fits = this.strays.find(
      ({ packedId, conditions }) =>
        packedId === segment.packedId && conditions.every((condition) => holds(condition, segment)),
    );
    return fits?.edit;
  }
}

const noEdges: readonly Edge[] = uniformList<Edge>([]);

/** The children of a loop that share a segment id. Finds them by qualifier if all have it in the same element. */
export class Candidates {
  readonly edges: readonly Edge[];
  /** Number of conditions that {@link likely} has already checked. */
  readonly decided: 0 | 1;
  /** False if no child has further conditions. */
  private readonly hasMore: boolean;
  private readonly element: number;
  private readonly component: number | undefined;
  private readonly values: IdTable;
  /** Edges for each number of `values`. */
  private readonly byValue: readonly (readonly Edge[])[];

  constructor(edges: readonly Edge[]) {
    this.edges = edges;
    const first = edges[0]?.segment.conditions[0];
    const isShared = edges.every(({ segment: { conditions } }) => {
      const [own] = conditions;
      const isSamePlace = own?.element === first?.element && own?.component === first?.component;
      return own !== undefined && isSamePlace && own.values.every((value) => value.length <= 4);
    });
    const decided = isShared ? 1 : 0;
    this.decided = decided;
    this.hasMore = edges.some(({ segment }) => segment.conditions.length > decided);
    this.element = first?.element ?? 0;
    this.component = first?.component;
    const byValue: Edge[][] = [];
    this.values = new IdTable(isShared ? 8 : 1);
    for (const edge of isShared ? edges : []) {
      for (const value of edge.segment.conditions[0]?.packedValues ?? []) {
        const number = this.values.add(value);
        byValue[number] = [...(byValue[number] ?? []), edge];
      }
    }
    this.byValue = byValue;
  }

  /** True for a child of {@link likely} whose other conditions hold too. */
  confirm({ segment: node }: Edge, segment: Segment): boolean {
    return !this.hasMore || node.matches(segment, this.decided);
  }

  likely(segment: Segment): readonly Edge[] {
    if (this.decided === 0) return this.edges;
    const { element, component } = this;
    const value =
      component === undefined ? segment.packed(element) : segment.packedComponent(element, component);
    const number = this.values.get(value);
    return number < 0 ? noEdges : (this.byValue[number] ?? noEdges);
  }
}

function compileConditions(conditions: readonly TriggerCondition[]): CompiledCondition[] {
  return conditions.map((when) => ({ ...when, packedValues: when.values.map(pack) }));
}

function holds(condition: CompiledCondition, segment: Segment): boolean {
  const { element, component, packedValues, values } = condition;
  const packed =
    component === undefined ? segment.packed(element) : segment.packedComponent(element, component);
  for (let i = 0; i < packedValues.length; i++) {
    if (packed !== packedValues[i]) continue;
    if (packed !== -1) return true;
    const value = values[i] ?? '';
    const isEqual =
      component === undefined ? segment.is(element, value) : segment.componentIs(element, component, value);
    if (isEqual) return true;
  }
  return false;
}
