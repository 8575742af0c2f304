import type { Buffer } from 'node:buffer';
import type { CodeTable } from '../guide/code-table.ts';
import type { ElementPlan } from '../guide/element-plan.ts';
import type { RelationalRule } from '../guide/relational-rule.ts';
import * as byteClass from '../reader/byte-class.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import { valueProblem } from './value-check.ts';

/** Not used in this segment: its presence is a fault. */
export const unused = 0;
/** Text or a code. */
export const text = 1;
/** A number, date, time or period. */
export const formatted = 2;
export const composite = 3;

const space = 0x20;
const { digit, blank } = byteClass;
const plainText = digit | byteClass.letter | byteClass.punctuation | byteClass.decimalPoint | byteClass.minus;
const notText = ~(plainText | blank);
const special = byteClass.componentSeparator | byteClass.repetitionSeparator | byteClass.foreign;

/** Number of elements of a segment whose presence fits the bits of a mask. */
const maxElements = 30;

/** The element checks of a segment as tables of numbers, by element from 1. */
export class SegmentChecks {
  /** Number of elements; 0 if the segment has too many for a mask. */
  readonly size: number;
  readonly plans: readonly ElementPlan[];
  readonly rules: readonly RelationalRule[];
  /** Bit n is set for each required element n. */
  readonly required: number;
  readonly kinds: Uint8Array;
  readonly shortest: Int32Array;
  readonly longest: Int32Array;
  readonly codes: readonly (CodeTable | undefined)[];

  constructor(elements: readonly ElementPlan[], rules: readonly RelationalRule[]) {
    this.size = elements.length <= maxElements ? elements.length : 0;
    this.plans = elements;
    this.rules = rules;
    this.required = elements.reduce((mask, { usage }, i) => mask | (usage === 'R' ? 2 << i : 0), 0);
    this.kinds = Uint8Array.from([unused, ...elements.map(kindOf)]);
    this.shortest = Int32Array.from([0, ...elements.map(({ min }) => min)]);
    this.longest = Int32Array.from([0, ...elements.map(({ max }) => Math.min(max, 0x7fffffff))]);
    this.codes = [undefined, ...elements.map(({ codes }) => codes)];
  }

  /** True for a text or code without a fault. `seen` holds the classes of its bytes. */
  isGoodText(e: number, bytes: Buffer, start: number, end: number, seen: number): boolean {
    if ((seen & notText) !== 0) return false;
    if ((seen & blank) !== 0 && (bytes[start] === space || bytes[end - 1] === space)) return false;
    const length = end - start;
    if (length < (this.shortest[e] ?? 0) || length > (this.longest[e] ?? 0)) return false;
    const codes = this.codes[e];
    return codes === undefined || codes.has(bytes, start, end);
  }

  /** True for a number, date, time or period without a fault. `component` is 0 for a simple element. */
  isGoodFormat(
    e: number,
    segment: SegmentCursor,
    element: number,
    component: number,
    start: number,
    end: number,
    seen: number,
  ): boolean {
    const plan = this.plans[e - 1];
    if (plan === undefined || (seen & special) !== 0) return false;
    return valueProblem(plan, segment, element, component, start, end, seen) === undefined;
  }
}

function kindOf({ usage, components, type, isPeriod }: ElementPlan): number {
  if (usage === 'N') return unused;
  if (components !== undefined) return composite;
  return !isPeriod && (type === 'AN' || type === 'ID') ? text : formatted;
}
