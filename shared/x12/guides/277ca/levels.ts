import { type CodeList, codes } from '../../guide/code-list.ts';
import {
  type AnyElementSpec,
  composite,
  element,
  elementIs,
  notUsed,
  type SegmentSpec,
  segment,
  type Usage,
  unbounded,
} from '../../guide/guide.ts';
import { elementList } from '../shapes.ts';

/** The HL of a level, detected by HL03. */
export function levelSegment(
  title: string,
  level: string,
  parent: Usage,
  child: Usage,
  childCodes: CodeList,
): SegmentSpec {
  const elements = [
    element('R', 628),
    element(parent, 734),
    element('R', 735, { codes: codes(level) }),
    element(child, 736, { codes: childCodes }),
  ];
  return segment('HL', title, 'R', 1, elements, { when: [elementIs(3, level)] });
}

/** TRN: type 1 has a trace of the sender, type 2 the number of the acknowledged batch or claim. */
export function traceSegment(title: string, type: '1' | '2'): SegmentSpec {
  return segment('TRN', title, 'R', 1, [
    element('R', 481, { codes: codes(type) }),
    ...elementList('R127 N509 N127'),
  ]);
}

interface StatusOptions {
  readonly usage: Usage;
  readonly max?: number;
  readonly entities: CodeList;
  readonly date: Usage;
  readonly amount: Usage;
  readonly message: Usage;
}

/** STC. Category and status codes (code sources 507 and 508) are dated and checked with the status. */
export function statusSegment(title: string, options: StatusOptions): SegmentSpec {
  const elements = [
    statusCode('R', options.entities),
    element(options.date, 373),
    element('R', 306, { codes: codes('U', 'WQ') }),
    element(options.amount, 782),
    ...elementList('N782 N373 N591 N373 N429'),
    statusCode('S'),
    statusCode('S'),
    element(options.message, 933),
  ];
  return segment('STC', title, options.usage, options.max ?? unbounded, elements);
}

function statusCode(usage: Usage, entities?: CodeList): AnyElementSpec {
  const entity = entities === undefined ? element('S', 98) : element('S', 98, { codes: entities });
  return composite(usage, 'C043', [element('R', 1271), element('R', 1271), entity, notUsed(1270)]);
}

/** Entity codes of an STC, by level. */
export const receiverEntities: CodeList = codes('36', '40', '41', 'AY', 'PR');
export const providerEntities: CodeList = codes('36', '40', '41', '77', '82', '85', '87', 'AY', 'PR');
export const claimEntities: CodeList = codes(
  ...'03 1P 1Z 40 41 71 72 73 77 82 85 87 DK DN DQ FA GB HK IL LI MSC PR PRP QB QC QD SEP TL TTP TU'.split(
    ' ',
  ),
);
