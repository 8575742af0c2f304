import { codes } from '../guide/code-list.ts';
import { componentIs, composite, element, type GuideSpec, loop, segment, unbounded } from '../guide/guide.ts';
import { header999 } from './headers.ts';

const segmentErrors = '1,2,3,4,5,6,7,8,I4,I6,I7,I8,I9';
const elementErrors = '1,2,3,4,5,6,7,8,9,10,11,12,13,I6,I9,I10,I11,I12,I13';
const setErrors = '1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,18,19,23,24,25,26,27,I5,I6';
const groupErrors = '1,2,3,4,5,6,10,11,12,13,14,15,16,17,18,19,23,24,25,26';

const businessUnits = codes(
  ...['CLM01', 'TRN02', 'NM109', 'PATIENT NAME NM109', 'SUBSCRIBER NAME NM109', 'SUBSCRIBER NUMBER REF02'],
  'ENT01',
);

const position = composite('R', 'C030', 'R722 S1528 S1686');
const place = { ...position, usage: 'S' } as const;

/** Text, because published examples have a composite number (C023) in place of the data element number. */
const elementNumber = element('R', 725, { type: 'AN' });
const optionalNumber = { ...elementNumber, usage: 'S' } as const;

const trigger = element('R', 9999, { codes: codes('SITUATIONAL TRIGGER') });

/** CTX with the segment or element that made another one required. */
function situationalTrigger(max: number) {
  const context = composite('R', 'C998', [trigger, 'S9998'], { repeats: 10 });
  const numbers = composite('S', 'C999', [elementNumber, optionalNumber]);
  const elements = [context, 'R721 R719 S447<6', place, numbers];
  return segment('CTX', 'Segment or Element Context', 'S', max, elements, {
    key: 'CTX-TRIGGER',
    when: [componentIs(1, 1, 'SITUATIONAL TRIGGER')],
  });
}

const units = composite('R', 'C998', [element('R', 9999, { codes: businessUnits }), 'R9998<50'], {
  repeats: 10,
});
const unitElements = [units, 'N721 N719 N447', place, composite('N', 'C999', [elementNumber])];
const businessUnit = segment('CTX', 'Business Unit Identifier', 'S', 1, unitElements, {
  key: 'CTX-UNIT',
  when: [componentIs(1, 1, ...businessUnits.entries.keys())],
});

const elementNote = loop('2110', 'Implementation Data Element Note', 'S', unbounded, [
  segment('IK4', 'Implementation Data Element Note', 'R', 1, [
    position,
    optionalNumber,
    `R621=${elementErrors} S724`,
  ]),
  situationalTrigger(10),
]);

const errorIdentification = loop('2100', 'Error Identification', 'S', unbounded, [
  segment('IK3', 'Error Identification', 'R', 1, [
    element('R', 721, { min: 1, max: 3 }),
    `R719 S447<6 S620=${segmentErrors}`,
  ]),
  situationalTrigger(9),
  businessUnit,
  elementNote,
]);

const setResponse = loop('2000', 'Transaction Set Response', 'S', unbounded, [
  segment('AK2', 'Transaction Set Response Header', 'R', 1, 'R143 R329 S1705'),
  errorIdentification,
  segment('IK5', 'Transaction Set Response Trailer', 'R', 1, `R717=A,E,M,R,W,X S618x5=${setErrors}`),
]);

const groupTrailer = `R715=A,E,M,P,R,W,X R97 R123 R2 S716x5=${groupErrors}`;

/** 999 implementation acknowledgment, 005010X231A1. */
export const guide999: GuideSpec = {
  ...header999,
  children: [
    segment('AK1', 'Functional Group Response Header', 'R', 1, 'R479 R28 R480'),
    setResponse,
    segment('AK9', 'Functional Group Response Trailer', 'R', 1, groupTrailer),
  ],
};
