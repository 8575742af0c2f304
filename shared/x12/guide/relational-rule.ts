/**
 * P all or none, R at least one, E at most one, C if the first then all others, L if the first then at least one
 * other; element n is bit n of the masks.
 */
export interface RelationalRule {
  readonly kind: 'P' | 'R' | 'E' | 'C' | 'L';
  readonly elements: readonly number[];
  readonly all: number;
  readonly first: number;
  readonly rest: number;
  readonly text: string;
}

/** Parses rules such as P0304; throws RangeError for any other text. */
export function planRules(rules: readonly string[], where: string): RelationalRule[] {
  return rules.map((text) => {
    const kind = text[0];
    const elements = (text.slice(1).match(/\d\d/g) ?? []).map(Number);
    if (!isKind(kind) || elements.length < 2 || text.length !== 1 + elements.length * 2) {
      throw new RangeError(`${where}: ${text} is not a relational rule`);
    }
    const [head = 0, ...tail] = elements;
    return { kind, elements, all: bits(elements), first: bits([head]), rest: bits(tail), text };
  });
}

function isKind(kind: string | undefined): kind is RelationalRule['kind'] {
  return kind !== undefined && 'PRECL'.includes(kind);
}

function bits(elements: readonly number[]): number {
  return elements.reduce((mask, element) => mask | (1 << element), 0);
}

/** `present` has bit n set for each element n that is there. */
export function isRuleBroken(rule: RelationalRule, present: number): boolean {
  const seen = present & rule.all;
  switch (rule.kind) {
    case 'P':
      return seen !== 0 && seen !== rule.all;
    case 'R':
      return seen === 0;
    case 'E':
      return (seen & (seen - 1)) !== 0;
    case 'C':
      return (seen & rule.first) !== 0 && (seen & rule.rest) !== rule.rest;
    case 'L':
      return (seen & rule.first) !== 0 && (seen & rule.rest) === 0;
  }
}

/** Element at which a broken rule is reported: the missing element, or the last one where one is too many (E). */
export function placeOfBrokenRule(
  rule: RelationalRule,
  present: number,
): { at: number; trigger: number | undefined } {
  const isThere = (element: number) => ((present >> element) & 1) === 1;
  const found = rule.elements.filter((element) => isThere(element) === (rule.kind === 'E'));
  const at = (rule.kind === 'E' ? found.at(-1) : found[0]) ?? rule.elements[0] ?? 0;
  return { at, trigger: rule.elements.find((element) => element !== at && isThere(element)) };
}
