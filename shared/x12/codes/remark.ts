import type { CodeList } from '../guide/code-list.ts';
import { datedCodes, expandCodes } from './dated-codes.ts';

/**
 * Remittance advice remark codes (RARC, code source 411). M, MA and N1 to N138 have the maintainer's dates; later N codes
 * are always in force.
 */
export const remarkCodes: CodeList = datedCodes('Remittance advice remark (RARC)', {
  since: `
  1997-01-01: M1-M144 MA01-MA99 MA100-MA125; 2000-01-01: N1-N94; 2001-07-31: N95; 2001-08-24: N96-N99;
  2001-09-14: N100; 2001-10-12: MA126-MA134; 2001-10-31: N101-N103; 2002-01-29: N104-N105;
  2002-01-31: N106-N108; 2002-02-28: N109-N112; 2002-04-16: N113; 2002-05-30: N114-N115; 2002-06-30: N116;
  2002-07-30: N117-N119; 2002-08-09: N120; 2002-09-09: N121; 2002-09-12: N122; 2002-09-24: N123;
  2002-09-26: N124-N125; 2002-10-17: N126; 2002-10-31: N127-N138; always: N139-N930
`,
  until: `
  2003-10-16: M72 MA05 MA98 N41 N44; 2004-01-01: MA95; 2004-01-30: M140;
  2004-01-31: M43 M48 M63 M98 M101 M106 MA11 MA78 MA104 MA124 MA129 N18 N60 N73 N101;
  2004-08-01: M33-M34 M88 M92 MA06 MA49 MA85-MA87 MA102 N17; 2005-02-05: M35 M58 MA51 N38 N66;
  2005-06-02: M57 M68 M108 M110 M120 M128 MA29 MA38 MA52 MA82 MA105 MA127; 2006-05-18: M78;
  2006-10-01: MA03; 2007-10-01: N14; 2008-05-01: MA119; 2011-01-01: M118 MA101; 2016-03-01: N29;
  2016-07-01: N102; 2016-11-01: N100
`,
  texts: `
  M15 component of a bundled service, not paid separately | M20 HCPCS code missing or invalid |
  M44 condition code missing or invalid | M47 payer claim control number missing or invalid |
  M50 revenue code missing or invalid | M51 procedure code missing or invalid |
  M52 from-date of service missing or invalid | M53 days or units missing or invalid |
  M54 total charge missing or invalid | M56 payer id missing or invalid |
  M59 to-date of service missing or invalid | M60 certificate of medical necessity missing |
  M62 treatment authorization code missing or invalid | M64 other diagnosis missing or invalid |
  M76 diagnosis or condition missing or invalid | M77 place of service missing, invalid or not suitable |
  M79 charge missing or invalid | M80 not covered with an earlier service of the same day |
  M81 code to the highest level of specificity |
  M86 the same or a similar procedure was already paid in this time frame |
  M119 national drug code missing, invalid or withdrawn | M127 medical record missing |
  MA01 alert: appeal rights | MA02 alert: appeal rights |
  MA04 identity or payment of the primary payer missing | MA07 alert: forwarded to Medicaid |
  MA13 alert: do not bill more than the PR amount | MA18 alert: forwarded to the supplemental insurer |
  MA30 type of bill missing or invalid | MA36 patient name missing or invalid |
  MA39 gender missing or invalid | MA61 social security or beneficiary number missing or invalid |
  MA63 principal diagnosis missing or invalid | MA67 alert: correction of a prior claim |
  MA92 plan information of the other insurance missing |
  MA112 group practice information missing or invalid |
  MA114 information on where the service was furnished missing | MA120 CLIA number missing or invalid |
  MA130 not processable, no appeal: send a new claim | N1 alert: appeal rights |
  N4 explanation of benefits of the prior payer missing or invalid |
  N19 incidental to the primary procedure | N20 not payable with another service of the same day |
  N22 alert: the procedure code was changed to one that fits better | N29 documentation missing |
  N30 patient is not eligible for this service | N54 does not agree with the authorized services |
  N56 procedure not right for the service or its date | N61 bill the services on separate claims |
  N95 this provider type or specialty may not bill this service |
  N115 based on a local coverage determination | N122 add-on code billed alone |
  N130 see the plan documents for restrictions | N206 documentation does not agree with the claim |
  N255 billing provider taxonomy missing or invalid | N257 billing provider primary id missing or invalid |
  N264 ordering provider name missing or invalid | N265 ordering provider id missing or invalid |
  N286 referring provider id missing or invalid | N290 rendering provider id missing or invalid |
  N329 patient birth date missing or invalid | N362 units exceed the maximum |
  N382 patient id missing or invalid | N418 misrouted claim | N428 not covered in this place of service |
  N430 procedure does not fit the units billed | N448 not in the fee schedule |
  N522 duplicate of a crossover claim | N640 frequency limit exceeded | N657 bill the appropriate code |
  N822 modifier missing | N823 modifier invalid
`,
});

/** Alerts inform about the processing and never explain an adjustment. */
export const alertRemarks: ReadonlySet<string> = new Set(
  expandCodes(`
  M4 M6 M9 M16-M17 M27 M32 M38-M39 M70 MA01-MA02 MA07-MA10 MA13-MA15 MA18-MA19 MA26 MA28 MA44-MA46 MA59
  MA62 MA67-MA68 MA72 MA74 MA77 MA91 MA118 N1 N7 N21-N23 N59 N69 N84-N85 N88-N89 N109 N123 N132-N134
  N136-N138
`),
);

/** Returns the text of a remark code; undefined for an unknown code or one without text. */
export function remarkText(code: string): string | undefined {
  return remarkCodes.entries.get(code)?.text;
}
