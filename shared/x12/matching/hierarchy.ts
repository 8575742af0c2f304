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
 * Checks the HL segments of a set against the levels that the matcher found: HL01 counts from 1 without gaps, HL02 names
 * the parent level, and HL04 states whether child levels follow (TR3, "HL segment").
 */
export class Hierarchy {
  private readonly report: (finding: FindingInput) => void;
  private readonly open: Level[] = [];
  private last = 0;

  constructor(report: (finding: FindingInput) => void) {
    this.report = report;
  }

  /** Checks an HL segment; `depth` is the depth of its loop. */
  level(hl: Segment, depth: number, loop: string): void {
    this.close(depth);
    const at = hl.position();
    const parent = this.open.at(-1);
    const number = hl.decimal(1) ?? 0;
    // The guide reports an empty HL01.
    if (number !== this.last + 1 && hl.has(1)) this.addFinding('V015', 'I12', at, loop, 1, '628', hl.text(1));
    // Counting continues from the number that was sent, so that one error gives one finding.
    this.last = number > 0 ? number : this.last + 1;
    if (parent !== undefined) {
      if (hl.has(2) && !hl.is(2, parent.id)) this.addFinding('V015', 'I12', at, loop, 2, '734', hl.text(2));
      parent.children++;
    }
    this.open.push({ depth, id: hl.text(1), childCode: hl.text(4), at, loop, children: 0 });
  }

  /** Closes the levels at this depth and below. */
  close(depth: number): void {
    for (
      let level = this.open.at(-1);
      level !== undefined && level.depth >= depth;
      level = this.open.at(-1)
    ) {
      this.open.pop();
      const isWrong = level.childCode === (level.children > 0 ? '0' : '1');
      if (isWrong) this.addFinding('V016', '7', level.at, level.loop, 4, '736', level.childCode);
    }
  }

  private addFinding(
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
