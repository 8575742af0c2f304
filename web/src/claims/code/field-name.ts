import { texts } from '#web/text/texts.ts';
import type { X12Texts } from '#web/text/x12-texts.ts';

/** Names a member of a claim's content in words: `/lines/0/charge` is `Line 1 › Charge`. */
export function fieldName(pointer: string): string {
  const names: Readonly<Record<string, string>> = texts.claim.fields;
  const words: string[] = [];
  for (const part of pointer.split('/').slice(1)) {
    const last = words.pop();
    if (/^\d+$/.test(part) && last !== undefined) words.push(`${last} ${Number(part) + 1}`);
    else words.push(...(last === undefined ? [] : [last]), names[part] ?? part.replaceAll('_', ' '));
  }
  return words.join(' › ');
}

/** Returns the kind of a claim by its frequency code; an unknown code alone. */
export function frequencyName(frequency: string): string {
  const names: Readonly<Record<string, string>> = texts.claim.frequencies;
  return names[frequency] ?? frequency;
}

/** Returns the meaning of a code as a member of the content of a claim; undefined for other members and unknown codes. */
export const codeMeaning = (
  member: string | undefined,
  code: string,
  codes: X12Texts | undefined,
): string | undefined =>
  member === 'place_of_service' || member === 'claim_filing' ? codes?.code(member, code) : undefined;

/** Returns a value of the content of a claim; a code with its meaning, such as `11: Office`. */
export function fieldValue(pointer: string, value: string, codes: X12Texts | undefined): string {
  const member = pointer.split('/').at(-1);
  if (member === 'frequency') return frequencyName(value);
  const { units, genders } = texts.claim.edit;
  const names: Readonly<Record<string, string>> =
    member === 'unit' ? units : member === 'gender' ? genders : {};
  return [value, names[value] ?? codeMeaning(member, value, codes)].filter(Boolean).join(': ');
}
