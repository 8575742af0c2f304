import type { Buffer } from 'node:buffer';
import type { CodeTable } from '../guide/code-table.ts';
import type { ElementPlan } from '../guide/element-plan.ts';
import { isRuleBroken, type RelationalRule } from '../guide/relational-rule.ts';
import * as byteClass from '../reader/byte-class.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import { valueProblem } from './value-check.ts';

/** Not used in this segment: its presence is a fault. */
const unused = 0;
/** Text or a code. */
const text = 1;
/** A number, date, time or period. */
const formatted = 2;
const composite = 3;

const space = 0x20;
const { digit, blank } = byteClass;
const plainText = digit | byteClass.letter | byteClass.punctuation | byteClass.decimalPoint | byteClass.minus;
const notText = ~(plainText | blank);
const special = byteClass.componentSeparator | byteClass.repetitionSeparator | byteClass.foreign;

/** Number of elements of a segment whose presence fits the bits of a mask. */
const maxElements = 30;

/** Checks a composite, or a repeated element. */
export interface CompositeCheck {
  isGoodComposite(plan: ElementPlan, element: number, start: number, end: number, seen: number): boolean;
}

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

  /**
   * Detects whether a segment has a fault. May be false for a segment without faults, such as one with repetitions.
   *
   * @param classes of each byte value
   */
  areGood(segment: SegmentCursor, classes: Uint16Array, composites: CompositeCheck): boolean {
    const { starts, elementCount, bytes } = segment;
    if (elementCount > this.size || elementCount === 0) return false;
    const { kinds, rules, plans } = this;
    let present = 0;
    let start = starts[1] ?? 0;
    let next = start;
    for (let e = 1; e <= elementCount; e++, start = next) {
      next = starts[e + 1] ?? 1;
      const end = next - 1;
      if (start === end) continue;
      present |= 1 << e;
      let seen = 0;
      for (let i = start; i < end; i++) seen |= classes[bytes[i] ?? 0] ?? 0;
      const kind = kinds[e];
      const plan = plans[e - 1];
      if (kind === text) {
        if (!this.isGoodText(e, bytes, start, end, seen)) return false;
      } else if (plan === undefined || kind === unused) return false;
      else if (kind === formatted) {
        if ((seen & special) !== 0 || valueProblem(plan, segment, e, 0, start, end, seen) !== undefined)
          return false;
      } else if (!composites.isGoodComposite(plan, e, start, end, seen)) return false;
    }
    // An empty last element is a fault too.
    if ((this.required & ~present) !== 0 || ((present >> elementCount) & 1) === 0) return false;
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i];
      if (rule !== undefined && isRuleBroken(rule, present)) return false;
    }
    return true;
  }

  /** True for a text or code without a fault. `seen` holds the classes of its bytes. */
  private isGoodText(e: number, bytes: Buffer, start: number, end: number, seen: number): boolean {
    if ((seen & notText) !== 0) return false;
    if ((seen & blank) !== 0 && (bytes[start] === space || bytes[end - 1] === space)) return false;
    const length = end - start;
    if (length < (this.shortest[e] ?? 0) || length > (this.longest[e] ?? 0)) return false;
    const codes = this.codes[e];
    return codes === undefined || codes.has(bytes, start, end);
  }
}

function kindOf({ usage, components, type, isPeriod }: ElementPlan): number {
  if (usage === 'N') return unused;
  if (components !== undefined) return composite;
  return !isPeriod && (type === 'AN' || type === 'ID') ? text : formatted;
}
