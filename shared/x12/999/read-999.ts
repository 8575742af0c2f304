import type { FileListener, SetContext } from '../engine/consumer.ts';
import { type CompiledHandlers, compileHandlers, type Mutable } from '../engine/segment-handlers.ts';
import { guide999 } from '../guides/999.ts';
import type { Position, Segment } from '../reader/segment.ts';
import {
  type ElementError,
  type ErrorContext,
  elementReference,
  type ImplementationAcknowledgment,
  isAcceptance,
  type SegmentError,
  type TransactionSetResponse,
} from './functional-group-response.ts';

/** State of reading one 999 set: the group and the innermost open parts. */
interface Reading {
  readonly context: SetContext;
  readonly group: Mutable<ImplementationAcknowledgment>;
  readonly emit: (acknowledgment: ImplementationAcknowledgment) => void;
  set?: Mutable<TransactionSetResponse> | undefined;
  segment?: Mutable<SegmentError> | undefined;
  element?: Mutable<ElementError> | undefined;
  trailerAt?: Position;
  /** Errors and contexts that are kept. */
  details: number;
}

/** Maximum numbers of AK2 loops, and of IK3, IK4 and CTX segments, that are kept of a 999 set, to bound memory. */
const maxSets = 50_000;
const maxDetails = 50_000;

/** Returns a listener that emits each 999 set when it is complete. Checks V125 when the engine validates. */
export function listenForImplementationAcknowledgments(
  emit: (acknowledgment: ImplementationAcknowledgment) => void,
): FileListener {
  return {
    set(context) {
      if (context.guide !== guide999) return undefined;
      return reader.consumer({ context, emit, group: emptyGroup(context), details: 0 });
    },
  };
}

function emptyGroup({ interchange, set }: SetContext): Mutable<ImplementationAcknowledgment> {
  return {
    interchange,
    setControlNumber: set.controlNumber,
    position: { index: 1, offset: set.offset },
    ...{ functionalId: '', controlNumber: '', version: '', code: '', accepted: false, errors: [] },
    ...{ included: undefined, received: undefined, acceptedCount: undefined, sets: [] },
  };
}

const reader: CompiledHandlers<Reading> = compileHandlers(guide999, {
  segments: {
    '/AK1': ({ group }, segment) => {
      group.functionalId = segment.text(1);
      group.controlNumber = segment.text(2);
      group.version = segment.text(3);
    },
    '2000/AK2': ({ set }, segment) => {
      if (set === undefined) return;
      set.set = segment.text(1);
      set.controlNumber = segment.text(2);
      set.implementation = segment.text(3);
    },
    '2100/IK3': (reading, segment) => {
      const { set, segment: error } = reading;
      if (set === undefined || error === undefined) return;
      error.segment = segment.text(1);
      error.position = segment.decimal(2) ?? 0;
      error.loop = segment.text(3);
      error.code = segment.text(4);
      error.reference = `${set.controlNumber}.${error.position}`;
    },
    '2100/CTX-TRIGGER': (reading, segment) => {
      if (isKept(reading)) reading.segment?.triggers.push(readTrigger(segment));
    },
    '2100/CTX-UNIT': (reading, segment) => {
      const { segment: error } = reading;
      if (!isKept(reading)) return;
      for (const repetition of segment.repetitions(1)) {
        const [name = '', value = ''] = repetition.split(String.fromCharCode(segment.delimiters.component));
        error?.businessUnit.push({ name, value });
      }
    },
    '2110/IK4': ({ segment: owner, element: error }, segment) => {
      if (owner === undefined || error === undefined) return;
      error.element = Number(segment.component(1, 1)) || 0;
      error.component = optional(segment.component(1, 2));
      error.repetition = optional(segment.component(1, 3));
      error.ref = segment.text(2);
      error.code = segment.text(3);
      error.value = segment.text(4);
      error.reference = elementReference(owner.reference, error);
    },
    '2110/CTX-TRIGGER': (reading, segment) => {
      if (isKept(reading)) reading.element?.triggers.push(readTrigger(segment));
    },
    '2000/IK5': ({ set }, segment) => {
      if (set === undefined) return;
      set.code = segment.text(1);
      set.accepted = isAcceptance(set.code);
      set.errors = texts(segment, 2);
    },
    '/AK9': (reading, segment) => {
      const { group } = reading;
      group.code = segment.text(1);
      group.accepted = isAcceptance(group.code);
      group.included = optional(segment.text(2));
      group.received = optional(segment.text(3));
      group.acceptedCount = optional(segment.text(4));
      group.errors = texts(segment, 5);
      reading.trailerAt = segment.position();
    },
  },
  enter: {
    '2000': (reading) => {
      reading.segment = undefined;
      reading.element = undefined;
      reading.set = undefined;
      if (reading.group.sets.length === maxSets) {
        reading.group.setsLeftOut = (reading.group.setsLeftOut ?? 0) + 1;
        return;
      }
      const empty = { set: '', controlNumber: '', implementation: '', code: '', accepted: false, errors: [] };
      reading.set = { ...empty, segments: [] };
      reading.group.sets.push(reading.set);
    },
    '2100': (reading) => {
      reading.segment = undefined;
      reading.element = undefined;
      if (reading.set === undefined || !isKept(reading)) return;
      const empty = { segment: '', position: 0, loop: '', code: '', reference: '' };
      reading.segment = { ...empty, triggers: [], businessUnit: [], elements: [] };
      reading.set?.segments.push(reading.segment);
    },
    '2110': (reading) => {
      reading.element = undefined;
      if (reading.segment === undefined || !isKept(reading)) return;
      const empty = { element: 0, component: undefined, repetition: undefined, ref: '', code: '', value: '' };
      reading.element = { ...empty, reference: '', triggers: [] };
      reading.segment?.elements.push(reading.element);
    },
  },
  end: (reading) => {
    if (reading.context.validating) checkCounts(reading);
    reading.emit(reading.group);
  },
});

const isKept = (reading: Reading): boolean => reading.details++ < maxDetails;

/** V125: AK904 differs from the number of accepting IK5 segments. */
function checkCounts({ context, group, trailerAt }: Reading): void {
  if (trailerAt === undefined || group.sets.length === 0) return;
  const accepted = group.sets.filter((set) => set.accepted).length;
  const isListComplete = group.sets.length === group.received;
  const isWrong = isListComplete ? group.acceptedCount !== accepted : (group.acceptedCount ?? 0) < accepted;
  if (!isWrong) return;
  context.report({
    id: 'V125',
    at: trailerAt,
    segment: 'AK9',
    element: 4,
    elementRef: 2,
    details: {
      counted: accepted,
      ...(group.acceptedCount !== undefined && { declared: group.acceptedCount }),
    },
  });
}

function readTrigger(segment: Segment): ErrorContext {
  return {
    segment: segment.text(2),
    position: segment.decimal(3) ?? 0,
    loop: segment.text(4),
    element: optional(segment.component(5, 1)),
    component: optional(segment.component(5, 2)),
    repetition: optional(segment.component(5, 3)),
    ref: segment.text(6),
  };
}

function optional(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function texts(segment: Segment, from: number): string[] {
  const found: string[] = [];
  for (let e = from; e <= segment.elementCount; e++) if (segment.has(e)) found.push(segment.text(e));
  return found;
}
