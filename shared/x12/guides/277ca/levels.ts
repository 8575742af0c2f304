import { composite, elementIs, type SegmentSpec, segment, type Usage, unbounded } from '../../guide/guide.ts';

/** The HL of a level, detected by HL03. */
export function levelSegment(
  title: string,
  level: string,
  parent: Usage,
  child: Usage,
  childCodes = '0,1',
): SegmentSpec {
  const elements = `R628 ${parent}734 R735=${level} ${child}736=${childCodes}`;
  return segment('HL', title, 'R', 1, elements, { when: [elementIs(3, level)] });
}

/** TRN: type 1 has a trace of the sender, type 2 the number of the acknowledged batch or claim. */
export function traceSegment(title: string, type: '1' | '2'): SegmentSpec {
  return segment('TRN', title, 'R', 1, `R481=${type} R127 N509 N127`);
}

/**
 * STC; `usages` are those of date (STC02), amount (STC04) and message (STC12). Category and status codes (code sources
 * 507 and 508) are dated and checked with the status.
 */
export function statusSegment(title: string, usage: Usage, entities: string, usages: string): SegmentSpec {
  const [date, amount, message] = usages;
  const statusCode = composite('R', 'C043', `R1271 R1271 S98=${entities} N1270`);
  const furtherCode = composite('S', 'C043', 'R1271 R1271 S98 N1270');
  const elements = `${date}373 R306=U,WQ ${amount}782 N782 N373 N591 N373 N429`;
  const list = [statusCode, elements, furtherCode, furtherCode, `${message}933`];
  return segment('STC', title, usage, unbounded, list);
}

/** Entity codes of an STC, by level. */
export const receiverEntities = '36,40,41,AY,PR';
export const providerEntities = '36,40,41,77,82,85,87,AY,PR';
export const claimEntities =
  '03,1P,1Z,40,41,71,72,73,77,82,85,87,DK,DN,DQ,FA,GB,HK,IL,LI,MSC,PR,PRP,QB,QC,QD,SEP,TL,TTP,TU';
