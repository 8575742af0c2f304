import type { CompiledGuide, CompiledLoop, CompiledSegment, Edge } from '../guide/compiled-guide.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import type { LoopStack } from './loop-stack.ts';
import type { PlaceFinder } from './place-finder.ts';

/**
 * The last misplaced opener of a loop. It is reported where it was found, and taken where its content begins without an
 * opener. An opener that needs no content is taken wherever it fits.
 */
export class MisplacedOpener {
  private readonly guide: CompiledGuide;
  private readonly stack: LoopStack;
  private readonly places: PlaceFinder;
  private readonly segment: SegmentCursor;
  private id = -1;
  private loop: CompiledLoop | undefined;
  /** Claims that began without an opener and still have none. */
  private claimsWithoutOpener = 0;

  constructor(guide: CompiledGuide, stack: LoopStack, places: PlaceFinder, segment: SegmentCursor) {
    this.guide = guide;
    this.stack = stack;
    this.places = places;
    this.segment = segment;
  }

  /** Reports a segment in a wrong place, and keeps it if it opens a loop. */
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

  /** Notes a claim that began without an opener. A later opener belongs to it. */
  beginClaim(): void {
    this.claimsWithoutOpener++;
  }

  /** True when a claim began without this opener. */
  isAwaited({ loop }: Edge): boolean {
    return this.claimsWithoutOpener > 0 && loop?.opensClaim === true;
  }

  /** Opens the loop of the misplaced opener if this segment has no other place and fits there. */
  opensFor(id: number, segment: SegmentCursor): boolean {
    const { loop, stack } = this;
    if (loop === undefined || this.places.findChild(loop, 0, id, segment) === undefined) return false;
    const place = this.places.findAhead(this.id, this.segment);
    if (place?.edge.loop !== loop) return false;
    this.loop = undefined;
    stack.wasSeenElsewhere(place.edge);
    stack.accept(place.depth, place.edge, this.segment);
    return true;
  }

  /**
   * Resolves the misplaced opener before another loop opens in the loop at `depth`. The opener of a claim continues to
   * wait for its content.
   */
  beforeLoopOpens(depth: number, edge: Edge): void {
    const { loop } = this;
    if (loop === undefined || loop.opensClaim) return;
    if (loop === edge.loop || (loop.needsMore === 0 && this.closesItsPlace(depth))) this.resolve();
  }

  private closesItsPlace(depth: number): boolean {
    const place = this.places.findAhead(this.id, this.segment);
    return place !== undefined && depth < place.depth;
  }

  /** Takes the misplaced opener without content, if it needs none. */
  resolve(): void {
    const { loop } = this;
    this.loop = undefined;
    if (loop === undefined || loop.needsMore > 0) return;
    const place = this.places.findAhead(this.id, this.segment);
    if (place?.edge.loop === loop) this.stack.accept(place.depth, place.edge, this.segment);
  }
}
