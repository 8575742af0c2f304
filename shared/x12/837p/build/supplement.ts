import { pack, type Segment } from '../../reader/segment.ts';
import { ProcedureRecord } from '../model/coverage-records.ts';
import type { Adjustment } from '../model/other-coverage.ts';
import { none } from '../model/party-records.ts';
import type {
  AmbulanceTransport,
  Attachment,
  Condition,
  Contract,
  Note,
  Procedure,
  Repricing,
} from '../model/supplement.ts';
import { component, text } from './open-loops.ts';

/** Segments that occur in several loops, each as its typed value. */

const hc = pack('HC');

/** C003 at the given element: SV101, SVD03. */
export function procedure(segment: Segment, element: number): Procedure {
  const procedure = new ProcedureRecord();
  const count = segment.componentCount(element);
  procedure.qualifier = segment.packedComponent(element, 1) === hc ? 'HC' : segment.component(element, 1);
  if (count < 2) return procedure;
  procedure.code = segment.component(element, 2);
  if (count < 3) return procedure;
  const modifiers: string[] = [];
  for (let part = 3; part <= 6 && part <= count; part++) {
    const modifier = segment.component(element, part);
    if (modifier !== '') modifiers.push(modifier);
  }
  if (modifiers.length > 0) procedure.modifiers = modifiers;
  if (count > 6) procedure.description = component(segment, element, 7);
  return procedure;
}

export function attachment(segment: Segment): Attachment {
  return {
    reportType: segment.text(1),
    transmission: segment.text(2),
    controlNumber: text(segment, 6),
  };
}

export function contract(segment: Segment): Contract {
  return {
    type: segment.text(1),
    amount: segment.cents(2),
    percentage: segment.decimal(3),
    code: text(segment, 4),
    discountPercentage: segment.decimal(5),
    version: text(segment, 6),
  };
}

export function note(segment: Segment): Note {
  return { purpose: segment.text(1), text: segment.text(2) };
}

export function ambulance(segment: Segment): AmbulanceTransport {
  return {
    patientWeight: segment.decimal(2),
    reason: text(segment, 4),
    miles: segment.decimal(6),
    roundTripPurpose: text(segment, 9),
    stretcherPurpose: text(segment, 10),
  };
}

export function condition(segment: Segment): Condition {
  const codes: string[] = [];
  for (let e = 3; e <= 7; e++) if (segment.has(e)) codes.push(segment.text(e));
  return { category: segment.text(1), applies: segment.text(2), codes };
}

export function repricing(segment: Segment): Repricing {
  return {
    method: segment.text(1),
    allowed: segment.cents(2),
    saving: segment.cents(3),
    organizationId: text(segment, 4),
    rate: segment.decimal(5),
    groupCode: text(segment, 6),
    groupAmount: segment.cents(7),
    procedureQualifier: text(segment, 9),
    procedureCode: text(segment, 10),
    unit: text(segment, 11),
    quantity: segment.decimal(12),
    rejectReason: text(segment, 13),
    policyCompliance: text(segment, 14),
    exception: text(segment, 15),
  };
}

/** The reasons of one CAS segment, added to those of its loop; empty triplets are passed over. */
export function withAdjustments(known: Adjustment[], segment: Segment): Adjustment[] {
  const list = known === none ? [] : known;
  const group = segment.text(1);
  for (let e = 2; e <= 17; e += 3) {
    if (!segment.has(e) && !segment.has(e + 1)) continue;
    list.push({
      group,
      reason: segment.text(e),
      amount: segment.cents(e + 1),
      quantity: segment.decimal(e + 2),
    });
  }
  return list;
}
