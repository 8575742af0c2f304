import { type CodeList, codes } from '../../guide/code-list.ts';
import {
  type AnyElementSpec,
  composite,
  type ElementSpec,
  element,
  elementIs,
  notUsed,
  type SegmentSpec,
  type StraySpec,
  segment,
  type Usage,
} from '../../guide/guide.ts';

/** Segments that several loops of the 837P share, with what differs between the loops as options. */

interface ReferenceOptions {
  readonly values?: CodeList;
  /** Maximum length of REF02, where it is less than that of the data element. */
  readonly max?: number;
  /** Edit for the value; `segmentEdit` reports repeats. */
  readonly edit?: string;
  /** REF04 names the payer (2U) whose number this is. */
  readonly forPayer?: boolean;
  readonly usage?: Usage;
  readonly segmentEdit?: string;
}

/** REF, known in its loop as `REF-` and its first qualifier. */
export function referenceSegment(
  name: string,
  max: number,
  qualifiers: readonly string[],
  options: ReferenceOptions = {},
): SegmentSpec {
  const { values, edit, forPayer = false, usage = 'S', segmentEdit = 'V069' } = options;
  const value: ElementSpec = element('R', 127, {
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
      element('R', 128, { codes: codes(...qualifiers) }),
      value,
      notUsed(352),
      forPayer ? payerOfReference : notUsedComposite('C040'),
    ],
    {
      key: `REF-${qualifiers[0]}`,
      when: [elementIs(1, ...qualifiers)],
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
  element('R', 128, { codes: codes('2U') }),
  element('R', 127),
  notUsed(128),
  notUsed(127),
  notUsed(128),
  notUsed(127),
]);

interface DateOptions {
  readonly max?: number;
  readonly usage?: Usage;
  readonly formats?: readonly string[];
  readonly edit?: string;
}

/** DTP, known in its loop as `DTP-` and its first qualifier. */
export function dateSegment(
  name: string,
  qualifiers: readonly string[],
  options: DateOptions = {},
): SegmentSpec {
  const { max = 1, usage = 'S', formats = ['D8'], edit } = options;
  return segment(
    'DTP',
    name,
    usage,
    max,
    [
      element('R', 374, { codes: codes(...qualifiers) }),
      element('R', 1250, { codes: codes(...formats), ...editOf(edit) }),
      element('R', 1251, editOf(edit)),
    ],
    { key: `DTP-${qualifiers[0]}`, when: [elementIs(1, ...qualifiers)], ...editOf(edit) },
  );
}

export function amountSegment(name: string, qualifier: string, edit?: string): SegmentSpec {
  return segment(
    'AMT',
    name,
    'S',
    1,
    [element('R', 522, { codes: codes(qualifier) }), element('R', 782, editOf(edit)), notUsed(478)],
    { key: `AMT-${qualifier}`, when: [elementIs(1, qualifier)] },
  );
}

/** A composite that the guide marks "not used"; any content is a fault. */
export function notUsedComposite(ref: string): AnyElementSpec {
  return composite('N', ref, []);
}

/** `count` elements marked "not used", their numbers taken in turn. */
export function notUsedElements(count: number, refs: readonly number[]): ElementSpec[] {
  return Array.from({ length: count }, (_, i) => notUsed(refs[i % refs.length] ?? 0));
}

export function editOf(edit: string | undefined): { edit?: string } {
  return edit === undefined ? {} : { edit };
}

export const yes: CodeList = codes('Y');
export const yesOrNo: CodeList = codes('N', 'Y');
