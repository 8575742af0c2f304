import type {
  AnyElementSpec,
  ChildSpec,
  CompositeSpec,
  ElementSpec,
  GuideSpec,
  LoopSpec,
  SegmentSpec,
  TriggerCondition,
} from '#x12/guide/guide.ts';

/**
 * Checks the elements of one segment by the definition of its guide, with plain strings. It shares no code with the
 * engine's element check, so each verifies the other.
 */
function elementFault(spec: SegmentSpec, elements: readonly string[]): string | undefined {
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

/** A segment as its elements, the id first. */
export type Elements = readonly string[];

/** A segment of a set with its place in the guide. */
export interface Placed {
  readonly spec: SegmentSpec;
  readonly loop: string;
  readonly elements: Elements;
}

/**
 * Parses the segments between ST and SE by the definition of a guide. Returns the place of each, or undefined when they
 * violate order, usage, repetition or elements. It shares no code with the engine: it tries every possible place.
 */
export function parseSet(guide: GuideSpec, segments: readonly Elements[]): readonly Placed[] | undefined {
  const root: LoopSpec = { kind: 'loop', id: '', name: '', usage: 'R', max: 1, children: guide.children };
  const found = new Parse(segments).loop(root, 0).get(segments.length);
  return found === undefined || !isHierarchySound(segments) ? undefined : trailOf(found);
}

/** The segments read so far, the last one first. */
interface Trail {
  readonly last: Placed;
  readonly before: Trail | undefined;
}

type Ends = Map<number, Trail | undefined>;

class Parse {
  private readonly segments: readonly Elements[];
  private readonly known = new Map<LoopSpec, Ends[]>();
  private readonly fits = new Map<SegmentSpec, boolean[]>();

  constructor(segments: readonly Elements[]) {
    this.segments = segments;
  }

  /** Returns the possible ends of a loop that begins at `start`, each with its segments. */
  loop(spec: LoopSpec, start: number): Ends {
    const known = this.known.get(spec) ?? [];
    this.known.set(spec, known);
    known[start] ??= this.readLoop(spec, start);
    return known[start];
  }

  private readLoop(spec: LoopSpec, start: number): Ends {
    let ends: Ends = new Map([[start, undefined]]);
    for (const group of placesOf(spec)) {
      const next: Ends = new Map();
      for (const [at, trail] of ends) this.readPlace(group, spec.id, at, trail, next);
      ends = next;
    }
    return ends;
  }

  /** Children at one position come in any order, each within its repetition limits. */
  private readPlace(
    group: readonly ChildSpec[],
    loop: string,
    start: number,
    before: Trail | undefined,
    ends: Ends,
  ): void {
    const seen = new Set<string>();
    const open = [{ at: start, trail: before, counts: group.map(() => 0) }];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      const { at, trail, counts } = state;
      const key = `${at} ${counts.join()}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const isEnough = group.every(({ usage }, i) => usage !== 'R' || (counts[i] ?? 0) > 0);
      if (isEnough && !ends.has(at)) ends.set(at, trail);
      for (const [i, child] of group.entries()) {
        const count = (counts[i] ?? 0) + 1;
        if (child.usage === 'N' || count > child.max) continue;
        const further = counts.with(i, Number.isFinite(child.max) ? count : 1);
        for (const [end, inner] of this.child(child, loop, at)) {
          if (end > at) open.push({ at: end, trail: joined(trail, inner), counts: further });
        }
      }
    }
  }

  private child(child: ChildSpec, loop: string, at: number): Ends {
    const trigger = child.kind === 'loop' ? child.children[0] : child;
    if (trigger?.kind !== 'segment' || !this.isSegment(trigger, at)) return new Map();
    if (child.kind === 'loop') return this.loop(child, at);
    const elements = this.segments[at] ?? [];
    return new Map([[at + 1, { last: { spec: child, loop, elements }, before: undefined }]]);
  }

  private isSegment(spec: SegmentSpec, at: number): boolean {
    const known = this.fits.get(spec) ?? [];
    this.fits.set(spec, known);
    const elements = this.segments[at] ?? [];
    known[at] ??=
      elements[0] === spec.id &&
      spec.when.every((condition) => isMet(condition, elements)) &&
      elementFault(spec, elements) === undefined;
    return known[at];
  }
}

/** Returns groups of children at one position: adjacent ones with one segment id, or with the same position. */
function placesOf({ children }: LoopSpec): ChildSpec[][] {
  const groups: ChildSpec[][] = [];
  let id = '';
  for (const [i, child] of children.entries()) {
    const own = idOf(child);
    const isNeighbour = i > 1 && (own === id || child.position !== undefined);
    if (isNeighbour) groups.at(-1)?.push(child);
    else groups.push([child]);
    id = own;
  }
  return groups;
}

function idOf(child: ChildSpec): string {
  if (child.kind === 'segment') return child.id;
  const [first] = child.children;
  return first === undefined ? '' : idOf(first);
}

function isMet({ element, component, values }: TriggerCondition, elements: Elements): boolean {
  const text = elements[element] ?? '';
  return values.includes(component === undefined ? text : (text.split(':')[component - 1] ?? ''));
}

function joined(trail: Trail | undefined, inner: Trail | undefined): Trail | undefined {
  return trailOf(inner).reduce<Trail | undefined>((before, last) => ({ last, before }), trail);
}

function trailOf(trail: Trail | undefined): Placed[] {
  const placed: Placed[] = [];
  for (let one = trail; one !== undefined; one = one.before) placed.push(one.last);
  return placed.reverse();
}

/** HL01 counts from 1, HL02 is the parent level, HL04 is 1 for a level with children. */
function isHierarchySound(segments: readonly Elements[]): boolean {
  const levels = segments.filter(([id]) => id === 'HL');
  const around = levelsAround(levels.map(([, , , level = '']) => level));
  return levels.every(([, number = '', parent = '', , child = ''], i) => {
    const isParent = parent === (around[i] === -1 ? '' : String((around[i] ?? 0) + 1));
    return number === String(i + 1) && isParent && (child === '' || (child === '1') === around.includes(i));
  });
}

/** From the outermost to the innermost. */
const ranks = ['20', '21', '19', '22', 'PT', '23'];

/** Returns for each level (HL03) the index of its parent, the nearest outer level before it, or -1. */
export function levelsAround(levels: readonly string[]): readonly number[] {
  const rank = levels.map((level) => ranks.indexOf(level));
  return rank.map((own, i) => rank.findLastIndex((other, j) => j < i && other < own));
}
