import { type CodeList, codes } from '../../guide/code-list.ts';
import {
  type AnyElementSpec,
  type Condition,
  composite,
  type ElementSpec,
  on,
  type SegmentSpec,
  type StraySpec,
  segment,
  type Usage,
  unused,
  use,
} from '../../guide/guide.ts';

/** Segments that several loops of the 837P share, with what differs between the loops as options. */

interface ReferenceOptions {
  readonly values?: CodeList;
  /** Longest REF02 the guide allows, where it is less than that of the data element. */
  readonly max?: number;
  /** Edit for the value; "too many" is always V069, "missing" never happens as these are situational. */
  readonly edit?: string;
  /** REF04 names the payer (2U) whose number this is. */
  readonly forPayer?: boolean;
  readonly usage?: Usage;
  readonly segmentEdit?: string;
}

/** REF, known in its loop as `REF-` and its first qualifier. */
export function reference(
  name: string,
  max: number,
  qualifiers: readonly string[],
  options: ReferenceOptions = {},
): SegmentSpec {
  const { values, edit, forPayer = false, usage = 'S', segmentEdit = 'V069' } = options;
  const value: ElementSpec = use('R', 127, {
    ...(values ? { codes: values } : {}),
    ...(options.max ? { max: options.max } : {}),
    ...editOf(edit),
  });
  return segment(
    'REF',
    name,
    usage,
    max,
    [
      use('R', 128, { codes: codes(...qualifiers) }),
      value,
      unused(352),
      forPayer ? payerOfReference : unusedComposite('C040'),
    ],
    {
      key: `REF-${qualifiers[0]}`,
      when: [on(1, ...qualifiers)],
      rules: ['R0203'],
      edit: segmentEdit,
    },
  );
}

/** Loop option: a REF with a qualifier the loop does not have. */
export const strayReference: { readonly strays: readonly StraySpec[] } = {
  strays: [{ id: 'REF', edit: 'V069' }],
};

const payerOfReference = composite('S', 'C040', [
  use('R', 128, { codes: codes('2U') }),
  use('R', 127),
  unused(128),
  unused(127),
  unused(128),
  unused(127),
]);

interface DateOptions {
  readonly max?: number;
  readonly usage?: Usage;
  readonly formats?: readonly string[];
  readonly edit?: string;
}

/** DTP, known in its loop as `DTP-` and its first qualifier. */
export function date(name: string, qualifiers: readonly string[], options: DateOptions = {}): SegmentSpec {
  const { max = 1, usage = 'S', formats = ['D8'], edit } = options;
  return segment(
    'DTP',
    name,
    usage,
    max,
    [
      use('R', 374, { codes: codes(...qualifiers) }),
      use('R', 1250, { codes: codes(...formats), ...editOf(edit) }),
      use('R', 1251, editOf(edit)),
    ],
    { key: `DTP-${qualifiers[0]}`, when: [on(1, ...qualifiers)], ...editOf(edit) },
  );
}

export function amount(name: string, qualifier: string, edit?: string): SegmentSpec {
  return segment(
    'AMT',
    name,
    'S',
    1,
    [use('R', 522, { codes: codes(qualifier) }), use('R', 782, editOf(edit)), unused(478)],
    { key: `AMT-${qualifier}`, when: [on(1, qualifier)] },
  );
}

/** A composite the guide marks "not used": it has no components to match, so any content is too much. */
export function unusedComposite(ref: string): AnyElementSpec {
  return composite('N', ref, []);
}

/** `count` elements marked "not used", their numbers taken in turn. */
export function unusedRun(count: number, refs: readonly number[]): ElementSpec[] {
  return Array.from({ length: count }, (_, i) => unused(refs[i % refs.length] ?? 0));
}

export function editOf(edit: string | undefined): { edit?: string } {
  return edit === undefined ? {} : { edit };
}

export const yes: CodeList = codes('Y');
export const yesOrNo: CodeList = codes('N', 'Y');

/** Tells the segments of one id apart by their first element. */
export function withQualifier(qualifier: string): readonly Condition[] {
  return [on(1, qualifier)];
}
