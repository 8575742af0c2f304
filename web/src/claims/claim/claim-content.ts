import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> & Letter ? `_${Lowercase<First>}` : First}${SnakeCase<Rest>}`
  : Name;

type Letter =
  | Uppercase<'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm' | 'n' | 'o'>
  | Uppercase<'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z'>;

/** A record of the 837P as JSON. A draft may lack any member. */
type Draft<T> = T extends readonly (infer Item)[]
  ? readonly Draft<Item>[]
  : T extends object
    ? { readonly [Name in keyof T & string as SnakeCase<Name>]?: Draft<T[Name]> | undefined }
    : T;

/** The content of a claim. */
export type ClaimContent = Draft<ProfessionalClaim>;

/** The content of a claim with its types: the API returns `content` in the form of the claim that POST takes. */
export const contentOf = ({ content }: Pick<ClaimDetail, 'content'>): ClaimContent => content;
