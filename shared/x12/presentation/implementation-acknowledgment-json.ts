import type {
  ElementError,
  ImplementationAcknowledgment,
  SegmentError,
  TransactionSetResponse,
} from '../999/functional-group-response.ts';
import { type Json, membersOf } from './members.ts';

const setMembers = membersOf<TransactionSetResponse>(
  ...(['set', 'controlNumber', 'implementation', 'code', 'accepted', 'errors'] as const),
);

/** One functional group response. Copies of bad values (IK404) are shown only with `showValues`. */
export function implementationAcknowledgmentJson(
  acknowledgment: ImplementationAcknowledgment,
  showValues: boolean,
): Json {
  return {
    functional_id: acknowledgment.functionalId,
    control_number: acknowledgment.controlNumber,
    version: acknowledgment.version,
    code: acknowledgment.code,
    accepted: acknowledgment.accepted,
    errors: acknowledgment.errors,
    sets_included: acknowledgment.included,
    sets_received: acknowledgment.received,
    sets_accepted: acknowledgment.acceptedCount,
    transactions: acknowledgment.sets.map((set) => ({
      ...setMembers(set),
      segments: set.segments.map((error) => segmentError(error, showValues)),
    })),
  };
}

function segmentError(error: SegmentError, showValues: boolean): Json {
  return {
    reference: error.reference,
    segment: error.segment,
    position: error.position,
    loop: error.loop === '' ? undefined : error.loop,
    code: error.code,
    business_unit: error.businessUnit,
    triggers: error.triggers,
    elements: error.elements.map((element) => elementError(element, showValues)),
  };
}

function elementError({ element, value, ...error }: ElementError, showValues: boolean): Json {
  return {
    reference: error.reference,
    element,
    component: error.component,
    repetition: error.repetition,
    element_ref: error.ref,
    code: error.code,
    value: showValues && value !== '' ? value : undefined,
    triggers: error.triggers,
  };
}
