/**
 * X12 data types: AN string, ID code, N0 integer, R decimal, DT date (CCYYMMDD; YYMMDD in TA1), TM time.
 */
export type ElementType = 'AN' | 'ID' | 'N0' | 'R' | 'DT' | 'TM';

export interface DictionaryEntry {
  readonly name: string;
  readonly type: ElementType;
  readonly min: number;
  readonly max: number;
}

/** Returns a data element by its X12 number. Throws RangeError for an unknown number. */
export function dataElement(ref: number): DictionaryEntry {
  const row = rows.get(ref);
  if (row === undefined) throw new RangeError(`Data element ${ref} is not in the dictionary`);
  return row;
}

/**
 * Data elements of the guides in the X12 005010 dictionary: number, type, minimum and maximum length, name. Interchange
 * control element In of the standard (IEA, TA1) has the number 10000 + n.
 */
const table = `
  2 N0 1-6 Number of Accepted Transaction Sets | 19 AN 2-30 City Name | 26 ID 2-3 Country Code |
  28 N0 1-9 Group Control Number | 61 AN 1-30 Free-form Information |
  66 ID 1-2 Identification Code Qualifier | 67 AN 2-80 Identification Code | 81 R 1-10 Weight |
  93 AN 1-60 Name | 96 N0 1-10 Number of Included Segments | 97 N0 1-6 Number of Transaction Sets Included |
  98 ID 2-3 Entity Identifier Code | 100 ID 3-3 Currency Code | 116 ID 3-15 Postal Code | 118 R 1-9 Rate |
  123 N0 1-6 Number of Received Transaction Sets | 124 AN 2-15 Application Receiver's Code |
  127 AN 1-50 Reference Identification | 128 ID 2-3 Reference Identification Qualifier |
  142 AN 2-15 Application Sender's Code | 143 ID 3-3 Transaction Set Identifier Code |
  156 ID 2-2 State or Province Code | 166 AN 1-55 Address Information | 212 R 1-17 Unit Price |
  234 AN 1-48 Product/Service ID | 235 ID 2-2 Product/Service ID Qualifier |
  236 ID 3-3 Price Identifier Code | 280 R 4-10 Exchange Rate | 289 N0 1-2 Multiple Price Quantity |
  305 ID 1-2 Transaction Handling Code | 306 ID 1-2 Action Code | 309 ID 1-2 Location Qualifier |
  310 AN 1-30 Location Identifier | 329 AN 4-9 Transaction Set Control Number |
  332 R 1-6 Percent, Decimal Format | 337 TM 4-8 Time | 338 R 1-6 Terms Discount Percent |
  350 AN 1-20 Assigned Identification | 352 AN 1-80 Description | 353 ID 2-2 Transaction Set Purpose Code |
  355 ID 2-2 Unit or Basis for Measurement Code | 363 ID 3-3 Note Reference Code |
  364 AN 1-256 Communication Number | 365 ID 2-2 Communication Number Qualifier |
  366 ID 2-2 Contact Function Code | 373 DT 8-8 Date | 374 ID 3-3 Date/Time Qualifier | 380 R 1-15 Quantity |
  426 ID 2-2 Adjustment Reason Code | 429 AN 1-18 Check Number | 443 AN 1-20 Contact Inquiry Reference |
  447 AN 1-4 Loop Identifier Code | 449 AN 1-80 Fixed Format Information |
  455 ID 1-2 Responsible Agency Code | 478 ID 1-1 Credit/Debit Flag Code |
  479 ID 2-2 Functional Identifier Code | 480 AN 1-12 Version / Release / Industry Identifier Code |
  481 ID 1-2 Trace Type Code | 499 AN 1-10 Condition Value | 506 ID 2-2 (DFI) ID Number Qualifier |
  507 AN 3-12 (DFI) Identification Number | 508 AN 1-35 Account Number |
  509 AN 10-10 Originating Company Identifier | 510 AN 9-9 Originating Company Supplemental Code |
  522 ID 1-3 Amount Qualifier Code | 554 N0 1-6 Assigned Number | 569 ID 1-3 Account Number Qualifier |
  584 ID 2-2 Employment Status Code | 591 ID 3-3 Payment Method Code | 594 ID 1-2 Frequency Code |
  609 N0 1-9 Count | 618 ID 1-3 Implementation Transaction Set Syntax Error Code |
  620 ID 1-3 Implementation Segment Syntax Error Code |
  621 ID 1-3 Implementation Data Element Syntax Error Code | 623 ID 2-2 Time Code |
  628 AN 1-12 Hierarchical ID Number | 639 ID 2-2 Basis of Unit Price Code |
  640 ID 2-2 Transaction Type Code | 648 ID 3-3 Price Multiplier Qualifier | 649 R 1-10 Multiplier |
  659 ID 1-1 Basis of Verification Code | 669 ID 3-3 Currency Market/Exchange Code |
  673 ID 2-2 Quantity Qualifier | 687 ID 2-2 Class of Trade Code | 706 ID 2-2 Entity Relationship Code |
  715 ID 1-1 Functional Group Acknowledge Code | 716 ID 1-3 Functional Group Syntax Error Code |
  717 ID 1-1 Transaction Set Acknowledgment Code | 719 N0 1-10 Segment Position in Transaction Set |
  721 ID 2-3 Segment ID Code | 722 N0 1-2 Element Position in Segment | 724 AN 1-99 Copy of Bad Data Element |
  725 N0 1-4 Data Element Reference Number | 734 AN 1-12 Hierarchical Parent ID Number |
  735 ID 1-2 Hierarchical Level Code | 736 ID 1-1 Hierarchical Child Code |
  737 ID 2-2 Measurement Reference ID Code | 738 ID 1-3 Measurement Qualifier | 739 R 1-20 Measurement Value |
  740 R 1-20 Range Minimum | 741 R 1-20 Range Maximum | 752 ID 2-2 Surface/Layer/Position Code |
  755 ID 2-2 Report Type Code | 756 ID 1-2 Report Transmission Code | 757 N0 1-2 Report Copies Needed |
  782 R 1-18 Monetary Amount | 799 AN 1-30 Version Identifier | 812 ID 1-10 Payment Format Code |
  901 ID 2-2 Reject Reason Code | 923 ID 2-2 Prognosis Code | 933 AN 1-264 Free-form Message Text |
  935 ID 2-2 Measurement Significance Code | 936 ID 2-2 Measurement Attribute Code |
  954 R 1-10 Percentage as Decimal | 1005 ID 4-4 Hierarchical Structure Code | 1018 R 1-15 Exponent |
  1028 AN 1-38 Claim Submitter's Identifier | 1029 ID 1-2 Claim Status Code |
  1032 ID 1-2 Claim Filing Indicator Code | 1033 ID 1-2 Claim Adjustment Group Code |
  1034 ID 1-5 Claim Adjustment Reason Code | 1035 AN 1-60 Name Last or Organization Name |
  1036 AN 1-35 Name First | 1037 AN 1-25 Name Middle | 1038 AN 1-10 Name Prefix | 1039 AN 1-10 Name Suffix |
  1048 ID 1-3 Business Function Code | 1065 ID 1-1 Entity Type Qualifier |
  1066 ID 1-2 Citizenship Status Code | 1067 ID 1-1 Marital Status Code | 1068 ID 1-1 Gender Code |
  1069 ID 2-2 Individual Relationship Code | 1073 ID 1-1 Yes/No Condition or Response Code |
  1136 ID 2-2 Code Category | 1138 ID 1-1 Payer Responsibility Sequence Number Code |
  1143 ID 1-1 Coordination of Benefits Code | 1166 ID 2-2 Contract Type Code |
  1220 ID 1-1 Student Status Code | 1221 ID 1-3 Provider Code | 1223 ID 3-3 Provider Organization Code |
  1250 ID 2-3 Date Time Period Format Qualifier | 1251 AN 1-35 Date Time Period |
  1270 ID 1-3 Code List Qualifier Code | 1271 AN 1-30 Industry Code | 1316 ID 1-1 Ambulance Transport Code |
  1317 ID 1-1 Ambulance Transport Reason Code | 1321 ID 2-3 Condition Indicator |
  1322 ID 1-1 Certification Type Code | 1325 ID 1-1 Claim Frequency Type Code |
  1327 ID 1-1 Copay Status Code | 1328 N0 1-2 Diagnosis Code Pointer | 1331 AN 1-2 Facility Code Value |
  1332 ID 1-2 Facility Code Qualifier | 1333 ID 1-1 Record Format Code |
  1334 ID 1-1 Professional Review Code | 1335 ID 1-1 Insulin Type Code | 1336 ID 1-3 Insurance Type Code |
  1337 ID 1-1 Level of Care Code | 1338 ID 1-1 Level of Service Code | 1339 AN 2-2 Procedure Modifier |
  1340 ID 1-1 Multiple Procedure Code | 1341 ID 1-2 National or Local Assigned Review Value |
  1342 ID 1-1 Nature of Condition Code | 1343 ID 1-1 Non-Institutional Claim Type Code |
  1351 ID 1-1 Patient Signature Source Code | 1352 ID 1-2 Patient Status Code |
  1354 ID 1-4 Diagnosis Related Group (DRG) Code | 1359 ID 1-1 Provider Accept Assignment Code |
  1360 ID 1-1 Provider Agreement Code | 1362 ID 2-3 Related-Causes Code |
  1363 ID 1-1 Release of Information Code | 1364 ID 1-1 Review Code | 1365 ID 1-2 Service Type Code |
  1366 ID 2-3 Special Program Code | 1367 ID 2-2 Subluxation Level Code |
  1373 ID 2-4 Measurement Method or Device | 1383 ID 2-2 Claim Submission Reason Code |
  1384 ID 1-1 Patient Location Code | 1473 ID 2-2 Pricing Methodology | 1514 ID 1-2 Delay Reason Code |
  1525 ID 1-2 Request Category Code | 1526 ID 1-2 Policy Compliance Code | 1527 ID 1-2 Exception Code |
  1528 N0 1-2 Component Data Element Position in Composite | 1686 N0 1-4 Repeating Data Element Position |
  1705 AN 1-35 Implementation Convention Reference | 1715 ID 1-3 Country Subdivision Code |
  9998 AN 1-35 Context Reference | 9999 AN 1-35 Context Name | 10008 DT 6-6 Interchange Date |
  10009 TM 4-4 Interchange Time | 10012 N0 9-9 Interchange Control Number |
  10016 N0 1-5 Number of Included Functional Groups | 10017 ID 1-1 Interchange Acknowledgment Code |
  10018 ID 3-3 Interchange Note Code
`;

const types: readonly ElementType[] = ['AN', 'ID', 'N0', 'R', 'DT', 'TM'];

const rows = new Map<number, DictionaryEntry>(
  table.split('|').map((row) => {
    const [ref, type, length = '', ...name] = row.trim().split(' ');
    const [min, max] = length.split('-').map(Number);
    return [Number(ref), { name: name.join(' '), type: typeNamed(type), min: min ?? 0, max: max ?? 0 }];
  }),
);

function typeNamed(text: string | undefined): ElementType {
  return types.find((type) => type === text) ?? 'AN';
}
