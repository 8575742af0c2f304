import type { ElementPlan } from '../guide/element-plan.ts';
import type { ElementProblem } from './element-check.ts';

/**
 * Returns the fault of an element and its remedy, without values of the file. Undefined if the text of the edit is enough.
 */
export function elementMessage({ plan, edit, code, start, end }: ElementProblem, value: string) {
  if (edit === 'V012') return undefined;
  if (start === end && code === '3')
    return 'Segment or composite ends with an empty element; remove the separator';
  if (plan === undefined) return undefined;
  const name = nameOf(plan);
  if (start === end) return code === '1' ? `${name} is missing; add it` : undefined;
  if (plan.usage === 'N') return `${name} is not used here; leave it empty`;
  return plan.components === undefined && !structural.has(code) ? valueMessage(plan, value) : undefined;
}

/** Returns the message for a code that the guide does not allow, with the allowed codes if they are few. */
export function codeMessage(plan: ElementPlan): string {
  const codes = [...(plan.allowed?.entries.keys() ?? [])];
  const hint =
    codes.length > 0 && codes.length <= maxCodesListed
      ? `send ${alternatives(codes)}`
      : 'send an allowed code';
  return `${nameOf(plan)} is not an allowed code; ${hint}`;
}

/** IK403 of surplus elements, components and repetitions. */
const structural: ReadonlySet<string> = new Set(['3', '12', '13']);

/** Maximum number of codes that a message lists. */
const maxCodesListed = 8;

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
      return /^-?\d+$/.test(value) ? undefined : `${name} must be a whole number; send digits only`;
    case 'R':
      if (!/^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value))
        return `${name} must be a number; send digits and at most one point`;
      return plan.isMoney && /\.\d{3}/.test(value)
        ? `${name} has more than two decimals; send at most two`
        : undefined;
    case 'DT':
      return `${name} is not a valid date; send CCYYMMDD`;
    case 'TM':
      return `${name} is not a valid time; send HHMM`;
    default:
      if (/^ | $/.test(value)) return `${name} starts or ends with a space; remove it`;
      return plan.isPeriod ? `${name} is not a valid date in the stated format; correct it` : undefined;
  }
}

/** Returns the length by X12.6, which does not count the sign and point of a number. */
function lengthOf(plan: ElementPlan, value: string): number {
  return isNumeric(plan) ? value.replace('-', '').replace('.', '').length : value.length;
}

function unitOf(plan: ElementPlan, count: number): string {
  const unit = isNumeric(plan) ? 'digit' : 'character';
  return count === 1 ? unit : `${unit}s`;
}

function isNumeric({ type }: ElementPlan): boolean {
  return type === 'R' || type === 'N0';
}

/** In some guides a composite has only a number. */
function nameOf({ name, ref }: ElementPlan): string {
  return name === ref ? 'Composite element' : name;
}

function alternatives(codes: readonly string[]): string {
  const last = codes.at(-1) ?? '';
  return codes.length === 1 ? last : `${codes.slice(0, -1).join(', ')} or ${last}`;
}
