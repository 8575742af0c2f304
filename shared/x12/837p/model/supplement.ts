import {
  amount,
  type CustomSegment,
  code,
  type Described,
  decimal,
  record,
  text,
} from '../../description/field.ts';
import { elementGroups, elements, optional, required } from '../../description/places.ts';
import type { Segment } from '../../reader/segment.ts';
import { decimalText } from '../../values/decimal-text.ts';
import { grownList } from '../../values/grown-list.ts';
import { amountText } from '../../writer/writer.ts';

/** Segments and composites that several loops have, some of them also in an 835. */

const attachmentFields = {
  reportType: required(1, code(2)),
  transmission: required(2, code(2)),
  controlNumber: optional(6, text(80), { qualifier: 'AC' }),
};

/** PWK. */
export interface Attachment extends Described<typeof attachmentFields> {}
export const attachment = record<Attachment>(attachmentFields);

const contractFields = {
  type: required(1, code(2)),
  amount: optional(2, amount),
  percentage: optional(3, decimal),
  code: optional(4, text(50)),
  discountPercentage: optional(5, decimal),
  version: optional(6, text(30)),
};

/** CN1. */
export interface Contract extends Described<typeof contractFields> {}
export const contract = record<Contract>(contractFields);

const noteFields = { purpose: required(1, code(3), { default: 'ADD' }), text: required(2, text(80)) };

/** NTE. */
export interface Note extends Described<typeof noteFields> {}
export const note = record<Note>(noteFields);

const ambulanceFields = {
  /** Pounds. */
  patientWeight: optional(2, decimal, { qualifier: 'LB' }),
  reason: optional(4, code(1)),
  miles: optional(6, decimal, { qualifier: 'DH' }),
  roundTripPurpose: optional(9, text(80)),
  stretcherPurpose: optional(10, text(80)),
};

/** CR1. */
export interface AmbulanceTransport extends Described<typeof ambulanceFields> {}
export const ambulance = record<AmbulanceTransport>(ambulanceFields);

const conditionFields = {
  /** 07 ambulance, E1 to E3 vision, 75 homebound, ZZ EPSDT, 70 hospice, 09 equipment. */
  category: required(1, code(2)),
  /** Y or N. */
  applies: required(2, code(1)),
  codes: elements(3, 7, code(3)),
};

/** CRC. */
export interface Condition extends Described<typeof conditionFields> {}
export const condition = record<Condition>(conditionFields);

const repricingFields = {
  method: required(1, code(2)),
  allowed: optional(2, amount),
  saving: optional(3, amount),
  organizationId: optional(4, text(50)),
  rate: optional(5, decimal),
  groupCode: optional(6, text(50)),
  groupAmount: optional(7, amount),
  procedureQualifier: optional(9, code(2)),
  procedureCode: optional(10, text(48)),
  unit: optional(11, code(2)),
  quantity: optional(12, decimal),
  rejectReason: optional(13, code(2)),
  policyCompliance: optional(14, code(2)),
  exception: optional(15, code(2)),
};

/** HCP; only lines have the repriced service, HCP09 to HCP12. */
export interface Repricing extends Described<typeof repricingFields> {}
export const repricing = record<Repricing>(repricingFields);

const procedureFields = {
  /** HC for CPT and HCPCS. */
  qualifier: required(1, code(2), { default: 'HC' }),
  code: required(2, text(48)),
  modifiers: elements(3, 6, code(2)),
  description: optional(7, text(80)),
};

/** C003 of SV101 and SVD03. */
export interface Procedure extends Described<typeof procedureFields> {}

export const procedure = record<Procedure>(procedureFields);

const healthCareCodeFields = {
  qualifier: required(1, code(3), {
    default: 'ABF',
    about: 'ABK principal diagnosis, ABF further diagnoses (ICD-10-CM)',
  }),
  code: required(2, text(30)),
};

/** One composite of an HI segment. */
export interface HealthCareCode extends Described<typeof healthCareCodeFields> {}
export const healthCareCode = record<HealthCareCode>(healthCareCodeFields);

const contactNumberFields = {
  /** TE telephone, EM e-mail, FX fax, EX extension. */
  qualifier: required(1, code(2)),
  number: required(2, text(256)),
};

export interface ContactNumber extends Described<typeof contactNumberFields> {}

/** Up to three numbers of a PER. */
export const contactNumbers = elementGroups([3, 5, 7], record<ContactNumber>(contactNumberFields));

export const outpatientFields = {
  reimbursementRate: optional(1, decimal, { about: 'Reimbursement rate' }),
  procedureAmount: optional(2, amount, { about: 'HCPCS payable amount' }),
  remarks: elements(3, 7, text(50)),
  endStageRenalAmount: optional(8, amount, { about: 'ESRD payment amount' }),
  nonPayableProfessionalAmount: optional(9, amount, { about: 'Nonpayable professional component amount' }),
};

/** MOA. */
export interface OutpatientAdjudication extends Described<typeof outpatientFields> {}
export const outpatient = record<OutpatientAdjudication>(outpatientFields);

/** One reason of a CAS. */
interface AnyAdjustment {
  readonly group: string;
  readonly reason: string;
  readonly amount?: number | undefined;
  readonly quantity?: number | undefined;
}

/**
 * Reasons of all CAS segments of the loop; empty triplets are skipped. Each segment takes six reasons of a group.
 *
 * @param instead amount of a reason without one
 */
export const adjustmentSegments = <A extends AnyAdjustment>(
  instead: A['amount'],
): CustomSegment<{ readonly adjustments: readonly A[] }> => ({
  keys: ['CAS'],
  read(record, segment) {
    const group = segment.text(1);
    for (let e = 2; e <= 17 && e <= segment.elementCount; e += 3) {
      if (!hasAdjustment(segment, e)) continue;
      const reason = segment.text(e);
      const [amount, quantity] = [segment.cents(e + 1) ?? instead, segment.decimal(e + 2)];
      record.adjustments = grownList(record.adjustments, { group, reason, amount, quantity } as A);
    }
  },
  write({ adjustments = [] }, writer) {
    for (let i = 0; i < adjustments.length; ) {
      const group = adjustments[i]?.group;
      let end = i + 1;
      while (end < i + 6 && adjustments[end]?.group === group) end++;
      const triplets = adjustments
        .slice(i, end)
        .flatMap(({ reason, amount, quantity }) => [
          reason,
          amount === undefined ? undefined : amountText(amount),
          quantity === undefined ? undefined : decimalText(quantity),
        ]);
      writer.segment('CAS', group, ...triplets);
      i = end;
    }
  },
});

/** True when the triplet at this element of a CAS has a reason or an amount. */
export const hasAdjustment = (cas: Segment, element: number): boolean =>
  cas.has(element) || cas.has(element + 1);
