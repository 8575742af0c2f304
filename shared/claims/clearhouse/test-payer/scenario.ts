/**
 * Treatment of a claim by the test payer. The first two characters of the patient control number select it, in upper or
 * lower case.
 *
 * | prefix | scenario             | 999      | 277CA    | 835                                               |
 * |--------|----------------------|----------|----------|---------------------------------------------------|
 * | (any)  | `paid`               | accepted | A2:20    | paid in full                                      |
 * | `R9`   | `rejected_by_999`    | rejected | none     | none; a 999 refuses a whole set: all claims in it |
 * | `RC`   | `rejected_by_277ca`  | accepted | A7:562   | none                                              |
 * | `PP`   | `partly_paid`        | accepted | A2:20    | 60 % paid, the rest adjusted under CO and PR      |
 * | `DN`   | `denied`             | accepted | A2:20    | denied, CO 50                                     |
 * | `RV`   | `reversed`           | accepted | A2:20    | paid, and taken back in a second remittance       |
 * | `SI`   | `silent`             | accepted, or none where all claims of the file are silent | none | none |
 *
 * Corrections and voids (frequency 7, 8) take back what was paid under the number that they name.
 */
export type Scenario =
  | 'paid'
  | 'rejected_by_999'
  | 'rejected_by_277ca'
  | 'partly_paid'
  | 'denied'
  | 'reversed'
  | 'silent';

const prefixes: ReadonlyMap<string, Scenario> = new Map([
  ['R9', 'rejected_by_999'],
  ['RC', 'rejected_by_277ca'],
  ['PP', 'partly_paid'],
  ['DN', 'denied'],
  ['RV', 'reversed'],
  ['SI', 'silent'],
]);

export const scenarioOf = (patientControlNumber: string): Scenario =>
  prefixes.get(patientControlNumber.slice(0, 2).toUpperCase()) ?? 'paid';
