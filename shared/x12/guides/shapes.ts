import {
  type CompositeSpec,
  composite,
  qualifiedSegment,
  type SegmentSpec,
  segment,
  type Usage,
} from '../guide/guide.ts';

/**
 * Segments that several guides share. `qualifiers` are the codes of the first element, separated by commas. They
 * distinguish segments with the same id. `edit` reports faults of the segment and its main elements.
 */

/** Returns the notation of an edit in a list of elements. */
export const reportedBy = (edit: string | undefined): string => (edit === undefined ? '' : `!${edit}`);

/** N3 and N4. Country rules decide whether state and ZIP code are required. */
export function addressSegments(name: string, usage: Usage, edit?: string): SegmentSpec[] {
  const cityName = name.replace('Address', 'City, State, ZIP Code');
  const city = `R19${reportedBy(edit)} S156 S116 S26 N309 N310 S1715`;
  return [
    segment('N3', name, usage, 1, 'R166 S166', { edit }),
    segment('N4', cityName, usage, 1, city, { rules: ['E0207', 'C0605', 'C0704'], edit }),
  ];
}

interface DateOptions {
  readonly max?: number;
  readonly usage?: Usage;
  /** DTP02; by default a single date. */
  readonly formats?: string;
  readonly edit?: string;
}

/** DTP. */
export function dateSegment(name: string, qualifiers: string, options: DateOptions = {}): SegmentSpec {
  const { max = 1, usage = 'S', formats = 'D8', edit } = options;
  const elements = `R374=${qualifiers} R1250=${formats}${reportedBy(edit)} R1251${reportedBy(edit)}`;
  return qualifiedSegment('DTP', name, usage, max, elements, { edit });
}

/** DTM. */
export function dateTimeSegment(name: string, max: number, qualifiers: string, key?: string): SegmentSpec {
  const elements = `R374=${qualifiers} R373 N337 N623 N1250 N1251`;
  const rules = ['R020305', 'C0403', 'P0506'];
  return qualifiedSegment('DTM', name, 'S', max, elements, { key, rules });
}

export interface ReferenceOptions {
  readonly key?: string;
  readonly usage?: Usage;
  /** REF02. */
  readonly value?: string;
  /** REF04. */
  readonly payer?: string | CompositeSpec;
  readonly edit?: string;
}

/** REF. */
export function referenceSegment(
  name: string,
  max: number,
  qualifiers: string,
  { usage = 'S', value = 'R127', payer = 'NC040', ...options }: ReferenceOptions = {},
): SegmentSpec {
  const elements = [`R128=${qualifiers}`, value, 'N352', payer];
  return qualifiedSegment('REF', name, usage, max, elements, { rules: ['R0203'], ...options });
}

/** NM1; `rest` lists NM102 to NM109. */
export function nameSegment(
  name: string,
  usage: Usage,
  entities: string,
  rest: string,
  key = 'NM1',
): SegmentSpec {
  const elements = `R98=${entities} ${rest} N706 N98 N1035`;
  return qualifiedSegment('NM1', name, usage, 1, elements, { key, rules: ['P0809', 'C1110', 'C1203'] });
}

/** AMT. */
export function amountSegment(name: string, max: number, qualifiers: string, key?: string): SegmentSpec {
  return qualifiedSegment('AMT', name, 'S', max, `R522=${qualifiers} R782 N478`, { key });
}

/** QTY. */
export function quantitySegment(name: string, max: number, qualifiers: string, key?: string): SegmentSpec {
  const elements = `R673=${qualifiers} R380 NC001 N61`;
  return qualifiedSegment('QTY', name, 'S', max, elements, { key, rules: ['E0204', 'R0204'] });
}

/** CAS: a group code and up to six triplets of reason, amount and quantity. */
export function adjustmentSegment(name: string, max: number, groups: string, edit?: string): SegmentSpec {
  const by = reportedBy(edit);
  const triplet = (usage: Usage): string => ` ${usage}1034${by} ${usage}782${by} S380${by}`;
  const rules =
    'L050607 C0605 C0705 L080910 C0908 C1008 L111213 C1211 C1311 L141516 C1514 C1614 L171819 C1817 C1917';
  const elements = `R1033=${groups}${by}${triplet('R')}${triplet('S').repeat(5)}`;
  return segment('CAS', name, 'S', max, elements, { rules: rules.split(' ') });
}

/** C003: qualifier, code, four modifiers, description. */
export function procedureComposite(
  usage: Usage,
  qualifiers: string,
  description: Usage = 'N',
): CompositeSpec {
  return composite(usage, 'C003', `R235=${qualifiers} R234 S1339x4 ${description}352 N234`);
}
