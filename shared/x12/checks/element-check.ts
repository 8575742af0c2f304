import type { ElementPlan } from '../guide/element-plan.ts';
import { isRuleBroken, placeOfBrokenRule, type RelationalRule } from '../guide/relational-rule.ts';
import * as byteClass from '../reader/byte-class.ts';
import type { Delimiters } from '../reader/delimiters.ts';
import { SegmentCursor } from '../reader/segment-cursor.ts';
import type { CompositeCheck, SegmentChecks } from './segment-checks.ts';
import { valueProblem } from './value-check.ts';

/** A fault of an element; `code` is the IK403 code, `edit` the id in the edit catalog. */
export interface ElementProblem {
  readonly edit: string;
  readonly code: string;
  readonly element: number;
  readonly component: number;
  readonly repetition: number;
  readonly ref: string;
  /** Plan of the element in the guide; absent for a surplus element and for a broken rule. */
  readonly plan?: ElementPlan;
  /** Byte range of the bad value in the window; empty for a missing value. */
  readonly start: number;
  readonly end: number;
  /** The broken relational rule, and the present element that requires this one. */
  readonly rule?: string;
  readonly trigger?: number;
}

export interface CheckedSegment {
  readonly elements: readonly ElementPlan[];
  readonly rules: readonly RelationalRule[];
  readonly checks: SegmentChecks;
}

const { componentSeparator, repetitionSeparator, foreign } = byteClass;

/**
 * Checks the elements of a segment against a guide: usage, number, repetition, type, length, character set, code list,
 * dates and relational rules. Works on bytes, and allocates nothing for a segment without faults. A first pass only
 * detects whether there is a fault; a second one, which few segments need, reports all of them in order.
 */
export class ElementCheck implements CompositeCheck {
  private report: (problem: ElementProblem) => void = () => {};
  private classes: Uint16Array = new Uint16Array(256);
  private delimiters: Delimiters | undefined;
  private segment = new SegmentCursor();
  private isFaulty = false;
  /** False where a separator is a letter, digit or point, which a complete ISA allows. */
  private hasUsualSeparators = true;
  private readonly noteFault = (): void => {
    this.isFaulty = true;
  };

  check(node: CheckedSegment, segment: SegmentCursor, report: (problem: ElementProblem) => void): void {
    if (segment.delimiters !== this.delimiters) {
      this.delimiters = segment.delimiters;
      this.classes = byteClass.byteClasses(segment.delimiters);
      this.hasUsualSeparators = byteClass.areMarks(segment.delimiters);
    }
    this.segment = segment;
    if (this.hasUsualSeparators && node.checks.areGood(segment, this.classes, this)) return;
    this.report = report;
    this.reportFaults(node, segment);
  }

  isGoodComposite(plan: ElementPlan, element: number, start: number, end: number, seen: number): boolean {
    this.isFaulty = false;
    this.report = this.noteFault;
    this.checkRepetitions(plan, element, start, end, seen);
    return !this.isFaulty;
  }

