import type { Organization } from '../277ca/types.ts';
import { compactIsoDate, quantityElement } from '../835/write-segments.ts';
import { amountText, type ElementValue, type WriterInput } from '../writer/writer.ts';
import type { LevelElements, SegmentElements } from './level-tree.ts';
import { numberFields } from './tracked-claim-builder.ts';
import type {
  ResponseInformation,
  ResponseReason,
  StatusPatient,
  TrackedLine,
  TrackedNumbers,
} from './types.ts';

/** Subscriber or dependent without HL01, which the writer numbers. */
export type StatusPatientInput = WriterInput<Omit<StatusPatient, 'hierarchy'>>;

/** Header and levels above a claim. Adjacent claims with equal parties share the levels. */
export interface StatusPartiesInput {
  /** BHT03. Another reference begins another transaction set. */
  readonly reference: string;
  readonly payer: WriterInput<Organization>;
  readonly receiver: WriterInput<Organization>;
}

export interface TrackedPartiesInput extends StatusPartiesInput {
  readonly provider: WriterInput<Organization>;
  readonly subscriber: StatusPatientInput;
  readonly dependent?: StatusPatientInput | undefined;
}

export function receiverLevels({ payer, receiver }: StatusPartiesInput): LevelElements[] {
  return [organizationLevel('20', 'PR', payer), organizationLevel('21', '41', receiver)];
}

export function patientLevels(parties: TrackedPartiesInput): LevelElements[] {
  const { provider, subscriber, dependent } = parties;
  return [
    ...receiverLevels(parties),
    providerLevel(provider),
    patientLevel('22', 'IL', subscriber),
    ...(dependent === undefined ? [] : [patientLevel('23', 'QC', dependent)]),
  ];
}

export const providerLevel = (provider: WriterInput<Organization>): LevelElements =>
  organizationLevel('19', '1P', provider);

function organizationLevel(code: string, entity: string, of: WriterInput<Organization>): LevelElements {
  const { name, firstName, idQualifier, id } = of;
  const type = firstName === undefined ? '2' : '1';
  const names = [name, firstName, undefined, undefined, undefined];
  return { code, segments: [['NM1', entity, type, ...names, idQualifier, id]] };
}

function patientLevel(code: string, entity: string, patient: StatusPatientInput): LevelElements {
  const { lastName, firstName, middleName, suffix, idQualifier, id, birthDate, gender } = patient;
  const names = [lastName, firstName, middleName, undefined, suffix];
  const name: SegmentElements = ['NM1', entity, '1', ...names, idQualifier, id];
  if (birthDate === undefined) return { code, segments: [name] };
  return { code, segments: [['DMG', 'D8', compactIsoDate(birthDate), gender], name] };
}

/** REF segments in the order of the guide. */
export function numberSegments(numbers: WriterInput<TrackedNumbers> | undefined): SegmentElements[] {
  return [...numberFields].flatMap(([qualifier, field]) => {
    const value = numbers?.[field];
    return value === undefined ? [] : [['REF', qualifier, value] satisfies SegmentElements];
  });
}

/** DTP*472. */
export function serviceDates(from: string | undefined, to: string | undefined = from): SegmentElements[] {
  if (from === undefined) return [];
  const [first, last] = [compactIsoDate(from), compactIsoDate(to)];
  return [first === last ? ['DTP', '472', 'D8', first] : ['DTP', '472', 'RD8', `${first}-${last}`]];
}

/** SVC, with SVC03 in a response. */
export function serviceSegment(line: WriterInput<TrackedLine>, paid?: number): SegmentElements {
  const procedure = [line.qualifier, line.procedure, ...(line.modifiers ?? [])];
  const payment = paid === undefined ? undefined : amountText(paid);
  const units = quantityElement(line.units);
  return ['SVC', procedure, amountText(line.charge), payment, line.revenueCode, undefined, undefined, units];
}

export const lineNumber = (line: WriterInput<TrackedLine>): SegmentElements[] =>
  line.lineControlNumber === undefined ? [] : [['REF', 'FJ', line.lineControlNumber]];

export function statusSegment(status: WriterInput<ResponseInformation>): SegmentElements {
  const { reasons = [], date, action, amount, paid, adjudicated, paymentDate, paymentNumber } = status;
  const [first, second, third] = reasons.map(reasonComponents);
  const amounts = [amount, paid].map((cents) => (cents === undefined ? undefined : amountText(cents)));
  const payment = [compactIsoDate(adjudicated), undefined, compactIsoDate(paymentDate), paymentNumber];
  const before = [compactIsoDate(date), action, ...amounts, ...payment];
  return ['STC', first, ...before, second, third, status.message];
}

const reasonComponents = ({
  category,
  code,
  entity,
  codeList,
}: WriterInput<ResponseReason>): ElementValue => [category, code, entity, codeList];
