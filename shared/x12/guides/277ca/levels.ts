import { type CodeList, codes } from '../../guide/code-list.ts';
import {
  type AnyElementSpec,
  composite,
  element,
  elementIs,
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
    ...elementList(`R628 ${parent}734 R735=${level}`),
    element(child, 736, { codes: childCodes }),
  ];
  return segment('HL', title, 'R', 1, elements, { when: [elementIs(3, level)] });
}

/** TRN: type 1 has a trace of the sender, type 2 the number of the acknowledged batch or claim. */
export function traceSegment(title: string, type: '1' | '2'): SegmentSpec {
  return segment('TRN', title, 'R', 1, elementList(`R481=${type} R127 N509 N127`));
}

/**
 * STC; `usages` are those of date (STC02), amount (STC04) and message (STC12). Category and status codes (code sources
 * 507 and 508) are dated and checked with the status.
 */
export function statusSegment(title: string, usage: Usage, entities: CodeList, usages: string): SegmentSpec {
  const [date, amount, message] = usages;
  const elements = [
    statusCode('R', entities),
    ...elementList(`${date}373 R306=U,WQ ${amount}782 N782 N373 N591 N373 N429`),
    statusCode('S'),
    statusCode('S'),
    ...elementList(`${message}933`),
  ];
  return segment('STC', title, usage, unbounded, elements);
}

function statusCode(usage: Usage, entities?: CodeList): AnyElementSpec {
  const entity = element('S', 98, entities && { codes: entities });
  return composite(usage, 'C043', [...elementList('R1271 R1271'), entity, element('N', 1270)]);
}

/** Entity codes of an STC, by level. */
export const receiverEntities: CodeList = codes('36', '40', '41', 'AY', 'PR');
export const providerEntities: CodeList = codes('36', '40', '41', '77', '82', '85', '87', 'AY', 'PR');
export const claimEntities: CodeList = codes(
  ...'03 1P 1Z 40 41 71 72 73 77 82 85 87 DK DN DQ FA GB HK IL LI MSC PR PRP QB QC QD SEP TL TTP TU'.split(
    ' ',
  ),
);
