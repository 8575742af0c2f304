import { codes } from './code-list.ts';
import type { LoopNode, SegmentNode } from './consumer.ts';
import { type ElementPlan, planElements, planRules, type RelationalRule } from './element-plan.ts';
import {
  type ChildSpec,
  type Condition,
  type GuideSpec,
  type LoopSpec,
  type SegmentSpec,
  segment,
  use,
} from './guide.ts';
import { pack, type Segment } from './segment.ts';

/** A guide as the matcher walks it: every lookup it needs for a segment is an array index. */
export interface CompiledGuide {
  readonly spec: GuideSpec;
  /** The set itself: its trigger is ST, its children those of the guide. */
  readonly root: CompiledLoop;
  readonly trailer: CompiledSegment;
  readonly segments: ReadonlyMap<string, CompiledSegment>;
  readonly loops: ReadonlyMap<string, CompiledLoop>;
  /** Small number of a packed segment id; ids the guide does not know have none. */
  readonly idNumbers: ReadonlyMap<number, number>;
  /** In how many loops a segment id occurs, by small number: 1 means it tells its loop by itself. */
  readonly homes: readonly number[];
}

/** A child in its place: what is counted, ordered and required. */
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
}

export interface CompiledCondition extends Condition {
  readonly packedValues: readonly number[];
}

export class CompiledSegment implements SegmentNode {
  readonly spec: SegmentSpec;
  readonly loopId: string;
  readonly path: string;
  readonly number: number;
  readonly packedId: number;
  readonly conditions: readonly CompiledCondition[];
  readonly elements: readonly ElementPlan[];
  readonly rules: readonly RelationalRule[];
  claimElement = 0;
  unitElement = 0;

  constructor(spec: SegmentSpec, loopId: string, number: number) {
    this.spec = spec;
    this.loopId = loopId;
    this.path = `${loopId}/${spec.key}`;
    this.number = number;
    this.packedId = pack(spec.id);
    this.conditions = compileConditions(spec.when);
    this.elements = planElements(spec.elements);
    this.rules = planRules(spec.rules, this.path);
  }

