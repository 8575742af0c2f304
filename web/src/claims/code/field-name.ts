import { texts } from '#web/text/texts.ts';

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
