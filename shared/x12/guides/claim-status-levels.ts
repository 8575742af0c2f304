import {
  elementIs,
  type LoopSpec,
  loop,
  type SegmentSpec,
  segment,
  type Usage,
  unbounded,
} from '../guide/guide.ts';
import { nameSegment } from './shapes.ts';

/** Levels that the claim status request (276) and response (277) share: TR3 005010X212, loops 2000A to 2000E. */

/** The HL of a level, detected by HL03. */
function levelSegment(title: string, level: string, parent: Usage, childCodes: string): SegmentSpec {
  const child = childCodes === '' ? 'S736=0' : `R736=${childCodes}`;
  const elements = `R628 ${parent}734 R735=${level} ${child}`;
  return segment('HL', title, 'R', 1, elements, { when: [elementIs(3, level)] });
}

/** TRN: type 1 is a trace of the sender, type 2 repeats the trace of the request. */
export function traceSegment(title: string, type: '1' | '2'): SegmentSpec {
  return segment('TRN', title, 'R', 1, `R481=${type} R127 N509 N127`);
}

/** Parts in which the two sets differ. */
export interface LevelParts {
  /** HL04 of receiver and provider: only a response may end there. */
  readonly childCodes: '1' | '0,1';
  readonly payerContact: readonly SegmentSpec[];
  readonly receiver: readonly LoopSpec[];
  readonly provider: readonly LoopSpec[];
  /** DMG of a subscriber or dependent. */
  demographics(usage: Usage): readonly SegmentSpec[];
  /** Loop 2200D or 2200E. */
  tracking(letter: 'D' | 'E', usage: Usage): LoopSpec;
}

/** Returns loop 2000A with all loops below. */
export function informationSource(parts: LevelParts): LoopSpec {
  const { childCodes, payerContact } = parts;
  const dependent = loop('2000E', 'Dependent Level', 'S', unbounded, [
    // HL04 is not used here. Allowed, because senders fill it.
    levelSegment('Dependent Level', '23', 'R', ''),
    ...parts.demographics('R'),
    loop('2100E', 'Dependent Name', 'R', 1, [
      nameSegment('Dependent Name', 'R', 'QC', 'R1065=1 R1035 S1036 S1037 N1038 S1039 N66 N67'),
    ]),
    parts.tracking('E', 'R'),
  ]);
  const subscriber = loop('2000D', 'Subscriber Level', 'S', unbounded, [
    levelSegment('Subscriber Level', '22', 'R', '0,1'),
    ...parts.demographics('S'),
    loop('2100D', 'Subscriber Name', 'R', 1, [
      nameSegment('Subscriber Name', 'R', 'IL', 'R1065=1,2 R1035 S1036 S1037 N1038 S1039 R66=24,II,MI R67'),
    ]),
    parts.tracking('D', 'S'),
    dependent,
  ]);
  const provider = loop('2000C', 'Service Provider Level', childCodes === '1' ? 'R' : 'S', unbounded, [
    levelSegment('Service Provider Level', '19', 'R', childCodes),
    loop('2100C', 'Provider Name', 'R', 2, [
      nameSegment('Provider Name', 'R', '1P', 'R1065=1,2 S1035 S1036 S1037 N1038 S1039 R66=FI,SV,XX R67'),
    ]),
    ...parts.provider,
    subscriber,
  ]);
  const receiver = loop('2000B', 'Information Receiver Level', 'R', unbounded, [
    levelSegment('Information Receiver Level', '21', 'R', childCodes),
    loop('2100B', 'Information Receiver Name', 'R', 1, [
      nameSegment(
        'Information Receiver Name',
        'R',
        '41',
        'R1065=1,2 S1035 S1036 S1037 N1038 N1039 R66=46 R67',
      ),
    ]),
    ...parts.receiver,
    provider,
  ]);
  return loop('2000A', 'Information Source Level', 'R', unbounded, [
    levelSegment('Information Source Level', '20', 'N', '1'),
    loop('2100A', 'Payer Name', 'R', 1, [
      nameSegment('Payer Name', 'R', 'PR', 'R1065=2 R1035 N1036 N1037 N1038 N1039 R66=PI,XV R67'),
      ...payerContact,
    ]),
    receiver,
  ]);
}

/** SVC01-1: code sources of a service. */
export const serviceQualifiers = 'AD,ER,HC,HP,IV,N4,NU,WK';