  /** Whether the trigger values are those of this segment; the id is taken to match already. */
  matches(segment: Segment): boolean {
    const { conditions } = this;
    for (let i = 0; i < conditions.length; i++) {
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
  readonly edges: Edge[] = [];
  /** Required children in order of position. */
  required: readonly Edge[] = [];
  /** Children that a segment id may stand for, by small id number; the loop's own trigger is not among them. */
  readonly candidates: (Edge[] | undefined)[] = [];
  private readonly strays: readonly {
    packedId: number;
    edit: string;
    conditions: readonly CompiledCondition[];
  }[];

  constructor(spec: LoopSpec, number: number) {
    this.spec = spec;
    this.id = spec.id;
    this.number = number;
    this.strays = (spec.strays ?? []).map((stray) => ({
      packedId: pack(stray.id),
      edit: stray.edit,
      conditions: compileConditions(stray.when ?? []),
    }));
  }

  /** The edit for a segment whose id is at home here but whose qualifier is not. */
  strayEdit(segment: Segment): string | undefined {
    const fits = this.strays.find(
      ({ packedId, conditions }) =>
        packedId === segment.packedId && conditions.every((condition) => holds(condition, segment)),
    );
    return fits?.edit;
  }
}

function compileConditions(conditions: readonly Condition[]): CompiledCondition[] {
  return conditions.map((when) => ({ ...when, packedValues: when.values.map(pack) }));
}

const compiledGuides = new WeakMap<GuideSpec, CompiledGuide>();

/** The guide as the matcher walks it, compiled once for the life of the process. */
export function compiled(guide: GuideSpec): CompiledGuide {
  const known = compiledGuides.get(guide);
  if (known !== undefined) return known;
  const made = compileGuide(guide);
  compiledGuides.set(guide, made);
  return made;
}

/** Compiles a guide; throws RangeError for a guide that contradicts itself (a doubled path, a loop without trigger). */
export function compileGuide(spec: GuideSpec): CompiledGuide {
  return new Compiler(spec).compile();
}

function holds(condition: CompiledCondition, segment: Segment): boolean {
  const { element, component, packedValues, values } = condition;
  const packed =
    component === undefined ? segment.packed(element) : segment.packedComponent(element, component);
  for (let i = 0; i < packedValues.length; i++) {
    if (packed !== packedValues[i]) continue;
    if (packed !== -1) return true;
    const value = values[i] ?? '';
    const equal =
      component === undefined ? segment.is(element, value) : segment.componentIs(element, component, value);
    if (equal) return true;
  }
  return false;
}

class Compiler {
  private readonly spec: GuideSpec;
  private readonly segments = new Map<string, CompiledSegment>();
  private readonly loops = new Map<string, CompiledLoop>();
  /** One node for a loop that is mentioned in several places. */
  private readonly byChildren = new Map<readonly ChildSpec[], CompiledLoop>();
  private readonly idNumbers = new Map<number, number>();
  private readonly homes = new Map<number, Set<string>>();

  constructor(spec: GuideSpec) {
    this.spec = spec;
  }

  compile(): CompiledGuide {
    const { spec } = this;
    const children = [header(spec), ...spec.children];
    const root = this.loop({ kind: 'loop', id: '', name: spec.name, usage: 'R', max: 1, children });
    const trailer = new CompiledSegment(trailerSpec, '', this.segments.size);
    this.mark(spec.claimNumber, (node, element) => {
      node.claimElement = element;
    });
    this.mark(spec.businessUnit, (node, element) => {
      node.unitElement = element;
    });
    const { segments, loops, idNumbers } = this;
    const homes = [...idNumbers.values()].map((id) => this.homes.get(id)?.size ?? 0);
    return { spec, root, trailer, segments, loops, idNumbers, homes };
  }

  private mark(
    at: { path: string; element: number } | undefined,
    set: (node: CompiledSegment, element: number) => void,
  ): void {
    if (at === undefined) return;
    const node = this.segments.get(at.path);
    if (node === undefined) throw new RangeError(`${this.spec.name}: no segment ${at.path}`);
    set(node, at.element);
  }

  private loop(spec: LoopSpec): CompiledLoop {
    const known = this.byChildren.get(spec.children);
    if (known !== undefined) return known;
    const loop = new CompiledLoop(spec, this.loops.size);
    if (this.loops.has(spec.id))
      throw new RangeError(`${this.spec.name}: loop ${spec.id} is described twice`);
    this.loops.set(spec.id, loop);
    this.byChildren.set(spec.children, loop);
    if (spec.children[0]?.kind !== 'segment') throw new RangeError(`Loop ${spec.id} has no trigger segment`);

    let position = -1;
    let previousId = '';
    spec.children.forEach((child, index) => {
      const id = triggerOf(child).id;
      if (index < 2 || id !== previousId) position++;
      position = child.position ?? position;
      previousId = id;
      loop.edges.push(this.edge(child, loop, index, position));
    });
    for (const edge of loop.edges.slice(1)) {
      loop.candidates[edge.idNumber] = [...(loop.candidates[edge.idNumber] ?? []), edge];
    }
    loop.required = loop.edges.filter((edge) => edge.required).sort((a, b) => a.position - b.position);
    return loop;
  }

  private edge(child: ChildSpec, parent: CompiledLoop, index: number, position: number): Edge {
    const loop = child.kind === 'loop' ? this.loop(child) : undefined;
    const own = loop?.edges[0]?.segment;
    const segment = own ?? this.segment(triggerOf(child), parent.id);
    return {
      index,
      position,
      required: child.usage === 'R',
      notUsed: child.usage === 'N',
      max: child.max,
      edit: child.edit,
      idNumber: this.idNumber(segment.packedId),
      segment,
      loop,
    };
  }

  private segment(spec: SegmentSpec, loopId: string): CompiledSegment {
    const node = new CompiledSegment(spec, loopId, this.segments.size);
    if (this.segments.has(node.path))
      throw new RangeError(`${this.spec.name}: ${node.path} is described twice`);
    this.segments.set(node.path, node);
    const id = this.idNumber(node.packedId);
    this.homes.set(id, (this.homes.get(id) ?? new Set()).add(loopId));
    return node;
  }

  private idNumber(packedId: number): number {
    const known = this.idNumbers.get(packedId);
    if (known !== undefined) return known;
    const number = this.idNumbers.size;
    this.idNumbers.set(packedId, number);
    return number;
  }
}

function triggerOf(child: ChildSpec): SegmentSpec {
  if (child.kind === 'segment') return child;
  const [first] = child.children;
  if (first?.kind !== 'segment') throw new RangeError(`Loop ${child.id} has no trigger segment`);
  return first;
}

function header(spec: GuideSpec): SegmentSpec {
  const reference = use('R', 1705, { codes: codes(spec.version, ...spec.accepts) });
  const elements = [use('R', 143, { codes: codes(spec.set) }), use('R', 329)];
  const all = spec.hasImplementationReference ? [...elements, reference] : [...elements, use('S', 1705)];
  return segment('ST', 'Transaction Set Header', 'R', 1, all);
}

const trailerSpec = segment('SE', 'Transaction Set Trailer', 'R', 1, [use('R', 96), use('R', 329)]);
