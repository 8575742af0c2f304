/** Formats of the medical code sets whose tables cannot be shipped; the tables come in through {@link CodeTables}. */

/** ICD-10-CM as X12 carries it: no dot, a placeholder X only from the fourth character on. */
export function isIcd10(code: string): boolean {
  return icd10.test(code);
}

export function isIcd9(code: string): boolean {
  return icd9.test(code);
}

/** External causes of morbidity, which never stand first (ICD-10-CM guidelines, section I.C.20). */
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

const icd10 = /^[A-Z]\d[0-9AB](?:[0-9A-Z]{0,4})$/;
const icd9 = /^(?:\d{3}|V\d{2}|E\d{3})\d{0,2}$/;
const procedure = /^(?:\d{4}[0-9FTUMA]|[A-V]\d{4})$/;
const modifierForm = /^[0-9A-Z]{2}$/;

/** How a code stands on a day; what is known of it beyond that. */
export interface CodeFacts {
  /** Whether it may be used on the day asked for. */
  readonly inForce: boolean;
  /** F or M, when the code applies to one sex only. */
  readonly gender?: 'F' | 'M';
  /** Years of age, both inclusive. */
  readonly ages?: { readonly from: number; readonly to: number };
  /** An unlisted or not otherwise classified code, which needs a description. */
  readonly unlisted?: boolean;
}

/** Looks a code up on an ISO date; undefined when the table does not have it. */
type CodeTable = (code: string, on: string | undefined) => CodeFacts | undefined;

/** What is wrong with a code that a table was asked for, undefined when it is in force. `when` names the day. */
export function tableFault(
  name: string,
  facts: CodeFacts | undefined,
  when = 'on the service date',
): string | undefined {
  if (facts === undefined) return `${name} is not in the code set; correct it`;
  return facts.inForce ? undefined : `${name} is not in force ${when}; send one that is`;
}

/** The licensed or regularly published tables a caller may have; without one only the form is checked. */
export interface CodeTables {
  readonly diagnoses?: CodeTable;
  readonly procedures?: CodeTable;
  readonly modifiers?: CodeTable;
  readonly taxonomies?: CodeTable;
}
