import { type CodeList, type CodeValidity, codeValidity } from '../guide/code-list.ts';

/** Dates a code is judged by; both ISO. */
export interface CodeDates {
  readonly service: string | undefined;
  /** When the payer decided: payment date, status date. */
  readonly decided: string | undefined;
}

export type CodeFault = Exclude<CodeValidity, 'valid'>;

/**
 * What is wrong with a code, undefined when nothing is. Codes are judged at the service date: one that was withdrawn
 * before it is expired. One that came into force after it is too new only when the decision is older still, because
 * a payer takes the codes of the day on which it decides.
 */
export function codeFault(
  list: CodeList,
  code: string,
  { service, decided }: CodeDates,
): CodeFault | undefined {
  const standing = codeValidity(list, code, service ?? decided);
  if (standing === 'valid') return undefined;
  if (standing !== 'not_yet' || decided === undefined) return standing;
  return codeValidity(list, code, decided) === 'not_yet' ? 'not_yet' : undefined;
}

/** What is wrong with a code that a partner sent, and that is kept as sent. */
export function codeFaultMessage(name: string, standing: CodeFault): string {
  switch (standing) {
    case 'unknown':
      return `${name} code is not in the code list; it is kept as sent`;
    case 'not_yet':
      return `${name} code is not yet in force on the service date; it is kept as sent`;
    case 'expired':
      return `${name} code is no longer in force on the service date; it is kept as sent`;
  }
}

/** Facts for a finding. What is in no list is no code; it may be a name that slipped in, and is told masked only. */
export function codeFaultDetails(code: string, standing: CodeFault): Readonly<Record<string, string>> {
  return standing === 'unknown' ? { standing } : { code, standing };
}
