import type { Finding } from '../findings/finding.ts';

/** A finding with the member names of the command line and the API. */
export function findingJson(finding: Finding): Readonly<Record<string, unknown>> {
  const { repair } = finding;
  return {
    id: finding.id,
    reference: finding.reference,
    snip: finding.snip,
    severity: finding.severity,
    message: finding.message,
    interchange: finding.interchange,
    group: finding.group,
    transaction: finding.transaction,
    loop: finding.loop,
    segment: finding.segment,
    segment_index: finding.segmentIndex,
    byte_offset: finding.byteOffset,
    element: finding.element,
    component: finding.component,
    repetition: finding.repetition,
    element_ref: finding.elementRef,
    value: finding.value,
    value_masked: finding.valueMasked,
    patient_control_number: finding.patientControlNumber,
    business_unit: finding.businessUnit,
    codes: finding.codes,
    ...(repair && { repair: { before: repair.before, after: repair.after } }),
    details: finding.details,
  };
}
