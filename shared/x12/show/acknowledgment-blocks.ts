import type {
  ElementError,
  ImplementationAcknowledgment,
  SegmentError,
  TransactionSetResponse,
} from '../999/functional-group-response.ts';
import {
  acknowledgmentCode,
  elementErrorCode,
  groupErrorCode,
  interchangeCode,
  interchangeNote,
  segmentErrorCode,
  setErrorCode,
} from '../codes/acknowledgment.ts';
import type { InterchangeAcknowledgment } from '../engine/consumer.ts';
import type { CodeList } from '../guide/code-list.ts';
import { type Block, facts, heading, type TableRow, table, withContent } from './block.ts';
import { joined, withText } from './shown-values.ts';

/** One 999: the verdict on a functional group, its sets and every error. */
export function acknowledgmentBlocks(acknowledgment: ImplementationAcknowledgment): Block[] {
  const { functionalId, controlNumber, version, code, accepted, sets } = acknowledgment;
  const count = (value: number | undefined) => (value === undefined ? undefined : String(value));
  return withContent([
    heading(3, `Functional group ${functionalId} ${controlNumber}: ${verdict(accepted, code)}`),
    facts(
      ['Version', version],
      ['Result', withText(code, acknowledgmentCode)],
      ['Errors', codesText(acknowledgment.errors, groupErrorCode)],
      ['Sets sent', count(acknowledgment.included)],
      ['Sets received', count(acknowledgment.received)],
      ['Sets accepted', count(acknowledgment.acceptedCount)],
    ),
    table('Transaction sets', ['Set', 'Control number', 'Version', 'Result', 'Errors'], sets.map(setRow)),
    ...sets.map((set) =>
      table(
        `Errors in set ${set.controlNumber}`,
        ['Segment', 'Position#', 'Loop', 'Element', 'Error', 'Value', 'Claim', 'Because of'],
        set.segments.flatMap(errorRows),
      ),
    ),
  ]);
}

/** A TA1. */
export function interchangeAcknowledgmentBlocks(ta1: InterchangeAcknowledgment): Block[] {
  return [
    heading(2, `Interchange acknowledgment (TA1) of ${ta1.controlNumber}`),
    facts(
      ['Result', withText(ta1.code, interchangeCode)],
      ['Sent', joined(' ', ta1.date, ta1.time)],
      ['Note', withText(ta1.note, interchangeNote)],
    ),
  ];
}

function verdict(accepted: boolean, code: string): string {
  if (code === 'P') return 'partially accepted';
  return accepted ? 'accepted' : 'rejected';
}

function setRow(set: TransactionSetResponse): TableRow {
  const result = withText(set.code, acknowledgmentCode) ?? 'no result';
  const errors = codesText(set.errors, setErrorCode);
  return { cells: [set.set, set.controlNumber, set.implementation, result, errors], isFault: !set.accepted };
}

function codesText(codes: readonly string[], list: CodeList): string {
  return codes.map((code) => withText(code, list)).join('; ');
}

/** One row for each element error; one for a segment without element errors. */
function errorRows(error: SegmentError): TableRow[] {
  const claim = error.businessUnit.map(({ name, value }) => `${name} ${value}`).join(', ');
  const place = [error.segment, String(error.position), error.loop];
  const whole: TableRow = {
    cells: [...place, '', withText(error.code, segmentErrorCode) ?? '', '', claim, becauseOf(error)],
  };
  if (error.elements.length === 0) return [whole];
  return error.elements.map((element) => ({
    cells: [
      ...place,
      `${error.segment}${elementText(element)}`,
      withText(element.code, elementErrorCode) ?? '',
      element.value,
      claim,
      becauseOf(element),
    ],
  }));
}

/** `05-3`, with `(2)` for the second repetition. */
function elementText({
  element,
  component,
  repetition,
}: Pick<ElementError, 'element' | 'component' | 'repetition'>): string {
  const part = component === undefined ? '' : `-${component}`;
  const repeated = repetition === undefined ? '' : `(${repetition})`;
  return `${String(element).padStart(2, '0')}${part}${repeated}`;
}

function becauseOf({ triggers }: Pick<ElementError, 'triggers'>): string {
  const texts = triggers.map(({ segment, position, element, component, repetition }) => {
    const part = element === undefined ? '' : elementText({ element, component, repetition });
    return `${segment}${part} in segment ${position}`;
  });
  return texts.join(', ');
}
