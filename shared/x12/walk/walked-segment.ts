import type { Delimiters } from '../reader/delimiters.ts';
import { type Position, pack, type Segment } from '../reader/segment.ts';
import type { Encoding } from '../reader/segment-bytes.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import type { SegmentExtent, SegmentWindow } from './segment-window.ts';

/** An element by its reference designator: `CLM05-1` is component 1 of element 5 of a CLM. */
interface ElementPath {
  readonly id: string;
  readonly element: number;
  /** From 1; 0 for the whole element. */
  readonly component: number;
}

/** Paths that were parsed, because a program reads the same few in every segment. */
const parsed = new Map<string, ElementPath>();
const maxRemembered = 1_000;

/** Parses a path such as `CLM05-1` or `NM109`. Throws RangeError for any other text. */
function elementPath(path: string): ElementPath {
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const [, id, element, component = '0'] = /^([A-Z][A-Z0-9]{1,2})(\d\d)(?:-(\d{1,2}))?$/.exec(path) ?? [];
  if (id === undefined) throw new RangeError('Element path must look like CLM05 or CLM05-1');
  const place = { id, element: Number(element), component: Number(component) };
  if (parsed.size < maxRemembered) parsed.set(path, place);
  return place;
}

const isaId = pack('ISA');

/**
 * A segment of a walk. Unlike the segments of a reader it may be kept: it holds a copy of the 4 kB around it. A program
 * that keeps many segments should keep their texts.
 */
export class WalkedSegment implements Segment, SegmentExtent {
  readonly packedId: number;
  readonly elementCount: number;
  readonly offset: number;
  readonly length: number;
  readonly delimiters: Delimiters;
  readonly encoding: Encoding;
  /** Number in the transaction set, ST = 1; 0 for envelope segments. */
  index = 0;
  readonly headerStarts: readonly number[] | undefined;
  private readonly window: SegmentWindow;

  constructor(window: SegmentWindow, source: SegmentCursor) {
    this.window = window;
    this.packedId = source.packedId;
    this.elementCount = source.elementCount;
    this.offset = source.offset;
    this.length = source.length;
    this.delimiters = source.delimiters;
    this.encoding = source.encoding;
    this.headerStarts = source.packedId === isaId ? startsOf(source) : undefined;
  }

  get id(): string {
    return this.window.at(this).id;
  }

  /**
   * Returns an element or component by its reference designator: `CLM05-1`, `NM109`. Returns undefined for an absent or
   * empty element and for a path of another segment id. Throws RangeError for text that is not a path.
   */
  get(path: string): string | undefined {
    const { id, element, component } = elementPath(path);
    const cursor = this.window.at(this);
    if (pack(id) !== this.packedId) return undefined;
    const text = component === 0 ? cursor.text(element) : cursor.component(element, component);
    return text === '' ? undefined : text;
  }

  has(element: number): boolean {
    return this.window.at(this).has(element);
  }

  text(element: number): string {
    return this.window.at(this).text(element);
  }

  component(element: number, component: number): string {
    return this.window.at(this).component(element, component);
  }

  componentCount(element: number): number {
    return this.window.at(this).componentCount(element);
  }

  repetitions(element: number): string[] {
    return this.window.at(this).repetitions(element);
  }

  is(element: number, value: string): boolean {
    return this.window.at(this).is(element, value);
  }

  componentIs(element: number, component: number, value: string): boolean {
    return this.window.at(this).componentIs(element, component, value);
  }

  packed(element: number): number {
    return this.window.at(this).packed(element);
  }

  packedComponent(element: number, component: number): number {
    return this.window.at(this).packedComponent(element, component);
  }

  cents(element: number): number | undefined {
    return this.window.at(this).cents(element);
  }

  decimal(element: number): number | undefined {
    return this.window.at(this).decimal(element);
  }

  date(element: number): string | undefined {
    return this.window.at(this).date(element);
  }

  endDate(element: number): string | undefined {
    return this.window.at(this).endDate(element);
  }

  raw(): string {
    return this.window.at(this).raw();
  }

  position(): Position {
    return { index: this.index, offset: this.offset };
  }
}

function startsOf(source: SegmentCursor): number[] {
  return Array.from({ length: source.elementCount + 1 }, (_, e) => source.start(e) - source.start(0));
}
