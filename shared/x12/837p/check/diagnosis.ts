import { ageOn } from '../../../calendar/days.ts';
import { isExternalCause, isIcd9, isIcd10, tableFault } from '../../checks/medical-code.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import type { HealthCareCode } from '../model/supplement.ts';
import type { ClaimSetCheck } from './claim-set-check.ts';
import type { ServicePeriod } from './service-period.ts';

/** Edits of HI: V064 (mixed code sets), V065 to V068. */

const path = '2300/HI-ABK';

/** Services from this day on are coded in ICD-10-CM (45 CFR 162.1002). */
const icd10Begins = '2015-10-01';

export function checkDiagnoses(check: ClaimSetCheck, claim: ProfessionalClaim, period: ServicePeriod): void {
  const { diagnoses, position } = claim;
  const isFirstIcd10 = diagnoses[0]?.qualifier === 'ABK';
  for (let i = 0; i < diagnoses.length; i++) {
    const diagnosis = diagnoses[i];
    if (diagnosis === undefined || diagnosis.code === '') continue;
    const { code } = diagnosis;
    const element = i + 1;
    const isIcd10Code = diagnosis.qualifier.startsWith('A');
    if (isIcd10Code !== isFirstIcd10) {
      const message =
        'Diagnosis is of another code set than the first; send ICD-10-CM or ICD-9-CM throughout';
      const place = { element, component: 1, value: diagnosis.qualifier };
      check.reportInLoop('V064', path, position, { ...place, message, code: '7' });
    } else {
      const message = faultOf(check, diagnosis, isIcd10Code, period);
      if (message !== undefined)
        check.reportInLoop('V065', path, position, { element, component: 2, value: code, message });
    }
    if (isRepeated(diagnoses, i, code)) {
      check.reportInLoop('V066', path, position, { element, component: 2, value: code });
    }
    if (i === 0 && (isIcd10Code ? isExternalCause(code) : code.startsWith('E'))) {
      check.reportInLoop('V067', path, position, { element, component: 2, value: code });
    }
    checkPatient(check, claim, code, element, period);
  }
}

function faultOf(
  check: ClaimSetCheck,
  { code }: HealthCareCode,
  isIcd10Code: boolean,
  { first, last }: ServicePeriod,
): string | undefined {
  if (code.includes('.')) return 'Diagnosis code has a dot; send it without';
  if (!isIcd10Code) {
    if (first !== undefined && first >= icd10Begins) {
      return 'ICD-9-CM ended on 30 September 2015; send ICD-10-CM with ABK and ABF';
    }
    return isIcd9(code) ? undefined : 'Diagnosis code does not have the form of ICD-9-CM; correct it';
  }
  if (!isIcd10(code)) return icd10Fault(code);
  if (last !== undefined && last < icd10Begins) {
    return 'ICD-10-CM began on 1 October 2015; send ICD-9-CM with BK and BF';
  }
  const { diagnoses } = check.run.tables;
  return diagnoses && tableFault('Diagnosis code', diagnoses(code, first));
}

function icd10Fault(code: string): string {
  if (code.length < 3 || code.length > 7)
    return 'ICD-10-CM code must have three to seven characters; correct it';
  if (!/^[A-Z]/.test(code)) return 'ICD-10-CM code must begin with a capital letter; correct it';
  if (!/^.\d/.test(code)) return 'Second character of an ICD-10-CM code must be a digit; correct it';
  return 'Diagnosis code does not have the form of ICD-10-CM; correct it';
}

/** Diagnoses of one HI segment. Further ones are an error already and are compared with these only. */
const maxDiagnoses = 12;

function isRepeated(diagnoses: readonly HealthCareCode[], index: number, code: string): boolean {
  for (let i = 0; i < index && i < maxDiagnoses; i++) if (diagnoses[i]?.code === code) return true;
  return false;
}

function checkPatient(
  check: ClaimSetCheck,
  claim: ProfessionalClaim,
  code: string,
  element: number,
  { first }: ServicePeriod,
): void {
  const facts = check.run.tables.diagnoses?.(code, first);
  if (facts === undefined) return;
  const { gender, birthDate } = claim.patient ?? claim.subscriber;
  const age = birthDate && first ? ageOn(birthDate, first) : undefined;
  const isOtherGender =
    facts.gender !== undefined && (gender === 'F' || gender === 'M') && gender !== facts.gender;
  const isOtherAge = facts.ages && age !== undefined && (age < facts.ages.from || age > facts.ages.to);
  if (isOtherGender || isOtherAge) {
    check.reportInLoop('V068', path, claim.position, { element, component: 2, value: code });
  }
}
