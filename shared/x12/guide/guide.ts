import type { CodeList } from './code-list.ts';
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
  /** Id of the edit that reports a usage, length, type or code error here instead of the general edit. */
  readonly edit?: string;
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
  readonly edit?: string;
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
  /** Id of the edit that reports "missing" and "too many" of this segment instead of the general edit. */
  readonly edit?: string;
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
  readonly edit?: string;
  readonly position?: number;
  /** Edits for segments whose id the loop has with other qualifiers; the first match applies. */
  readonly strays?: readonly StraySpec[];
}

export interface StraySpec {
  readonly id: string;
  readonly when?: readonly TriggerCondition[];
  readonly edit: string;
}

export type ChildSpec = SegmentSpec | LoopSpec;

export interface GuideSpec {
  /** 837P, 835, 999 or 277CA. */
  readonly name: string;
  /** ST01. */
  readonly set: string;
  /** GS01. */
  readonly functionalId: string;
  /** The implementation reference this guide describes, and others that are read by it. */
  readonly version: string;
  readonly accepts: readonly string[];
  /** Earlier versions that are read but not checked against the guide (reported as V003). */
  readonly alsoReads?: readonly string[];
  /** Whether ST03 is part of this transaction set (it is not in the 835). */
  readonly hasImplementationReference: boolean;
  /** Everything between ST and SE, both excluded. */
  readonly children: readonly ChildSpec[];
  /** Element with the claim number, which findings below it carry (837: 2300/CLM, 1; 835: 2100/CLP, 1). */
  readonly claimNumber?: ElementPath;
  /** Element that a 999 reports in its business unit CTX, for example CLM01. */
  readonly businessUnit?: ElementPath & { readonly name: string };
}

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
  readonly edit?: string;
}

/** An element by its data element number; type, length and name come from the dictionary unless given. */
export function element(usage: Usage, ref: number, options: ElementOptions = {}): ElementSpec {
  const { repeats = 1, ...rest } = options;
  return { kind: 'element', ref, usage, repeats, ...fromDictionary(ref), ...rest };
}

/** An element that the guide marks "not used". */
export function notUsed(ref: number): ElementSpec {
  return element('N', ref);
}

interface CompositeOptions {
  readonly rules?: readonly string[];
  readonly repeats?: number;
  readonly name?: string;
  readonly edit?: string;
}

export function composite(
  usage: Usage,
  ref: string,
  components: readonly ElementSpec[],
  options: CompositeOptions = {},
): CompositeSpec {
  const { rules = [], repeats = 1, name = ref, ...rest } = options;
  return { kind: 'composite', ref, name, usage, components, rules, repeats, ...rest };
}

interface SegmentOptions {
  readonly key?: string;
  readonly when?: readonly TriggerCondition[];
  readonly rules?: readonly string[];
  readonly edit?: string;
  readonly position?: number;
}

export function segment(
  id: string,
  name: string,
  usage: Usage,
  max: number,
  elements: readonly AnyElementSpec[],
  options: SegmentOptions = {},
): SegmentSpec {
  const { key = id, when = [], rules = [], ...rest } = options;
  return { kind: 'segment', id, key, name, usage, max, elements, when, rules, ...rest };
}

/** Shorthand for a condition: `on(1, '85')`, `componentIs(1, 1, 'ABK', 'BK')`. */
export function elementIs(element: number, ...values: readonly string[]): TriggerCondition {
  return { element, values };
}

export function componentIs(
  element: number,
  component: number,
  ...values: readonly string[]
): TriggerCondition {
  return { element, component, values };
}

interface LoopOptions {
  readonly edit?: string;
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
