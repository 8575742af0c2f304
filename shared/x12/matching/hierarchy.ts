import type { FindingInput } from '../engine/consumer.ts';
import type { Position, Segment } from '../reader/segment.ts';

interface Level {
  readonly depth: number;
  readonly id: string;
  readonly childCode: string;
  readonly at: Position;
  readonly loop: string;
  children: number;
}

/**
 * Follows the HL segments of a set: HL01 counts from 1 without a gap, HL02 names the level around it, HL04 says
 * whether levels follow below (837p.md section 3). The levels are those the matcher found.
 */
export class Hierarchy {
  private readonly report: (finding: FindingInput) => void;
  private readonly open: Level[] = [];
  private last = 0;

  constructor(report: (finding: FindingInput) => void) {
    this.report = report;
  }

  /** An HL was matched; `depth` is how deep its loop lies. */
  level(hl: Segment, depth: number, loop: string): void {
    this.close(depth);
    const at = hl.position();
    const parent = this.open.at(-1);
    const number = hl.decimal(1) ?? 0;
    // What is empty is missing, which the guide reports.
    if (number !== this.last + 1 && hl.has(1)) this.tell('V015', 'I12', at, loop, 1, '628', hl.text(1));
    // Counting goes on from what was sent, so that one slip is one finding.
    this.last = number > 0 ? number : this.last + 1;
    if (parent !== undefined) {
      if (hl.has(2) && !hl.is(2, parent.id)) this.tell('V015', 'I12', at, loop, 2, '734', hl.text(2));
      parent.children++;
    }
    this.open.push({ depth, id: hl.text(1), childCode: hl.text(4), at, loop, children: 0 });
  }

  /** Levels at this depth and below are over. */
  close(depth: number): void {
    for (
      let level = this.open.at(-1);
      level !== undefined && level.depth >= depth;
      level = this.open.at(-1)
    ) {
      this.open.pop();
      const isWrong = level.childCode === (level.children > 0 ? '0' : '1');
      if (isWrong) this.tell('V016', '7', level.at, level.loop, 4, '736', level.childCode);
    }
  }

  private tell(
    id: string,
    code: string,
    at: Position,
    loop: string,
    element: number,
    ref: string,
    value: string,
  ): void {
    const codes = { segment: '8', element: code };
    this.report({ id, at, loop, segment: 'HL', element, elementRef: ref, value, codes });
  }
}
