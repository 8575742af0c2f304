import { type ElementValue, Repetitions, type X12Writer } from '../writer/writer.ts';
import type {
  ErrorContext,
  FunctionalGroupResponse,
  SegmentError,
  TransactionSetResponse,
} from './functional-group-response.ts';

/** GS08 and ST03 of a 999. */
export const implementationAcknowledgmentVersion = '005010X231A1';

type GroupWithoutSets = Omit<FunctionalGroupResponse, 'sets'>;

/** Writes AK1. */
export function writeGroupStart(writer: X12Writer, group: GroupWithoutSets): void {
  writer.segment('AK1', group.functionalId, group.controlNumber, group.version);
}

/** Writes AK2 to IK5. */
export function writeSet(writer: X12Writer, set: TransactionSetResponse): void {
  writer.segment('AK2', set.set, set.controlNumber, set.implementation);
  for (const error of set.segments) writeSegmentError(writer, error);
  writer.segment('IK5', set.code, ...set.errors.slice(0, 5));
}

export function writeGroupEnd(writer: X12Writer, group: GroupWithoutSets): void {
  const counts = [group.included, group.received, group.acceptedCount].map((count) => String(count ?? 0));
  writer.segment('AK9', group.code, ...counts, ...group.errors.slice(0, 5));
}

function writeSegmentError(writer: X12Writer, error: SegmentError): void {
  writer.segment('IK3', error.segment, String(error.position), error.loop, error.code);
  for (const trigger of error.triggers.slice(0, 9)) writeTrigger(writer, trigger);
  if (error.businessUnit.length > 0) {
    const units = error.businessUnit.slice(0, 10).map(({ name, value }) => [name, value]);
    writer.segment('CTX', new Repetitions(units));
  }
  for (const element of error.elements) {
    writer.segment('IK4', place(element), element.ref, element.code, element.value);
    for (const trigger of element.triggers.slice(0, 10)) writeTrigger(writer, trigger);
  }
}

function writeTrigger(writer: X12Writer, trigger: ErrorContext): void {
  const { segment, position, loop, ref } = trigger;
  const [first, second] = ref.split(':');
  writer.segment('CTX', 'SITUATIONAL TRIGGER', segment, String(position), loop, place(trigger), [
    first,
    second,
  ]);
}

function place(at: Pick<ErrorContext, 'element' | 'component' | 'repetition'>): ElementValue {
  return [at.element, at.component, at.repetition].map((number) => number?.toString());
}
