import { type CodeList, type CodeValidity, codeValidity } from '../guide/code-list.ts';

/** ISO dates for checking a code. */
export interface CodeDates {
  readonly service: string | undefined;
  /** Date of the payer's decision: payment date or status date. */
  readonly decided: string | undefined;
}

export type CodeFault = Exclude<CodeValidity, 'valid'>;

/**
 * Returns the fault of a code; undefined for a valid code. A code withdrawn before the service date is expired. A code that
 * came into force after the service date is too new only if the decision is older still, because payers use the codes of
 * the day of their decision.
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

/** Returns the message for a faulty code of a partner, which is kept as sent. */
export function codeFaultMessage(name: string, standing: CodeFault): string {
  switch (standing) {
    case 'unknown':
      return `${name} code is not in the code list and is kept as sent; ask the payer`;
    case 'not_yet':
      return `${name} code is not yet in force on the service date and is kept as sent; ask the payer`;
    case 'expired':
      return `${name} code is no longer in force on the service date and is kept as sent; ask the payer`;
  }
}

/** Returns facts for a finding. An unknown code is left out, because it may be a name in the wrong place. */
export function codeFaultDetails(code: string, standing: CodeFault): Readonly<Record<string, string>> {
  return standing === 'unknown' ? { standing } : { code, standing };
}
