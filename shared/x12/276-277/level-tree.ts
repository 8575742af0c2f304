import type { ElementValue, X12Writer } from '../writer/writer.ts';

/** A segment before it is written: its id and its elements. */
export type SegmentElements = readonly [id: string, ...elements: ElementValue[]];

/** A level of a 276 or 277: HL03 and the segments that name it. */
export interface LevelElements {
  readonly code: string;
  readonly segments: readonly SegmentElements[];
}

interface LevelNode {
  readonly code: string;
  readonly key: string;
  readonly parent: LevelNode | undefined;
  readonly segments: SegmentElements[];
  number: number;
  hasChild: boolean;
}

/** Collects the levels of one set, so that adjacent claims share them, and writes them with HL numbers and child codes. */
export class LevelTree {
  private readonly nodes: LevelNode[] = [];
  /** The last node of each depth. */
  private open: LevelNode[] = [];

  /** Adds segments at the end of a path of levels. Levels equal to the last ones are not repeated. */
  add(path: readonly LevelElements[], segments: readonly SegmentElements[]): void {
    for (const [depth, { code, segments: names }] of path.entries()) {
      const key = JSON.stringify([code, names]);
      const known = this.open[depth];
      const isLast = depth === path.length - 1;
      if (known?.key === key && (!isLast || this.nodes.at(-1) === known)) continue;
      const parent = this.open[depth - 1];
      if (parent !== undefined) parent.hasChild = true;
      const node = { code, key, parent, segments: [...names], number: 0, hasChild: false };
      this.nodes.push(node);
      this.open = [...this.open.slice(0, depth), node];
    }
    this.open[path.length - 1]?.segments.push(...segments);
  }

  write(writer: X12Writer): void {
    for (const [i, node] of this.nodes.entries()) {
      node.number = i + 1;
      const parent = node.parent === undefined ? undefined : String(node.parent.number);
      // HL04 is not used in the dependent level.
      const child = node.code === '23' ? undefined : node.hasChild ? '1' : '0';
      writer.segment('HL', String(node.number), parent, node.code, child);
      for (const [id, ...elements] of node.segments) writer.segment(id, ...elements);
    }
  }
}
