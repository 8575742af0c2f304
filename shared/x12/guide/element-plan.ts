import * as byteClass from '../reader/byte-class.ts';
import { withoutLimit } from '../values/without-limit.ts';
import type { CodeList } from './code-list.ts';
import { type CodeTable, codeTable } from './code-table.ts';
import type { ElementType } from './dictionary.ts';
import type { AnyElementSpec, Usage } from './guide.ts';
import { planRules, type RelationalRule } from './relational-rule.ts';

/** The guides limit amounts (782) to ten digits. The data element allows 18. */
const moneyDigits = 10;

/** An element, composite or component, prepared for the byte loop of the element check. */
export class ElementPlan {
  readonly name: string;
  /** Value of IK402: `1028`, `C023`. */
  readonly ref: string;
  readonly usage: Usage;
  readonly type: ElementType;
  readonly min: number;
  readonly max: number;
  readonly repeats: number;
  readonly codes: CodeTable | undefined;
  /** The same codes for messages. */
  readonly allowed: CodeList | undefined;
  /** Undefined for a simple element. */
  readonly components: readonly ElementPlan[] | undefined;
  readonly rules: readonly RelationalRule[];
  /** A date time period (1251), whose format is the qualifier (1250) before it. */
  readonly isPeriod: boolean;
  readonly isMoney: boolean;
  readonly edit: string | undefined;
  /** True for a simple element that is used. Its bytes are checked directly. */
  readonly isPlain: boolean;
  /** Byte classes that require more checks than length and code list. */
  readonly closer: number;

  constructor(spec: AnyElementSpec, previous: AnyElementSpec | undefined) {
    this.name = spec.name;
    this.ref = refText(spec.ref);
    this.usage = spec.usage;
    this.repeats = spec.repeats;
    this.edit = spec.edit;
    if (spec.kind === 'composite') {
      this.type = 'AN';
      this.min = 1;
      this.max = withoutLimit;
      this.codes = undefined;
      this.allowed = undefined;
      this.components = planElements(spec.components);
      this.rules = planRules(spec.rules, spec.ref);
      this.isPeriod = false;
      this.isMoney = false;
    } else {
      this.type = spec.type;
      this.min = spec.min;
      this.isMoney = spec.ref === 782;
      this.max = this.isMoney ? moneyDigits : spec.max;
      this.codes = spec.codes && codeTable(spec.codes);
      this.allowed = spec.codes;
      this.components = undefined;
      this.rules = [];
      this.isPeriod = spec.ref === 1251 && previous?.kind === 'element' && previous.ref === 1250;
    }
    this.isPlain = spec.kind === 'element' && spec.usage !== 'N';
    this.closer = closerLook(this.type, this.isPeriod);
  }
}

export function planElements(specs: readonly AnyElementSpec[]): ElementPlan[] {
  return specs.map((spec, i) => new ElementPlan(spec, specs[i - 1]));
}

function closerLook(type: ElementType, isPeriod: boolean): number {
  const text =
    byteClass.digit | byteClass.letter | byteClass.punctuation | byteClass.decimalPoint | byteClass.minus;
  if (isPeriod || type === 'DT' || type === 'TM') return ~0;
  return type === 'AN' || type === 'ID' ? ~text : ~byteClass.digit;
}

/** The dictionary numbers element In as 10000 + n. */
function refText(ref: number | string): string {
  return typeof ref === 'number' && ref > 10000 ? `I${String(ref - 10000).padStart(2, '0')}` : String(ref);
}