  private reportFaults(node: CheckedSegment, segment: SegmentCursor): void {
    const { elements, rules } = node;
    const { starts, elementCount, bytes } = segment;
    const { classes } = this;
    let present = 0;
    let missing = 0;
    for (let e = 1; e <= elements.length; e++) {
      const plan = elements[e - 1];
      if (plan === undefined) continue;
      const start = e <= elementCount ? (starts[e] ?? 0) : 0;
      const end = e <= elementCount ? (starts[e + 1] ?? 1) - 1 : 0;
      if (start === end) {
        if (plan.usage === 'R') {
          missing |= 1 << e;
          this.addProblem('V132', '1', plan, e, 0, 0, start, start);
        }
        continue;
      }
      // An unused element requires no other element, because its presence is already a fault.
      if (plan.usage !== 'N') present |= 1 << e;
      if (!plan.isPlain) {
        this.checkOther(plan, e, start, end);
        continue;
      }
      let seen = 0;
      for (let i = start; i < end; i++) seen |= classes[bytes[i] ?? 0] ?? 0;
      const isShape = (seen & plan.closer) === 0 && end - start >= plan.min && end - start <= plan.max;
      if (!isShape || (plan.codes !== undefined && !plan.codes.has(bytes, start, end))) {
        this.checkRepetitions(plan, e, start, end, seen);
      }
    }
    if (elementCount > elements.length) this.reportSurplus(elements.length);
    const isLastEmpty = elementCount > 0 && (starts[elementCount + 1] ?? 1) - 1 === starts[elementCount];
    if (isLastEmpty && ((missing >> elementCount) & 1) === 0) this.reportTrailing();
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i];
      if (rule !== undefined && isRuleBroken(rule, present))
        this.reportRule(rule, elements, 0, present, missing);
    }
  }

  private checkOther(plan: ElementPlan, e: number, start: number, end: number): void {
    if (plan.usage === 'N') this.addProblem('V133', 'I10', plan, e, 0, 0, start, end);
    else this.checkRepetitions(plan, e, start, end, this.scan(start, end));
  }

  private scan(start: number, end: number): number {
    const { classes } = this;
    const { bytes } = this.segment;
    let seen = 0;
    for (let i = start; i < end; i++) seen |= classes[bytes[i] ?? 0] ?? 0;
    return seen;
  }

  private checkRepetitions(plan: ElementPlan, e: number, start: number, end: number, seen: number): void {
    if ((seen & repetitionSeparator) === 0) {
      this.checkRepetition(plan, e, 0, start, end, seen);
      return;
    }
    const { bytes, delimiters } = this.segment;
    let from = start;
    let count = 0;
    for (let i = start; i <= end; i++) {
      if (i < end && bytes[i] !== delimiters.repetition) continue;
      count++;
      if (count <= plan.repeats) this.checkRepetition(plan, e, count, from, i, this.scan(from, i));
      from = i + 1;
    }
    if (count > plan.repeats) this.addProblem('V136', '12', plan, e, 0, plan.repeats + 1, start, end);
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
    else if ((seen & componentSeparator) !== 0)
      this.addProblem('V136', '13', plan, e, 2, repetition, start, end);
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
    const { classes } = this;
    const { bytes } = this.segment;
    let from = start;
    let c = 0;
    let present = 0;
    let missing = 0;
    let seen = 0;
    for (let i = start; i <= end; i++) {
      const one = i < end ? (classes[bytes[i] ?? 0] ?? 0) : componentSeparator;
      if (one !== componentSeparator) {
        seen |= one;
        continue;
      }
      const component = components[c++];
      if (component === undefined) {
        if (i > from) {
          this.addProblem('V136', '13', plan, e, c, repetition, from, i);
          return;
        }
      } else if (i === from) {
        if (component.usage === 'R') {
          missing |= 1 << c;
          this.addProblem('V132', '1', component, e, c, repetition, from, from);
        }
      } else if (component.usage === 'N')
        this.addProblem('V133', 'I10', component, e, c, repetition, from, i);
      else {
        present |= 1 << c;
        const isShape =
          (seen & component.closer) === 0 && i - from >= component.min && i - from <= component.max;
        if (!isShape || (component.codes !== undefined && !component.codes.has(bytes, from, i)))
          this.checkValue(component, e, c, repetition, from, i, seen);
      }
      from = i + 1;
      seen = 0;
    }
    if (classes[bytes[end - 1] ?? 0] === componentSeparator && ((missing >> c) & 1) === 0) {
      this.addProblem('V010', '13', plan, e, c, repetition, end, end);
    }
    for (; c < components.length; c++) {
      const component = components[c];
      if (component?.usage !== 'R') continue;
      missing |= 1 << (c + 1);
      this.addProblem('V132', '1', component, e, c + 1, repetition, end, end);
    }
    for (let i = 0; i < plan.rules.length; i++) {
      const rule = plan.rules[i];
      if (rule !== undefined && isRuleBroken(rule, present))
        this.reportRule(rule, components, e, present, missing);
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
    const problem = valueProblem(plan, this.segment, e, c, start, end, seen);
    if ((seen & foreign) !== 0) {
      this.addProblem('V012', '6', plan, e, c, r, start, end);
      // Such a character also breaks the format of a number or code. Only a wrong length is a second fault.
      if (problem?.code !== '4' && problem?.code !== '5') return;
    }
    if (problem !== undefined) this.addProblem(problem.edit, problem.code, plan, e, c, r, start, end);
  }

  private addProblem(
    edit: string,
    code: string,
    plan: ElementPlan,
    element: number,
    component: number,
    repetition: number,
    start: number,
    end: number,
  ): void {
    // A character outside the set is always V012, even if the guide names an edit for the element.
    const id = edit === 'V012' ? edit : (plan.edit ?? edit);
    this.report({ edit: id, code, element, component, repetition, ref: plan.ref, plan, start, end });
  }

  private reportSurplus(defined: number): void {
    const { segment } = this;
    for (let e = defined + 1; e <= segment.elementCount; e++) {
      if (!segment.has(e)) continue;
      const [start, end] = [segment.start(e), segment.end(e)];
      this.report({ edit: 'V136', code: '3', element: e, component: 0, repetition: 0, ref: '', start, end });
      return;
    }
  }

  /** Reports separators after the last element with data (X12.6). */
  private reportTrailing(): void {
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

  /**
   * Reports a broken rule. `composite` is the element whose components the rule concerns; 0 for a rule between elements.
   * Elements in `missing` were already reported as required.
   */
  private reportRule(
    rule: RelationalRule,
    plans: readonly ElementPlan[],
    composite: number,
    present: number,
    missing: number,
  ): void {
    const { at, trigger } = placeOfBrokenRule(rule, present);
    if (((missing >> at) & 1) === 1) return;
    const place = composite === 0 ? { element: at, component: 0 } : { element: composite, component: at };
    const ref = plans[at - 1]?.ref ?? '';
    const code = rule.kind === 'E' ? '10' : '2';
    const end = this.segment.end(Math.min(place.element, this.segment.elementCount));
    this.report({
      ...{ edit: 'V011', code, ...place, repetition: 0, ref, start: end, end, rule: rule.text },
      ...(trigger !== undefined && { trigger: composite === 0 ? trigger : composite }),
    });
  }
}
