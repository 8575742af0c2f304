import { type Organization, organization } from '../277ca/model.ts';
import { compactDay } from '../description/field.ts';
import { elementsOf } from '../description/segment-elements.ts';
import type { WriterInput } from '../writer/writer.ts';
import type { LevelElements, SegmentElements } from './level-tree.ts';
import {
  type ResponseInformation,
  responseInformation,
  type StatusPatient,
  type TrackedLine,
  type TrackedNumbers,
  trackedName,
} from './model.ts';
import { numberFields } from './tracked-claim-builder.ts';

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
  const type = of.firstName === undefined ? '2' : '1';
  return { code, segments: [['NM1', ...elementsOf(organization, of, { 1: entity, 2: type })]] };
}

function patientLevel(code: string, entity: string, patient: StatusPatientInput): LevelElements {
  const name: SegmentElements = ['NM1', ...elementsOf(trackedName, patient, { 1: entity, 2: '1' })];
  const { birthDate, gender } = patient;
  if (birthDate === undefined) return { code, segments: [name] };
  return { code, segments: [['DMG', 'D8', compactDay(birthDate), gender], name] };
}

/** REF segments in the order of the guide. */
export function numberSegments(numbers: WriterInput<TrackedNumbers> | undefined): SegmentElements[] {
  return [...numberFields].flatMap(([qualifier, field]) => {
    const value = numbers?.[field];
    return value === undefined ? [] : [['REF', qualifier, value] satisfies SegmentElements];
  });
}

/** DTP*472. */
export function serviceDates(from: string | undefined, to: string | undefined): SegmentElements[] {
  if (from === undefined) return [];
  const [first, last] = [compactDay(from), compactDay(to ?? from)];
  return [first === last ? ['DTP', '472', 'D8', first] : ['DTP', '472', 'RD8', `${first}-${last}`]];
}

export const lineNumber = (line: WriterInput<TrackedLine>): SegmentElements[] =>
  line.lineControlNumber === undefined ? [] : [['REF', 'FJ', line.lineControlNumber]];

export const statusSegment = (status: WriterInput<ResponseInformation>): SegmentElements => [
  'STC',
  ...elementsOf(responseInformation, status),
];
