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
/** A date, time or period, or a number with a code list. */
const formatted = 2;
const composite = 3;
/** An element whose codes decide alone: letters and digits of an allowed length. */
const code = 4;
/** A number without a code list. */
const number = 5;
/** A number with at most two decimals. */
const money = 6;

const space = 0x20;
const point = 0x2e;
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
  /** 1 for a number without decimals. */
  readonly whole: Uint8Array;
  readonly codes: readonly (CodeTable | undefined)[];

  constructor(elements: readonly ElementPlan[], rules: readonly RelationalRule[]) {
    this.size = elements.length <= maxElements ? elements.length : 0;
    this.plans = elements;
    this.rules = rules;
    this.required = elements.reduce((mask, { usage }, i) => mask | (usage === 'R' ? 2 << i : 0), 0);
    this.kinds = Uint8Array.from([unused, ...elements.map(kindOf)]);
    this.shortest = Int32Array.from([0, ...elements.map(({ min }) => min)]);
    this.longest = Int32Array.from([0, ...elements.map(({ max }) => Math.min(max, 0x7fffffff))]);
    this.whole = Uint8Array.from([0, ...elements.map(({ type }) => (type === 'N0' ? 1 : 0))]);
    this.codes = [undefined, ...elements.map(({ codes }) => codes)];
  }

  /**
   * Detects whether a segment has a fault. May be false for a segment without faults, such as one with repetitions. No
   * separator may be a letter, digit or point.
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
      const kind = kinds[e];
      if (kind === code) {
        if (!this.codes[e]?.has(bytes, start, end)) return false;
        continue;
      }
      if ((kind === number || kind === money) && this.isPlainNumber(e, kind, bytes, start, end)) continue;
      let seen = 0;
      for (let i = start; i < end; i++) seen |= classes[bytes[i] ?? 0] ?? 0;
      const plan = plans[e - 1];
      if (kind === text) {
        if (!this.isGoodText(e, bytes, start, end, seen)) return false;
      } else if (plan === undefined || kind === unused) return false;
      else if (kind !== composite) {
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

  /** True for a good number without a sign. False for any other bytes, which need a closer look. */
  private isPlainNumber(e: number, kind: number, bytes: Buffer, start: number, end: number): boolean {
    let pointAt = -1;
    for (let i = start; i < end; i++) {
      const byte = bytes[i] ?? 0;
      if (byte >= 0x30 && byte <= 0x39) continue;
      if (byte !== point || pointAt >= 0) return false;
      pointAt = i;
    }
    const digits = end - start - (pointAt < 0 ? 0 : 1);
    if (pointAt >= 0 && (this.whole[e] === 1 || (kind === money && end - pointAt > 3))) return false;
    return digits > 0 && digits >= (this.shortest[e] ?? 0) && digits <= (this.longest[e] ?? 0);
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

function kindOf({ usage, components, type, isPeriod, isMoney, codes, min, max }: ElementPlan): number {
  if (usage === 'N') return unused;
  if (components !== undefined) return composite;
  if (type === 'R' || type === 'N0') return codes !== undefined ? formatted : isMoney ? money : number;
  if (isPeriod || (type !== 'AN' && type !== 'ID')) return formatted;
  return codes?.hasPlainCodes(min, max) ? code : text;
}
