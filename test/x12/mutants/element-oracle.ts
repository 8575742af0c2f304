import type { AnyElementSpec, CompositeSpec, ElementSpec, SegmentSpec } from '#x12/guide/guide.ts';

/**
 * Checks the elements of one segment by the definition of its guide, with plain strings. It shares no code with the
 * engine's element check, so each verifies the other.
 */
export function elementFault(spec: SegmentSpec, elements: readonly string[]): string | undefined {
  const [id, ...values] = elements;
  if (id !== spec.id) return `is not ${spec.id}`;
  if (values.length > spec.elements.length) return 'has an element too many';
  if (values.length > 0 && values.at(-1) === '') return 'ends with an empty element';
  for (const [i, element] of spec.elements.entries()) {
    const before = spec.elements[i - 1];
    const format = before?.kind === 'element' && before.ref === 1250 ? values[i - 1] : undefined;
    const fault = repetitionsFault(element, values[i] ?? '', format);
    if (fault !== undefined) return `${i + 1} ${fault}`;
  }
  return ruleFault(spec.rules, values);
}

function repetitionsFault(
  spec: AnyElementSpec,
  text: string,
  format: string | undefined,
): string | undefined {
  if (text === '') return spec.usage === 'R' ? 'is missing' : undefined;
  if (spec.usage === 'N') return 'is not used';
  const repetitions = text.split('^');
  if (repetitions.length > spec.repeats) return 'repeats too often';
  for (const one of repetitions) {
    const fault = spec.kind === 'composite' ? compositeFault(spec, one) : valueFault(spec, one, format);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function compositeFault({ components, rules }: CompositeSpec, text: string): string | undefined {
  const values = text.split(':');
  if (values.length > components.length) return 'has a component too many';
  if (values.at(-1) === '') return 'ends with an empty component';
  for (const [i, component] of components.entries()) {
    const value = values[i] ?? '';
    if (value === '' && component.usage === 'R') return `component ${i + 1} is missing`;
    if (value === '') continue;
    if (component.usage === 'N') return `component ${i + 1} is not used`;
    const fault = valueFault(component, value, undefined);
    if (fault !== undefined) return `component ${i + 1} ${fault}`;
  }
  return ruleFault(rules, values);
}

/** TR3, data element 782: at most ten digits, two of them after the point. */
const monetaryAmount = 782;

function valueFault(spec: ElementSpec, text: string, format: string | undefined): string | undefined {
  if (/[^ -~]/u.test(text)) return 'has a character outside of the set';
  if (text.includes(':')) return 'has components';
  if (text !== text.trim()) return 'has blanks at an end';
  const isNumber = spec.type === 'R' || spec.type.startsWith('N');
  const length = isNumber ? text.replace(/[-.]/g, '').length : text.length;
  const isMoney = spec.ref === monetaryAmount;
  if (length < spec.min) return 'is too short';
  if (length > (isMoney ? 10 : spec.max)) return 'is too long';
  if (isNumber && !/^-?(\d+(\.\d*)?|\.\d+)$/.test(text)) return 'is not a number';
  if (spec.type.startsWith('N') && text.includes('.')) return 'is not an integer';
  if (isMoney && !/^[^.]*(\..{0,2})?$/.test(text)) return 'has parts of a cent';
  if (spec.type === 'DT' && !isDay(text)) return 'is not a date';
  if (spec.type === 'TM' && !isTime(text)) return 'is not a time';
  if (spec.ref === 1251 && !isPeriod(text, format)) return 'is not a date';
  if (spec.codes !== undefined && !spec.codes.entries.has(text)) return 'is not a code of the guide';
  return undefined;
}

const isPeriod = (text: string, format: string | undefined): boolean => {
  if (format === 'D8') return text.length === 8 && isDay(text);
  if (format !== 'RD8') return true;
  const [from = '', to = '', ...more] = text.split('-');
  return more.length === 0 && isPeriod(from, 'D8') && isPeriod(to, 'D8') && from <= to;
};

function isDay(text: string): boolean {
  if (!/^\d+$/.test(text) || (text.length !== 8 && text.length !== 6)) return false;
  const full = text.length === 6 ? `20${text}` : text;
  const iso = `${full.slice(0, 4)}-${full.slice(4, 6)}-${full.slice(6)}`;
  const day = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso) && iso >= '1900';
}

const isTime = (text: string): boolean =>
  /^([01]\d|2[0-3])[0-5]\d([0-5]\d\d{0,2})?$/.test(text) && text.length !== 5;

function ruleFault(rules: readonly string[], values: readonly string[]): string | undefined {
  const broken = rules.find((rule) => !holds(rule, values));
  return broken && `breaks ${broken}`;
}

/** X12 relational conditions: P all or none, R one or more, E one at most, C then all, L then one or more. */
function holds(rule: string, values: readonly string[]): boolean {
  const numbers = rule.slice(1).match(/\d\d/g) ?? [];
  const there = numbers.map((number) => (values[Number(number) - 1] ?? '') !== '');
  const [first, ...rest] = there;
  const count = there.filter(Boolean).length;
  switch (rule[0]) {
    case 'P':
      return count === 0 || count === there.length;
    case 'R':
      return count > 0;
    case 'E':
      return count <= 1;
    case 'C':
      return !first || rest.every(Boolean);
    default:
      return !first || rest.some(Boolean);
  }
}
