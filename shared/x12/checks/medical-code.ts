import type { CodeList } from '../guide/code-list.ts';

/** Formats of medical code sets. Their tables cannot be shipped; callers supply them through {@link CodeTables}. */

/**
 * ICD-10-CM in X12: no dot, a placeholder X only from the fourth character on. The second character is a digit, except in
 * category QA0, which began on 1 October 2025.
 */
export function isIcd10(code: string): boolean {
  return icd10.test(code);
}

export function isIcd9(code: string): boolean {
  return icd9.test(code);
}

/** External cause of morbidity, which cannot be the principal diagnosis (ICD-10-CM guidelines, section I.C.20). */
export function isExternalCause(code: string): boolean {
  const first = code[0];
  return first === 'V' || first === 'W' || first === 'X' || first === 'Y';
}

/** CPT (categories I to III, PLA, MAAA, vaccine administration) or HCPCS level II. */
export function isProcedure(code: string): boolean {
  return procedure.test(code);
}

export function isModifier(modifier: string): boolean {
  return modifierForm.test(modifier);
}

const icd10 = /^(?:[A-Z]\d|QA)[0-9AB](?:[0-9A-Z]{0,4})$/;
const icd9 = /^(?:\d{3}|V\d{2}|E\d{3})\d{0,2}$/;
const procedure = /^(?:\d{4}[0-9FTUMA]|[A-V]\d{4})$/;
const modifierForm = /^[0-9A-Z]{2}$/;

/** Validity and limits of a code on a day. */
export interface CodeFacts {
  /** True when the code is in force on the requested day. */
  readonly inForce: boolean;
  /** F or M for a code of one sex only. */
  readonly gender?: 'F' | 'M';
  /** Years of age, both inclusive. */
  readonly ages?: { readonly from: number; readonly to: number };
  /** An unlisted or not otherwise classified code, which needs a description. */
  readonly unlisted?: boolean;
}

/** Looks up a code on an ISO date; undefined for an unknown code. */
type CodeTable = (code: string, on: string | undefined) => CodeFacts | undefined;

/** Returns the fault of a looked-up code; undefined for a code in force. `when` names the day. */
export function tableFault(
  name: string,
  facts: CodeFacts | undefined,
  when = 'on the service date',
): string | undefined {
  if (facts === undefined) return `${name} is not in the code set; correct it`;
  return facts.inForce ? undefined : `${name} is not in force ${when}; send one that is`;
}

/**
 * Licensed or published code tables of the caller. Without a table only the format of a code is checked, or the built-in list
 * of places of service, adjustment reasons and remarks.
 */
export interface CodeTables {
  readonly diagnoses?: CodeTable;
  readonly procedures?: CodeTable;
  readonly modifiers?: CodeTable;
  readonly taxonomies?: CodeTable;
  readonly placesOfService?: CodeList;
  /** CARC. */
  readonly adjustmentReasons?: CodeList;
  /** RARC. */
  readonly remarks?: CodeList;
}
