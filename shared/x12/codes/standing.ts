import { type CodeList, type CodeStanding, codeStanding } from '../code-list.ts';

/** Dates a code is judged by; both ISO. */
export interface CodeDates {
  readonly service: string | undefined;
  /** When the payer decided: payment date, status date. */
  readonly decided: string | undefined;
}

/**
 * What is wrong with a code, undefined when nothing is. Codes are judged at the service date: one that was withdrawn
 * before it is expired. One that came into force after it is too new only when the decision is older still, because
 * a payer takes the codes of the day on which it decides.
 */
export function codeFault(
  list: CodeList,
  code: string,
  { service, decided }: CodeDates,
): Exclude<CodeStanding, 'valid'> | undefined {
  const standing = codeStanding(list, code, service ?? decided);
  if (standing === 'valid') return undefined;
  if (standing !== 'not_yet' || decided === undefined) return standing;
  return codeStanding(list, code, decided) === 'not_yet' ? 'not_yet' : undefined;
}
