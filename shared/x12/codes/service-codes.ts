/**
 * HCPCS level II and CPT codes for edits of SNIP type 6. CMS publishes HCPCS level II; only number ranges of the CPT are
 * used, no code table.
 */

/** HCPCS codes "not otherwise classified", which require a description in SV101-7. */
const unclassified: ReadonlySet<string> = new Set(
  [
    'A0999 A4335 A4421 A4649 A4913 A6261 A6262 A9280 A9698 A9699 A9900 A9999 B9998 B9999 C2698 C2699',
    'C9399 E0769 E0770 E1399 E1699 E2599 H0046 J1566 J1599 J3490 J3590 J7599 J7699 J7799 J7999 J8498',
    'J8499 J8597 J8999 J9999 K0108 K0898 K0899 L0999 L1499 L2999 L3649 L3999 L5999 L7499 L8039 L8499',
    'L8699 P9099 Q2039 Q4050 Q4051 Q4082 Q4100 S8189 T1999 T5999 V2199 V2524 V2797 V2799 V5298 V5299',
  ].flatMap((row) => row.split(' ')),
);

export function isUnclassified(code: string): boolean {
  // CPT codes begin with a digit and are not in the list.
  return code >= 'A' && unclassified.has(code);
}

/** Anesthesia section of the CPT; 01996 (daily management) and 01953 (additional body surface) are not timed. */
export function isTimedAnesthesia(code: string): boolean {
  return code >= '00100' && code <= '01999' && code !== '01996' && code !== '01953' && isFiveDigits(code);
}

/** Ground and air ambulance, including mileage. */
export function isAmbulance(code: string): boolean {
  return code >= 'A0425' && code <= 'A0436' && code.length === 5;
}

/** Chiropractic manipulative treatment of the spine. */
export function isSpinalManipulation(code: string): boolean {
  return code === '98940' || code === '98941' || code === '98942';
}

/** Durable medical equipment: HCPCS E and K codes. */
export function isEquipment(code: string): boolean {
  return code.length === 5 && (code[0] === 'E' || (code[0] === 'K' && code >= 'K0001' && code <= 'K0899'));
}

/** Drugs that are not taken orally: HCPCS J codes. */
export function isDrug(code: string): boolean {
  return code.length === 5 && code[0] === 'J';
}

/** Pathology and laboratory section of the CPT. */
export function isLaboratory(code: string): boolean {
  return code >= '80047' && code <= '89398' && isFiveDigits(code);
}

function isFiveDigits(code: string): boolean {
  return /^\d{5}$/.test(code);
}

/** Whether a list of codes and ranges (`70010-79999`) contains the code. */
export function isInCodeRanges(list: readonly string[], code: string): boolean {
  return list.some((item) => {
    const [from = '', to] = item.split('-');
    return to === undefined ? code === from : code >= from && code <= to && code.length === from.length;
  });
}
