import type { Buffer } from 'node:buffer';
import * as byteClass from './byte-class.ts';
import type { Delimiters } from './delimiters.ts';
import { type ElementPlan, isBroken, type RelationalRule } from './element-plan.ts';
import { isDateValid, isPeriodValid, isTimeValid } from './period.ts';
import { SegmentCursor } from './segment-cursor.ts';

/** What is wrong with an element; `code` is the IK403 code, `edit` the id of the catalogue. */
export interface ElementProblem {
  readonly edit: string;
  readonly code: string;
  readonly element: number;
  readonly component: number;
  readonly repetition: number;
  readonly ref: string;
  /** Byte range of the bad value in the window; empty for something missing. */
  readonly start: number;
  readonly end: number;
  /** The relational rule that is broken, and the element that is there and calls for this one. */
  readonly rule?: string;
  readonly trigger?: number;
}

export interface CheckedSegment {
  readonly elements: readonly ElementPlan[];
  readonly rules: readonly RelationalRule[];
}

const { digit, point, minus, blank, letter, mark, componentSeparator, repetitionSeparator, foreign } =
  byteClass;
/** 837p.md section 10: money has ten digits at most, the dictionary's 18 notwithstanding. */
const moneyDigits = 10;
const notForIntegers = point | blank | letter | mark;
const notForDecimals = blank | letter | mark;

/**
 * Checks the elements of a segment against a guide: usage, number, repetition, type, length, character set, code
 * list, dates and relational rules. Works on bytes; nothing is allocated for a segment in order.
 */
export class ElementCheck {
  private readonly report: (problem: ElementProblem) => void;
  private classes: Uint16Array = new Uint16Array(256);
  private delimiters: Delimiters | undefined;
  private segment = new SegmentCursor();
  private bytes: Buffer = this.segment.bytes;

  constructor(report: (problem: ElementProblem) => void) {
    this.report = report;
  }

