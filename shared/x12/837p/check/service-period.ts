import type { ProfessionalClaim } from '../model/claim.ts';

/** First and last day of service of a claim, as far as its lines have real dates. */
export interface ServicePeriod {
  readonly first: string | undefined;
  readonly last: string | undefined;
}

export function servicePeriod({ lines }: ProfessionalClaim): ServicePeriod {
  let first: string | undefined;
  let last: string | undefined;
  for (const { serviceDate, serviceDateEnd } of lines) {
    if (serviceDate === undefined) continue;
    const end = serviceDateEnd ?? serviceDate;
    if (first === undefined || serviceDate < first) first = serviceDate;
    if (last === undefined || end > last) last = end;
  }
  return { first, last };
}
