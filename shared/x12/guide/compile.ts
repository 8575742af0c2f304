import { uniformList } from '../values/grown-list.ts';
import { IdTable } from '../values/id-table.ts';
import { withoutLimit } from '../values/without-limit.ts';
import { codes } from './code-list.ts';
import { type CompiledGuide, CompiledLoop, CompiledSegment, type Edge } from './compiled-guide.ts';
import {
  type ChildSpec,
  type ElementPath,
  element,
  type GuideSpec,
  type LoopSpec,
  type SegmentSpec,
  segment,
} from './guide.ts';

const compiledGuides = new WeakMap<GuideSpec, CompiledGuide>();

/** Returns the compiled guide, cached for the life of the process. */
export function compiledGuide(guide: GuideSpec): CompiledGuide {
  const known = compiledGuides.get(guide);
  if (known !== undefined) return known;
  const made = compileGuide(guide);
  compiledGuides.set(guide, made);
  return made;
}

/** Compiles a guide. Throws RangeError for a guide with a repeated path or a loop without trigger. */
export function compileGuide(spec: GuideSpec): CompiledGuide {
  return new Compiler(spec).compile();
}

class Compiler {
  private readonly spec: GuideSpec;
  private readonly segments = new Map<string, CompiledSegment>();
  private readonly loops = new Map<string, CompiledLoop>();
  /** A loop that occurs in several places has one node. */
  private readonly byChildren = new Map<readonly ChildSpec[], CompiledLoop>();
  private readonly idNumbers = new IdTable();
  private readonly homes: Set<string>[] = [];

  constructor(spec: GuideSpec) {
    this.spec = spec;
  }

  compile(): CompiledGuide {
    const { spec, segments, loops, idNumbers } = this;
    const children = [header(spec), ...spec.children];
    const root = this.loop({ kind: 'loop', id: '', name: spec.name, usage: 'R', max: 1, children });
    for (const loop of loops.values()) loop.indexChildren(idNumbers.size);
    const trailer = new CompiledSegment(trailerSpec, '', segments.size);
    const claim = this.find(spec.claimNumber);
    if (claim !== undefined) claim.claimElement = spec.claimNumber?.element ?? 0;
    const unit = this.find(spec.businessUnit);
    if (unit !== undefined) unit.unitElement = spec.businessUnit?.element ?? 0;
    const homes = this.homes.map(({ size }) => size);
    const isStrong = ({ segment: { conditions } }: Edge, id: number) =>
      conditions.length > 0 || homes[id] === 1;
    return { spec, root, trailer, segments, loops, idNumbers, homes, isStrong };
  }

  private find(at: ElementPath | undefined): CompiledSegment | undefined {
    if (at === undefined) return undefined;
    const node = this.segments.get(at.path);
    if (node === undefined) throw new RangeError(`${this.spec.name}: no segment ${at.path}`);
    return node;
  }

  private loop(spec: LoopSpec): CompiledLoop {
    const known = this.byChildren.get(spec.children);
    if (known !== undefined) return known;
    let position = -1;
    let previousId = '';
    const edges: Edge[] = [];
    spec.children.forEach((child, index) => {
      const { id } = triggerOf(child);
      if (index < 2 || id !== previousId) position++;
      position = child.position ?? position;
      previousId = id;
      const expectedBefore = uniformList(edges.filter((edge) => edge.required && edge.position === position));
      const requiredBefore = edges.filter(
        (edge) => edge.required && edge.index > 0 && edge.position < position,
      ).length;
      edges.push({ ...this.edge(child, spec.id), index, position, expectedBefore, requiredBefore });
    });
    if (spec.children[0]?.kind !== 'segment') throw new RangeError(`Loop ${spec.id} has no trigger segment`);
    if (this.loops.has(spec.id))
      throw new RangeError(`${this.spec.name}: loop ${spec.id} is described twice`);
    const loop = new CompiledLoop(spec, this.loops.size, edges);
    this.loops.set(spec.id, loop);
    this.byChildren.set(spec.children, loop);
    return loop;
  }

  private edge(
    child: ChildSpec,
    parentId: string,
  ): Omit<Edge, 'index' | 'position' | 'expectedBefore' | 'requiredBefore'> {
    const loop = child.kind === 'loop' ? this.loop(child) : undefined;
    const node = loop?.edges[0]?.segment ?? this.segment(triggerOf(child), parentId);
    return {
      required: child.usage === 'R',
      notUsed: child.usage === 'N',
      max: Math.min(child.max, withoutLimit),
      edit: child.edit,
      idNumber: this.idNumbers.add(node.packedId),
      segment: node,
      loop,
    };
  }

  private segment(spec: SegmentSpec, loopId: string): CompiledSegment {
    const node = new CompiledSegment(spec, loopId, this.segments.size);
    if (this.segments.has(node.path))
      throw new RangeError(`${this.spec.name}: ${node.path} is described twice`);
    this.segments.set(node.path, node);
    const id = this.idNumbers.add(node.packedId);
    this.homes[id] = (this.homes[id] ?? new Set()).add(loopId);
    return node;
  }
}

function triggerOf(child: ChildSpec): SegmentSpec {
  if (child.kind === 'segment') return child;
  const [first] = child.children;
  if (first?.kind !== 'segment') throw new RangeError(`Loop ${child.id} has no trigger segment`);
  return first;
}

function header(spec: GuideSpec): SegmentSpec {
  const reference = spec.hasImplementationReference
    ? element('R', 1705, { codes: codes(spec.version, ...spec.accepts) })
    : element('S', 1705);
  const elements = [element('R', 143, { codes: codes(spec.set) }), element('R', 329), reference];
  return segment('ST', 'Transaction Set Header', 'R', 1, elements);
}

const trailerSpec = segment('SE', 'Transaction Set Trailer', 'R', 1, [element('R', 96), element('R', 329)]);