  check(node: CheckedSegment, segment: SegmentCursor): void {
    if (segment.delimiters !== this.delimiters) {
      this.delimiters = segment.delimiters;
      this.classes = byteClass.byteClasses(segment.delimiters);
    }
    this.segment = segment;
    this.bytes = segment.bytes;
    const { elements, rules } = node;
    const { starts, elementCount } = segment;
    let present = 0;
    for (let e = 1; e <= elements.length; e++) {
      const plan = elements[e - 1];
      if (plan === undefined) continue;
      const start = e <= elementCount ? (starts[e] ?? 0) : 0;
      const end = e <= elementCount ? (starts[e + 1] ?? 1) - 1 : 0;
      if (start === end) {
        if (plan.usage === 'R') this.tell('V132', '1', plan, e, 0, 0, start, start);
        continue;
      }
      present |= 1 << e;
      if (plan.usage === 'N') this.tell('V133', 'I10', plan, e, 0, 0, start, end);
      else this.checkElement(plan, e, start, end);
    }
    if (elementCount > elements.length) this.tellSurplus(elements.length);
    if (elementCount > 0 && segment.end(elementCount) === segment.start(elementCount)) this.tellTrailing();
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i];
      if (rule !== undefined && isBroken(rule, present)) this.tellRule(rule, elements, 0, present);
    }
  }

  private checkElement(plan: ElementPlan, e: number, start: number, end: number): void {
    const { bytes, classes } = this;
    let seen = 0;
    for (let i = start; i < end; i++) seen |= classes[bytes[i] ?? 0] ?? 0;
    if ((seen & repetitionSeparator) === 0) {
      this.checkRepetition(plan, e, 0, start, end, seen);
      return;
    }
    const { repetition } = this.segment.delimiters;
    let from = start;
    let count = 0;
    for (let i = start; i <= end; i++) {
      if (i < end && bytes[i] !== repetition) continue;
      count++;
      if (count <= plan.repeats) this.checkRepetition(plan, e, count, from, i, this.scan(from, i));
      from = i + 1;
    }
    if (count > plan.repeats) this.tell('V136', '12', plan, e, 0, plan.repeats + 1, start, end);
  }

  private scan(start: number, end: number): number {
    let seen = 0;
    for (let i = start; i < end; i++) seen |= this.classes[this.bytes[i] ?? 0] ?? 0;
    return seen;
  }

  private checkRepetition(
    plan: ElementPlan,
    e: number,
    repetition: number,
    start: number,
    end: number,
    seen: number,
  ): void {
    if (plan.components !== undefined) this.checkComposite(plan, plan.components, e, repetition, start, end);
    else if ((seen & componentSeparator) !== 0) this.tell('V136', '13', plan, e, 2, repetition, start, end);
    else this.checkValue(plan, e, 0, repetition, start, end, seen);
  }

  private checkComposite(
    plan: ElementPlan,
    components: readonly ElementPlan[],
    e: number,
    repetition: number,
    start: number,
    end: number,
  ): void {
    const separator = this.segment.delimiters.component;
    const { bytes } = this;
    let from = start;
    let c = 0;
    let present = 0;
    for (let i = start; i <= end; i++) {
      if (i < end && bytes[i] !== separator) continue;
      const component = components[c++];
      if (component === undefined) {
        if (i > from) {
          this.tell('V136', '13', plan, e, c, repetition, from, i);
          return;
        }
      } else if (i === from) {
        if (component.usage === 'R') this.tell('V132', '1', component, e, c, repetition, from, from);
      } else {
        present |= 1 << c;
        if (component.usage === 'N') this.tell('V133', 'I10', component, e, c, repetition, from, i);
        else this.checkValue(component, e, c, repetition, from, i, this.scan(from, i));
      }
      from = i + 1;
    }
    if (bytes[end - 1] === separator) this.tell('V010', '3', plan, e, c, repetition, end, end);
    for (; c < components.length; c++) {
      const component = components[c];
      if (component?.usage === 'R') this.tell('V132', '1', component, e, c + 1, repetition, end, end);
    }
    for (const rule of plan.rules) {
      if (isBroken(rule, present)) this.tellRule(rule, components, e, present);
    }
  }

  private checkValue(
    plan: ElementPlan,
    e: number,
    c: number,
    r: number,
    start: number,
    end: number,
    seen: number,
  ): void {
    if ((seen & foreign) !== 0) this.tell('V012', '6', plan, e, c, r, start, end);
    const length = this.lengthOf(plan, start, end, seen);
    const max = plan.isMoney ? moneyDigits : plan.max;
    if (length > max) this.tell('V010', '5', plan, e, c, r, start, end);
    else if (length < plan.min) this.tell('V010', '4', plan, e, c, r, start, end);
    else if (!this.isOfType(plan, e, c, start, end, seen)) this.tellType(plan, e, c, r, start, end);
    else if (plan.codes !== undefined && !plan.codes.has(this.bytes, start, end)) {
      this.tell('V134', '7', plan, e, c, r, start, end);
    }
  }

  /** Characters, not bytes; sign and point of a number do not count (X12.6). */
  private lengthOf(plan: ElementPlan, start: number, end: number, seen: number): number {
    if ((seen & foreign) !== 0) return this.segment.slice(start, end).length;
    let length = end - start;
    if (plan.type !== 'R' && plan.type !== 'N0' && plan.type !== 'N2') return length;
    if ((seen & minus) !== 0) length--;
    if ((seen & point) !== 0) length--;
    return length;
  }

  private isOfType(
    plan: ElementPlan,
    e: number,
    c: number,
    start: number,
    end: number,
    seen: number,
  ): boolean {
    switch (plan.type) {
      case 'N0':
      case 'N2':
        return (seen & (notForIntegers | foreign)) === 0 && this.isNumber(start, end, seen);
      case 'R':
        return (
          (seen & (notForDecimals | foreign)) === 0 &&
          this.isNumber(start, end, seen) &&
          (!plan.isMoney || seen === digit || this.hasCents(start, end))
        );
      case 'DT':
        return seen === digit && isDateValid(this.bytes, start, end);
      case 'TM':
        return seen === digit && isTimeValid(this.bytes, start, end);
      case 'AN':
      case 'ID':
        if ((seen & blank) !== 0 && (this.bytes[start] === 0x20 || this.bytes[end - 1] === 0x20))
          return false;
        return !plan.isPeriod || isPeriodValid(this.segment, e, c, start, end);
    }
  }

  /** At most one point, and a minus only in front. */
  private isNumber(start: number, end: number, seen: number): boolean {
    if (seen === digit) return true;
    if ((seen & digit) === 0) return false;
    let points = 0;
    for (let i = start; i < end; i++) {
      const byte = this.bytes[i];
      if (byte === 0x2e && ++points > 1) return false;
      if (byte === 0x2d && i > start) return false;
    }
    return true;
  }

  /** At most two places. */
  private hasCents(start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (this.bytes[i] === 0x2e) return end - i <= 3;
    return true;
  }

  private tellType(plan: ElementPlan, e: number, c: number, r: number, start: number, end: number): void {
    if (plan.type === 'TM') this.tell('V135', '9', plan, e, c, r, start, end);
    else if (plan.type === 'DT' || plan.isPeriod) this.tell('V135', '8', plan, e, c, r, start, end);
    else this.tell('V010', '6', plan, e, c, r, start, end);
  }

  private tell(
    edit: string,
    code: string,
    plan: ElementPlan,
    element: number,
    component: number,
    repetition: number,
    start: number,
    end: number,
  ): void {
    // A character outside the set is always V012, whatever edit the element has of its own.
    const id = edit === 'V012' ? edit : (plan.edit ?? edit);
    this.report({ edit: id, code, element, component, repetition, ref: plan.ref, start, end });
  }

  private tellSurplus(defined: number): void {
    const { segment } = this;
    for (let e = defined + 1; e <= segment.elementCount; e++) {
      if (!segment.has(e)) continue;
      const [start, end] = [segment.start(e), segment.end(e)];
      this.report({ edit: 'V136', code: '3', element: e, component: 0, repetition: 0, ref: '', start, end });
      return;
    }
  }

  /** X12.6: a segment ends at its last element that holds data. */
  private tellTrailing(): void {
    const { segment } = this;
    const [element, start] = [segment.elementCount, segment.end(segment.elementCount)];
    this.report({
      edit: 'V010',
      code: '3',
      element,
      component: 0,
      repetition: 0,
      ref: '',
      start,
      end: start,
    });
  }

  /** Reported at the element to be added or, where one too many is there (E), at the last of them. */
  private tellRule(
    rule: RelationalRule,
    plans: readonly ElementPlan[],
    composite: number,
    seen: number,
  ): void {
    const isExclusion = rule.kind === 'E';
    const candidates = rule.elements.filter((n) => ((seen >> n) & 1) === (isExclusion ? 1 : 0));
    const at = (isExclusion ? candidates.at(-1) : candidates[0]) ?? rule.elements[0] ?? 0;
    const place = composite === 0 ? { element: at, component: 0 } : { element: composite, component: at };
    const ref = plans[at - 1]?.ref ?? '';
    const code = isExclusion ? '10' : '2';
    const end = this.segment.end(Math.min(place.element, this.segment.elementCount));
    const trigger = rule.elements.find((n) => n !== at && ((seen >> n) & 1) === 1);
    this.report({
      ...{ edit: 'V011', code, ...place, repetition: 0, ref, start: end, end, rule: rule.text },
      ...(trigger !== undefined && { trigger: composite === 0 ? trigger : composite }),
    });
  }
}
