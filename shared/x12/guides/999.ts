import { codes } from '../guide/code-list.ts';
import { componentIs, composite, element, type GuideSpec, loop, segment, unbounded } from '../guide/guide.ts';
import { elementList } from './shapes.ts';

const segmentErrors = codes('1', '2', '3', '4', '5', '6', '7', '8', 'I4', 'I6', 'I7', 'I8', 'I9');
const elementErrors = codes(...'1 2 3 4 5 6 7 8 9 10 11 12 13 I6 I9 I10 I11 I12 I13'.split(' '));
const setErrors = '1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,18,19,23,24,25,26,27,I5,I6';
const groupErrors = '1,2,3,4,5,6,10,11,12,13,14,15,16,17,18,19,23,24,25,26';

const businessUnits = codes(
  ...['CLM01', 'TRN02', 'NM109', 'PATIENT NAME NM109', 'SUBSCRIBER NAME NM109', 'SUBSCRIBER NUMBER REF02'],
  'ENT01',
);

const position = composite('R', 'C030', elementList('R722 S1528 S1686'));

/** Text, because published examples have a composite number (C023) in place of the data element number. */
const elementNumber = element('R', 725, { type: 'AN' });

/** CTX with the segment or element that made another one required. */
function situationalTrigger(max: number) {
  return segment(
    'CTX',
    'Segment or Element Context',
    'S',
    max,
    [
      composite(
        'R',
        'C998',
        [element('R', 9999, { codes: codes('SITUATIONAL TRIGGER') }), element('S', 9998)],
        { repeats: 10 },
      ),
      element('R', 721),
      element('R', 719),
      element('S', 447, { max: 6 }),
      { ...position, usage: 'S' as const },
      composite('S', 'C999', [elementNumber, { ...elementNumber, usage: 'S' }]),
    ],
    { key: 'CTX-TRIGGER', when: [componentIs(1, 1, 'SITUATIONAL TRIGGER')] },
  );
}

const businessUnit = segment(
  'CTX',
  'Business Unit Identifier',
  'S',
  1,
  [
    composite('R', 'C998', [element('R', 9999, { codes: businessUnits }), element('R', 9998, { max: 50 })], {
      repeats: 10,
    }),
    ...elementList('N721 N719 N447'),
    { ...position, usage: 'S' as const },
    composite('N', 'C999', [elementNumber]),
  ],
  { key: 'CTX-UNIT', when: [componentIs(1, 1, ...businessUnits.entries.keys())] },
);

const elementNote = loop('2110', 'Implementation Data Element Note', 'S', unbounded, [
  segment('IK4', 'Implementation Data Element Note', 'R', 1, [
    position,
    element('S', 725, { type: 'AN' }),
    element('R', 621, { codes: elementErrors }),
    element('S', 724),
  ]),
  situationalTrigger(10),
]);

const errorIdentification = loop('2100', 'Error Identification', 'S', unbounded, [
  segment('IK3', 'Error Identification', 'R', 1, [
    element('R', 721, { min: 1, max: 3 }),
    element('R', 719),
    element('S', 447, { max: 6 }),
    element('S', 620, { codes: segmentErrors }),
  ]),
  situationalTrigger(9),
  businessUnit,
  elementNote,
]);

const setResponse = loop('2000', 'Transaction Set Response', 'S', unbounded, [
  segment('AK2', 'Transaction Set Response Header', 'R', 1, [...elementList('R143 R329 S1705')]),
  errorIdentification,
  segment('IK5', 'Transaction Set Response Trailer', 'R', 1, [
    ...elementList(`R717=A,E,M,R,W,X S618x5=${setErrors}`),
  ]),
]);

/** 999 implementation acknowledgment, 005010X231A1. */
export const guide999: GuideSpec = {
  name: '999',
  set: '999',
  functionalId: 'FA',
  version: '005010X231A1',
  accepts: ['005010X231'],
  hasImplementationReference: true,
  children: [
    segment('AK1', 'Functional Group Response Header', 'R', 1, [...elementList('R479 R28 R480')]),
    setResponse,
    segment('AK9', 'Functional Group Response Trailer', 'R', 1, [
      ...elementList(`R715=A,E,M,P,R,W,X R97 R123 R2 S716x5=${groupErrors}`),
    ]),
  ],
};
