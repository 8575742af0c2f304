// Reads the 837Ps that were sent and their acknowledgments segment by segment, without the X12 engine of the service.

import type { Practice } from './practice.ts';

const segmentsOf = (text: string): readonly (readonly string[])[] =>
  text.split('~').map((segment) => segment.trim().split('*'));

/** Texts of the files of a kind, each once: line ends make no other file. */
export const filesWith = ({ received }: Practice, set: string): readonly string[] => {
  const texts = received.map(({ text }) => text.replaceAll(/~\s+/g, '~'));
  return [...new Set(texts)].filter((text) => text.includes(`~ST*${set}*`));
};

/** Numbers of claims (CLM01) by receiver, group and set. */
export type SentClaims = ReadonlyMap<string, readonly string[]>;

const setKey = (partner: string, group: string, set: string): string =>
  [partner.trim(), Number(group), Number(set)].join(' ');

export function claimsOf(files: readonly string[]): SentClaims {
  const sets = new Map<string, string[]>();
  for (const text of files) {
    let [receiver, group, key] = ['', '', ''];
    for (const e of segmentsOf(text)) {
      if (e[0] === 'ISA') receiver = e[8] ?? '';
      if (e[0] === 'GS') group = e[6] ?? '';
      if (e[0] === 'ST') key = setKey(receiver, group, e[2] ?? '');
      if (e[0] === 'CLM') sets.set(key, [...(sets.get(key) ?? []), e[1] ?? '']);
    }
  }
  return sets;
}

/** Claims of the sets that a 999 rejects (IK5). */
export function rejectedBy999(text: string, sent: SentClaims): readonly string[] {
  let [sender, group, set] = ['', '', ''];
  return segmentsOf(text).flatMap((e) => {
    if (e[0] === 'ISA') sender = e[6] ?? '';
    if (e[0] === 'AK1') group = e[2] ?? '';
    if (e[0] === 'AK2') set = e[2] ?? '';
    return e[0] === 'IK5' && e[1] === 'R' ? (sent.get(setKey(sender, group, set)) ?? []) : [];
  });
}

/** Claims (TRN02) with an STC of category A7 in a 277CA. */
export function rejectedBy277ca(text: string): readonly string[] {
  let [level, number] = ['', ''];
  const rejected = segmentsOf(text).flatMap((e) => {
    if (e[0] === 'HL') level = e[3] ?? '';
    if (e[0] === 'TRN' && level === 'PT') number = e[2] ?? '';
    return e[0] === 'STC' && level === 'PT' && e[1]?.startsWith('A7:') ? [number] : [];
  });
  return [...new Set(rejected)];
}
