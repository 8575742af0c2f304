import type { CompiledGuide, CompiledLoop, CompiledSegment, Edge } from '../guide/compiled-guide.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import type { LoopStack } from './loop-stack.ts';
import type { PlaceFinder } from './place-finder.ts';

/**
 * The last opener of a loop that was found out of its place: it is reported there, and taken where its content begins
 * without an opener. One that has content of its own is taken in any case where it can be.
 */
export class MisplacedOpener {
  private readonly guide: CompiledGuide;
  private readonly stack: LoopStack;
  private readonly outlook: PlaceFinder;
  private readonly segment: SegmentCursor;
  private id = -1;
  private loop: CompiledLoop | undefined;
  /** How many claims were begun without their opener, and are still without it. */
  private claimsWithoutOpener = 0;

  constructor(guide: CompiledGuide, stack: LoopStack, outlook: PlaceFinder, segment: SegmentCursor) {
    this.guide = guide;
    this.stack = stack;
    this.outlook = outlook;
    this.segment = segment;
  }

  /** Reports a segment that stands where nothing is to be expected of its kind, and keeps it when it opens a loop. */
  report(code: '2' | '7', id: number, node: CompiledSegment, segment: SegmentCursor): void {
    this.resolve();
    const { stack } = this;
    stack.reportMisplaced(code, node, segment);
    stack.innermost.strays.push(node);
    const loop = this.guide.loops.get(node.loopId);
    if (loop?.edges[0]?.segment !== node) return;
    this.segment.follow(segment);
    this.segment.detach();
    this.id = id;
    this.loop = loop;
  }

  /** A claim was begun without its opener: one that comes later is that one's. */
  beginClaim(): void {
    this.claimsWithoutOpener++;
  }

  /** Whether a claim was begun without the opener that this would be. */
  isAwaited({ loop }: Edge): boolean {
    return this.claimsWithoutOpener > 0 && loop?.opensClaim === true;
  }

  /** Opens the loop of the misplaced opener when this segment, which fits nowhere else, fits there. */
  opensFor(id: number, segment: SegmentCursor): boolean {
    const { loop, stack } = this;
    if (loop === undefined || this.outlook.findChild(loop, 0, id, segment) === undefined) return false;
    const place = this.outlook.findAhead(this.id, this.segment);
    if (place?.edge.loop !== loop) return false;
    this.loop = undefined;
    stack.wasSeenElsewhere(place.edge);
    stack.accept(place.depth, place.edge, this.segment);
    return true;
  }

  /**
   * Another loop is about to be opened in the loop at `depth`. The opener of a claim goes on waiting for its content;
   * others have their turn now at the latest.
   */
  beforeLoopOpens(depth: number, edge: Edge): void {
    const { loop } = this;
    if (loop === undefined || loop.opensClaim) return;
    if (loop === edge.loop || (loop.needsMore === 0 && this.closesItsPlace(depth))) this.resolve();
  }

  private closesItsPlace(depth: number): boolean {
    const place = this.outlook.findAhead(this.id, this.segment);
    return place !== undefined && depth < place.depth;
  }

  /** No content came for it. An opener that says all by itself is taken all the same. */
  resolve(): void {
    const { loop } = this;
    this.loop = undefined;
    if (loop === undefined || loop.needsMore > 0) return;
    const place = this.outlook.findAhead(this.id, this.segment);
    if (place?.edge.loop === loop) this.stack.accept(place.depth, place.edge, this.segment);
  }
}
