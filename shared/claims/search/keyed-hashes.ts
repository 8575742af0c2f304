import { createHmac } from 'node:crypto';

/** Key of the hashes of names and member ids: the text of a secret. */
export type SearchKey = string & { readonly brand: 'SearchKey' };

/** Characters of a name that decide in which partition its entry is. A search needs two of them. */
const bucketLength = 3;
/** Characters of a name that are hashed; {@link nameStartsWith} compares the rest. */
const maxDepth = 24;
/** Base64url characters of the hash of each further character, 24 bits. */
const stepLength = 4;

/** The place of a name among all names, without the name. */
export interface NamePlace {
  /** Hash of its first characters. */
  readonly bucket: string;
  /**
   * One hash for each further beginning of the name, shortest first. The path of a name begins with the path of every
   * beginning of it, so a query by prefix finds it.
   */
  readonly path: string;
}

export interface PersonName {
  readonly last: string;
  readonly first?: string | undefined;
}

/** Letters and digits in upper case without accents: what two spellings of a name share. */
const foldedName = (text: string): string =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** A complete name in the order in which it is searched: last name, then first name. */
const wholeName = ({ last, first = '' }: PersonName): string => `${foldedName(last)},${foldedName(first)}`;

/** The beginning that a search asks for. A first name, or a last name of less than three letters, completes the last name. */
export function searchedBeginning({ last, first }: PersonName): string {
  const name = foldedName(last);
  if (first !== undefined) return `${name},${foldedName(first)}`;
  return name.length < bucketLength ? `${name},` : name;
}

export const nameStartsWith = (name: PersonName, beginning: string): boolean =>
  wholeName(name).startsWith(beginning);

/** Whether two names are at one place, as those of a parent and a child may be. */
export const isSameName = (one: PersonName | undefined, other: PersonName): boolean =>
  one !== undefined && hashed(wholeName(one)).join('') === hashed(wholeName(other)).join('');

export const placeOfName = (key: SearchKey, name: PersonName): NamePlace =>
  placeOfBeginning(key, wholeName(name));

export function placeOfBeginning(key: SearchKey, beginning: string): NamePlace {
  const characters = hashed(beginning);
  const bucket = characters.slice(0, bucketLength).join('').padEnd(bucketLength, ',');
  const steps = characters.slice(bucketLength).map((_, index) => {
    const upTo = characters.slice(0, bucketLength + index + 1).join('');
    return hashOf(key, 'name', upTo).slice(0, stepLength);
  });
  return { bucket: hashOf(key, 'name', bucket), path: steps.join('') };
}

const hashed = (name: string): readonly string[] => [...name].slice(0, maxDepth);

/** Member ids are compared without blanks, punctuation and letter case. */
export const sameMember = (one: string, other: string): boolean => foldedName(one) === foldedName(other);

export const memberHash = (key: SearchKey, memberId: string): string =>
  hashOf(key, 'member', foldedName(memberId));

/** HMAC-SHA-256 in base64url, 132 bits. The kind separates equal texts of different meaning. */
const hashOf = (key: SearchKey, kind: 'name' | 'member', text: string): string =>
  createHmac('sha256', key).update(`${kind}\n${text}`).digest('base64url').slice(0, 22);
