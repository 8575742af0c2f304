import type {
  AnyElementSpec,
  ChildSpec,
  GuideSpec,
  LoopSpec,
  SegmentSpec,
  TriggerCondition,
} from '#x12/guide/guide.ts';
import { type Elements, levelsAround } from './guide-oracle.ts';

/**
 * Writes a set with every loop, segment and used element of a guide once. Values have the right type, length and code but
 * no meaning.
 */
export function exampleOf({ children }: GuideSpec): readonly Elements[] {
  return numbered(children.flatMap(instancesOf));
}

function instancesOf(child: ChildSpec): Elements[] {
  if (child.usage === 'N') return [];
  if (child.kind === 'loop') return loopOf(child);
  return [segmentOf(child)];
}

const loopOf = ({ children }: LoopSpec): Elements[] => children.flatMap(instancesOf);

function segmentOf({ id, elements, when, rules }: SegmentSpec): Elements {
  const values: string[] = [];
  for (const [i, spec] of elements.entries()) {
    const isExcluded = rules.some(
      (rule) => rule[0] === 'E' && others(rule, i + 1).some((other) => values[other - 1]),
    );
    const condition = when.filter(({ element }) => element === i + 1);
    values.push(spec.usage === 'N' || isExcluded ? '' : elementOf(spec, condition, values));
  }
  while (values.at(-1) === '') values.pop();
  return [id, ...values];
}

/** The other elements of a rule that names this one. */
function others(rule: string, element: number): number[] {
  const numbers = (rule.slice(1).match(/\d\d/g) ?? []).map(Number);
  return numbers.includes(element) ? numbers.filter((number) => number !== element) : [];
}

function elementOf(
  spec: AnyElementSpec,
  when: readonly TriggerCondition[],
  before: readonly string[],
): string {
  if (spec.kind === 'element') return textFor(spec, when[0]?.values[0], before.at(-1) ?? '');
  const parts: string[] = [];
  for (const [i, component] of spec.components.entries()) {
    const condition = when.find((one) => one.component === i + 1);
    const isUsed = component.usage !== 'N';
    // Each pointer to a diagnosis is another one.
    const value = component.ref === 1328 ? String(i + 1) : condition?.values[0];
    parts.push(isUsed ? textFor(component, value, parts.at(-1) ?? '') : '');
  }
  while (parts.at(-1) === '') parts.pop();
  return parts.join(':');
}

/** Values that satisfy rules beyond the guide's tables: a street, a state, a provider number. */
const known = new Map<number, string>([
  [19, 'DENVER'],
  [26, 'US'],
  [67, '1234567893'],
  [116, '802031234'],
  [156, 'CO'],
  [166, '1 MAIN ST'],
  [1271, 'E119'],
  [1331, '11'],
  [1325, '1'],
  [1251, '20260301'],
]);

function textFor(
  spec: Extract<AnyElementSpec, { kind: 'element' }>,
  condition: string | undefined,
  before: string,
): string {
  const { ref, codes, type, min, max } = spec;
  if (condition !== undefined) return condition;
  const [code] = codes?.entries.keys() ?? [];
  if (code !== undefined) return code;
  if (ref === 127 && before === 'PXC') return '207Q00000X';
  if (ref === 127 && (before === 'EI' || before === 'SY')) return '841234567';
  const value = known.get(ref);
  if (value !== undefined) return value;
  if (type === 'DT') return max === 6 ? '260301' : '20260301';
  if (type === 'TM') return '1130';
  if (type === 'AN' || type === 'ID') return 'A'.repeat(Math.max(min, Math.min(2, max)));
  return '1'.repeat(Math.max(min, 1));
}

/** HL01, HL02 and HL04 depend on other levels. */
function numbered(segments: readonly Elements[]): Elements[] {
  const levels = segments.filter(([id]) => id === 'HL').map(([, , , level = '']) => level);
  const around = levelsAround(levels);
  let next = 0;
  return segments.map((segment) => {
    if (segment[0] !== 'HL') return segment;
    const i = next++;
    const parent = around[i] ?? -1;
    return [
      'HL',
      String(i + 1),
      parent < 0 ? '' : String(parent + 1),
      levels[i] ?? '',
      around.includes(i) ? '1' : '0',
    ];
  });
}
