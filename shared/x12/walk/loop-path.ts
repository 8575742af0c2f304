import type { ChildSpec, LoopSpec } from '../guide/guide.ts';

/** Ids of the loops around a segment, outermost first. Built once for each place in a guide. */
export class LoopPath {
  readonly ids: readonly string[];
  /** Id of the innermost loop; empty outside all loops. */
  private readonly id: string;
  private readonly children: readonly ChildSpec[];
  private readonly parent: LoopPath | undefined;
  private readonly known = new Map<LoopSpec, LoopPath>();

  private constructor(ids: readonly string[], children: readonly ChildSpec[], parent: LoopPath | undefined) {
    this.ids = ids;
    this.id = ids.at(-1) ?? '';
    this.children = children;
    this.parent = parent;
  }

  /** Returns the path outside all loops of a guide. */
  static outside(guide: { readonly children: readonly ChildSpec[] }): LoopPath {
    return new LoopPath(Object.freeze([]), guide.children, undefined);
  }

  /**
   * Returns the path of a loop that begins here. A loop that begins too late has the path of its guide, although the file
   * has not left other loops.
   */
  enter(loop: LoopSpec): LoopPath {
    const known = this.known.get(loop);
    if (known !== undefined) return known;
    const owner = this.ownerOf(loop);
    const path = new LoopPath(Object.freeze([...owner.ids, loop.id]), loop.children, owner);
    this.known.set(loop, path);
    return path;
  }

  /** Returns the path of a segment of this open loop, when loops inside it are still open. */
  upTo(loopId: string): LoopPath {
    for (let path: LoopPath | undefined = this; path !== undefined; path = path.parent) {
      if (path.id === loopId) return path;
    }
    return this;
  }

  private ownerOf(loop: LoopSpec): LoopPath {
    for (let path: LoopPath | undefined = this; path !== undefined; path = path.parent) {
      if (path.children.includes(loop)) return path;
    }
    return this;
  }
}
