import type { Buffer } from 'node:buffer';
import type { CodeList } from './code-list.ts';
import type { ElementType } from './dictionary.ts';
import type { AnyElementSpec, ElementSpec, Usage } from './guide.ts';
import { pack } from './segment.ts';
import { packBytes } from './segment-cursor.ts';

/** What the element check needs to know of an element, a composite or a component, ready for the byte loop. */
export interface ElementPlan {
  readonly name: string;
  /** As IK402 has it: `1028`, `C023`. */
  readonly ref: string;
  readonly usage: Usage;
  readonly type: ElementType;
  readonly min: number;
  readonly max: number;
  readonly repeats: number;
  readonly codes: CodeTable | undefined;
  /** Undefined for a simple element. */
  readonly components: readonly ElementPlan[] | undefined;
  readonly rules: readonly RelationalRule[];
  /** A date time period (1251): its form is told by the format qualifier (1250) just before it. */
  readonly isPeriod: boolean;
  /** An amount of money (782): at most ten digits, two of them after the point. */
  readonly isMoney: boolean;
  readonly edit: string | undefined;
}

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

/** Membership of a byte range in a code list, without making a string for codes of up to four bytes. */
export class CodeTable {
  private readonly short: readonly number[] | Set<number>;
  private readonly long: ReadonlySet<string>;

  constructor(list: CodeList) {
    const all = [...list.entries.keys()];
    const packed = all.filter((code) => code.length <= 4).map(pack);
    this.short = packed.length > 8 ? new Set(packed) : packed;
    this.long = new Set(all.filter((code) => code.length > 4));
  }

  has(bytes: Buffer, start: number, end: number): boolean {
    if (end - start > 4) return this.long.size > 0 && this.long.has(bytes.toString('latin1', start, end));
    const packed = packBytes(bytes, start, end);
    const { short } = this;
    return short instanceof Set ? short.has(packed) : short.includes(packed);
  }
}

export function planElements(specs: readonly AnyElementSpec[]): ElementPlan[] {
  return specs.map((spec, i) => {
    const plan = { name: spec.name, usage: spec.usage, repeats: spec.repeats, edit: spec.edit };
    if (spec.kind === 'composite') {
      const components = planElements(spec.components);
      const rules = planRules(spec.rules, spec.ref);
      const shape = {
        type: 'AN',
        min: 1,
        max: Number.POSITIVE_INFINITY,
        isPeriod: false,
        isMoney: false,
      } as const;
      return { ...plan, ...shape, ref: spec.ref, codes: undefined, components, rules };
    }
    const previous = specs[i - 1];
    const isPeriod = spec.ref === 1251 && previous?.kind === 'element' && previous.ref === 1250;
    const isMoney = spec.ref === 782;
    return { ...plan, ...simple(spec), components: undefined, rules: [], isPeriod, isMoney };
  });
}

const tables = new Map<CodeList, CodeTable>();

function simple(spec: ElementSpec): Pick<ElementPlan, 'ref' | 'type' | 'min' | 'max' | 'codes'> {
  const { codes } = spec;
  let table = codes && tables.get(codes);
  if (codes !== undefined && table === undefined) {
    table = new CodeTable(codes);
    tables.set(codes, table);
  }
  return { ref: refText(spec.ref), type: spec.type, min: spec.min, max: spec.max, codes: table };
}

/** The dictionary's 10000 + n stands for In. */
function refText(ref: number): string {
  return ref > 10000 ? `I${String(ref - 10000).padStart(2, '0')}` : String(ref);
}

/** Parses rules such as P0304; throws RangeError for text that is none. */
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

export function isBroken(rule: RelationalRule, present: number): boolean {
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
