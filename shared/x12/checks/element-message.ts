import type { ElementPlan } from '../guide/element-plan.ts';
import type { ElementProblem } from './element-check.ts';

/**
 * Says what is wrong with an element, and what the guide wants in its place. Undefined where the text of the edit
 * says it already. Holds no value of the file.
 */
export function elementMessage({ plan, edit, code, start, end }: ElementProblem, value: string) {
  if (edit === 'V012') return undefined;
  if (start === end && code === '3') return 'Segment or composite ends in nothing; remove the separator';
  if (plan === undefined) return undefined;
  const name = nameOf(plan);
  if (start === end) return code === '1' ? `${name} is missing; add it` : undefined;
  if (plan.usage === 'N') return `${name} is not used here; leave it empty`;
  return plan.components === undefined && !structural.has(code) ? valueMessage(plan, value) : undefined;
}

/** The code is not one of the guide's. */
export function codeMessage(plan: ElementPlan): string {
  const codes = [...(plan.allowed?.entries.keys() ?? [])];
  const hint =
    codes.length > 0 && codes.length <= mostCodes ? `send ${alternatives(codes)}` : 'choose another';
  return `${nameOf(plan)} is not a code that the guide allows here; ${hint}`;
}

/** IK403 of surplus elements, components and repetitions. */
const structural: ReadonlySet<string> = new Set(['3', '12', '13']);

/** More codes than this are not listed in a message. */
const mostCodes = 8;

function valueMessage(plan: ElementPlan, value: string): string | undefined {
  const name = nameOf(plan);
  const length = lengthOf(plan, value);
  if (length > plan.max) return `${name} is too long; send at most ${plan.max} ${unitOf(plan, plan.max)}`;
  if (length < plan.min) return `${name} is too short; send at least ${plan.min} ${unitOf(plan, plan.min)}`;
  return formMessage(plan, value) ?? (plan.allowed && codeMessage(plan));
}

function formMessage(plan: ElementPlan, value: string): string | undefined {
  const name = nameOf(plan);
  switch (plan.type) {
    case 'N0':
    case 'N2':
      return /^-?\d+$/.test(value) ? undefined : `${name} is not a whole number; send digits only`;
    case 'R':
      if (!/^-?(?:\d+\.?\d*|\.\d+)$/.test(value)) return `${name} is not a number; send digits and a point`;
      return plan.isMoney && /\.\d{3}/.test(value)
        ? `${name} has more than two decimals; send cents`
        : undefined;
    case 'DT':
      return `${name} is not a real date; send CCYYMMDD`;
    case 'TM':
      return `${name} is not a real time; send HHMM`;
    default:
      if (/^ | $/.test(value)) return `${name} begins or ends with a space; remove it`;
      return plan.isPeriod ? `${name} is not a real date in the stated format; correct it` : undefined;
  }
}

/** Sign and point of a number do not count (X12.6). */
function lengthOf(plan: ElementPlan, value: string): number {
  return isNumeric(plan) ? value.replace('-', '').replace('.', '').length : value.length;
}

function unitOf(plan: ElementPlan, count: number): string {
  const unit = isNumeric(plan) ? 'digit' : 'character';
  return count === 1 ? unit : `${unit}s`;
}

function isNumeric({ type }: ElementPlan): boolean {
  return type === 'R' || type === 'N0' || type === 'N2';
}

/** Composites have no name but their number in some guides. */
function nameOf({ name, ref }: ElementPlan): string {
  return name === ref ? 'Composite element' : name;
}

function alternatives(codes: readonly string[]): string {
  const last = codes.at(-1) ?? '';
  return codes.length === 1 ? last : `${codes.slice(0, -1).join(', ')} or ${last}`;
}
