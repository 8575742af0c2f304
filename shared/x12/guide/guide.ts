import { once } from '../values/once.ts';
import { type CodeList, codes } from './code-list.ts';
import { type ElementType, dataElement as fromDictionary } from './dictionary.ts';

/** R required, S situational, N not used: the usage column of a TR3. */
export type Usage = 'R' | 'S' | 'N';

/** A simple element or a component as a guide uses it. */
export interface ElementSpec {
  readonly kind: 'element';
  /** Data element number, written to IK402. */
  readonly ref: number;
  readonly name: string;
  readonly usage: Usage;
  readonly type: ElementType;
  readonly min: number;
  readonly max: number;
  readonly codes?: CodeList;
  /** Maximum repetitions with the ISA11 separator. */
  readonly repeats: number;
  /** Edit that reports faults of usage, length, type or code in place of the general edits. */
  readonly edit?: string | undefined;
}

export interface CompositeSpec {
  readonly kind: 'composite';
  /** Composite number, for example C023. */
  readonly ref: string;
  readonly name: string;
  readonly usage: Usage;
  readonly components: readonly ElementSpec[];
  /** Relational rules between the components, for example P0304. */
  readonly rules: readonly string[];
  readonly repeats: number;
  readonly edit?: string | undefined;
}

export type AnyElementSpec = ElementSpec | CompositeSpec;

/** A segment matches its description when all conditions hold. */
export interface TriggerCondition {
  readonly element: number;
  /** From 1; absent for a simple element. */
  readonly component?: number;
  readonly values: readonly string[];
}

export interface SegmentSpec {
  readonly kind: 'segment';
  readonly id: string;
  /** Unique among the segments of its loop: the id, or the id and a qualifier as in `REF-G1`. */
  readonly key: string;
  readonly name: string;
  readonly usage: Usage;
  readonly max: number;
  readonly elements: readonly AnyElementSpec[];
  /** Trigger values that distinguish this segment from others of the same id, for example NM101 = 85. */
  readonly when: readonly TriggerCondition[];
  /** Relational rules such as P0809, R0203, E0207, C0605, L050607. */
  readonly rules: readonly string[];
  /** Edit that reports a missing or surplus segment in place of the general edits. */
  readonly edit?: string | undefined;
  /** Order group inside the loop; by default neighbours with the same segment id share one. */
  readonly position?: number;
}

/** A loop begins with its first child, which must be a segment: the trigger. */
export interface LoopSpec {
  readonly kind: 'loop';
  readonly id: string;
  readonly name: string;
  readonly usage: Usage;
  readonly max: number;
  readonly children: readonly ChildSpec[];
  readonly edit?: string | undefined;
  readonly position?: number;
  /** Edits for segments whose id the loop has with other qualifiers only. The first match applies. */
  readonly strays?: readonly StraySpec[];
}

export interface StraySpec {
  readonly id: string;
  readonly when?: readonly TriggerCondition[];
  readonly edit: string;
}

export type ChildSpec = SegmentSpec | LoopSpec;

export interface GuideSpec {
  /** 837P, 835, 999, 277CA, 277 or 276. */
  readonly name: string;
  /** ST01. */
  readonly set: string;
  /** GS01. */
  readonly functionalId: string;
  /** The implementation reference that this guide describes, and others that are read with it. */
  readonly version: string;
  readonly accepts: readonly string[];
  /** Earlier versions that are read but not checked against the guide (reported as V003). */
  readonly alsoReads?: readonly string[];
  /** True for a transaction set with ST03. The 835 has none. */
  readonly hasImplementationReference: boolean;
  /** Segments and loops between ST and SE. */
  readonly children: readonly ChildSpec[];
  /** Element of the claim number, which findings in the claim repeat (837: 2300/CLM, 1; 835: 2100/CLP, 1). */
  readonly claimNumber?: ElementPath;
  /** Element that a 999 reports in its business unit CTX, for example CLM01. */
  readonly businessUnit?: ElementPath & { readonly name: string };
}

/** A guide without what its transaction sets contain: enough to recognize a set. */
export type GuideHeader = Omit<GuideSpec, 'children' | 'claimNumber' | 'businessUnit'>;

/** A segment as `loop/segment key` (`/BHT` outside loops) and an element of it. */
export interface ElementPath {
  readonly path: string;
  readonly element: number;
}

export const unbounded: number = Number.POSITIVE_INFINITY;

interface ElementOptions {
  readonly codes?: CodeList;
  readonly repeats?: number;
  readonly min?: number;
  readonly max?: number;
  readonly type?: ElementType;
  readonly name?: string;
  readonly edit?: string | undefined;
}

