/** What a value has to be, as the contract states it. */
export interface FieldRule {
  readonly required?: boolean | undefined;
  readonly kind?: 'integer' | 'number' | 'date' | 'email' | 'url' | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The value has to be greater. */
  readonly above?: number | undefined;
  /** The value has to be less. */
  readonly below?: number | undefined;
  readonly longest?: number | undefined;
  readonly shortest?: number | undefined;
  readonly pattern?: string | undefined;
}

/** Rules by the name of the field: `price`, `items.*.quantity`. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/** What is wrong with a value. Its words are in `states.fieldFaults`. */
export type FieldFault =
  | { readonly code: 'required' | 'number' | 'integer' | 'date' | 'year' | 'email' | 'url' | 'form' }
  | { readonly code: 'min' | 'max' | 'above' | 'below'; readonly limit: number }
  | { readonly code: 'longest' | 'shortest' | 'digits'; readonly limit: number }
  | { readonly code: 'from' | 'until'; readonly day: string }
  | { readonly code: 'letters' };

/** The rule of a field in a form. */
export function ruleOf(rules: FieldRules, name: string | undefined): FieldRule | undefined {
  if (name === undefined) return undefined;
  return rules[name] ?? rules[name.replaceAll(/\.\d+(?=\.|$)/g, '.*')];
}

const emailForm = /^[^@\s]{1,64}@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const webForm = /^https?:\/\/[^\s/?#]+\.[^\s]+$/;

/** What is wrong with a text, the first fault only. */
export function faultOfText(text: string, rule: FieldRule): FieldFault | undefined {
  const given = text.trim();
  if (given === '') return rule.required ? { code: 'required' } : undefined;
  const { longest, shortest, kind, pattern } = rule;
  if (kind === 'email' && !emailForm.test(given)) return { code: 'email' };
  if (kind === 'url' && !webForm.test(given)) return { code: 'url' };
  if (longest !== undefined && given.length > longest) return { code: 'longest', limit: longest };
  if (shortest !== undefined && given.length < shortest) return { code: 'shortest', limit: shortest };
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(given)) return faultOfForm(pattern);
  return undefined;
}

/** The words for the patterns of the contract that have some: so many digits, letters and digits. */
function faultOfForm(pattern: string): FieldFault {
  const digits = /^\^\\d\{(\d+)\}\$$/.exec(pattern)?.[1];
  if (digits !== undefined) return { code: 'digits', limit: Number(digits) };
  const most = /^\^\[(?:A-Za-z0-9|0-9A-Za-z)\](?:\+|\{\d+(?:,\d+)?\})\$$/.test(pattern);
  return most ? { code: 'letters' } : { code: 'form' };
}

/** What is wrong with a number. */
export function faultOfNumber(value: number | undefined, rule: FieldRule): FieldFault | undefined {
  if (value === undefined) return rule.required ? { code: 'required' } : undefined;
  const { min, max, above, below } = rule;
  if (rule.kind === 'integer' && !Number.isInteger(value)) return { code: 'integer' };
  if (above !== undefined && value <= above) return { code: 'above', limit: above };
  if (min !== undefined && value < min) return { code: 'min', limit: min };
  if (below !== undefined && value >= below) return { code: 'below', limit: below };
  if (max !== undefined && value > max) return { code: 'max', limit: max };
  return undefined;
}

/** What is wrong with a day, or a day and a time, between two others. */
export function faultOfDay(
  value: string,
  rule: FieldRule,
  limits: { readonly min?: string | undefined; readonly max?: string | undefined },
): FieldFault | undefined {
  if (value === '') return rule.required ? { code: 'required' } : undefined;
  // A year that was typed with two digits is 0026.
  if (value < '1800') return { code: 'year' };
  if (limits.min && value.slice(0, limits.min.length) < limits.min) return { code: 'from', day: limits.min };
  if (limits.max && value.slice(0, limits.max.length) > limits.max) return { code: 'until', day: limits.max };
  return undefined;
}

/** A code as the guides write it: without blanks, in capitals. */
export const tidyCode = (text: string): string => text.replaceAll(/\s+/g, '').toUpperCase();

/** A diagnosis without the dot that people write and claims do not have: J06.9 is J069. */
export const tidyDiagnosis = (text: string): string => tidyCode(text).replaceAll('.', '');