/** Returns an element by its data element number. Default type, length and name are those of the dictionary. */
export function element(usage: Usage, ref: number, options: ElementOptions = {}): ElementSpec {
  const { repeats = 1, ...rest } = options;
  return { kind: 'element', ref, usage, repeats, ...fromDictionary(ref), ...rest };
}

/**
 * The elements of a segment in order: specs, or text with usage and data element number such as `R1028 S782 N1032`.
 * Further parts of an element follow its number, in this order:
 *
 * - `S782x5`: five such elements
 * - `R127<30`: at most 30 characters
 * - `R478=C,D`: allowed codes
 * - `R1028!V050`: the edit that reports a fault of the element
 *
 * `NC040` is a composite that is not used.
 */
type ElementList = string | readonly (string | AnyElementSpec)[];

function elementSpecs(list: ElementList): AnyElementSpec[] {
  if (typeof list === 'string') return list.split(' ').flatMap(listedElements);
  return list.flatMap((one) => (typeof one === 'string' ? elementSpecs(one) : one));
}

/** Returns the first element of a list, without reading the rest. */
function firstElement([first = '']: readonly (string | AnyElementSpec)[]): AnyElementSpec | undefined {
  return typeof first === 'string' ? listedElements(first.split(' ', 1)[0] ?? '')[0] : first;
}

function listedElements(text: string): AnyElementSpec[] {
  const [, usage, ref = '', times = 1, max, allowed, edit] =
    /^([RSN])(C?\d+)(?:x(\d+))?(?:<(\d+))?(?:=([^!]+))?(?:!(\w+))?$/.exec(text) ?? [];
  if (usage !== 'R' && usage !== 'S' && usage !== 'N') throw new RangeError(`${text} is not an element`);
  const count = { length: Number(times) };
  if (ref.startsWith('C')) return Array.from(count, () => composite(usage, ref, []));
  const options = {
    ...(max !== undefined && { max: Number(max) }),
    ...(allowed !== undefined && { codes: codes(...allowed.split(',')) }),
    edit,
  };
  return Array.from(count, () => element(usage, Number(ref), options));
}

interface CompositeOptions {
  readonly rules?: readonly string[];
  readonly repeats?: number;
  readonly name?: string;
  readonly edit?: string | undefined;
}

export function composite(
  usage: Usage,
  ref: string,
  list: ElementList,
  options: CompositeOptions = {},
): CompositeSpec {
  const { rules = [], repeats = 1, name = ref, ...rest } = options;
  const components = elementSpecs(list).filter((component) => component.kind === 'element');
  return { kind: 'composite', ref, name, usage, components, rules, repeats, ...rest };
}

export interface SegmentOptions {
  readonly key?: string | undefined;
  readonly when?: readonly TriggerCondition[];
  readonly rules?: readonly string[];
  readonly edit?: string | undefined;
  readonly position?: number;
}

export function segment(
  id: string,
  name: string,
  usage: Usage,
  max: number,
  list: ElementList,
  options: SegmentOptions = {},
): SegmentSpec {
  const { key = id, when = [], rules = [], ...rest } = options;
  // A guide has thousands of elements, and most files need few of them.
  const elements = once(() => elementSpecs(list));
  return {
    ...{ kind: 'segment', id, key, name, usage, max, when, rules, ...rest },
    get elements() {
      return elements();
    },
  };
}

/**
 * A segment that the codes of its first element distinguish from others of the same id. By default its key is the id and
 * the first code.
 */
export function qualifiedSegment(
  id: string,
  name: string,
  usage: Usage,
  max: number,
  list: ElementList,
  options: Omit<SegmentOptions, 'when'> = {},
): SegmentSpec {
  const qualifier = firstElement(typeof list === 'string' ? [list] : list);
  const values = qualifier?.kind === 'element' ? [...(qualifier.codes?.entries.keys() ?? [])] : [];
  const { key = `${id}-${values[0]}`, ...rest } = options;
  return segment(id, name, usage, max, list, { key, when: [elementIs(1, ...values)], ...rest });
}

/** Condition on a whole element: `elementIs(1, '85')`. */
export function elementIs(element: number, ...values: readonly string[]): TriggerCondition {
  return { element, values };
}

/** Condition on a component: `componentIs(1, 1, 'ABK', 'BK')`. */
export function componentIs(
  element: number,
  component: number,
  ...values: readonly string[]
): TriggerCondition {
  return { element, component, values };
}

interface LoopOptions {
  readonly edit?: string | undefined;
  readonly position?: number;
  readonly strays?: readonly StraySpec[];
}

export function loop(
  id: string,
  name: string,
  usage: Usage,
  max: number,
  children: readonly ChildSpec[],
  options: LoopOptions = {},
): LoopSpec {
  return { kind: 'loop', id, name, usage, max, children, ...options };
}
