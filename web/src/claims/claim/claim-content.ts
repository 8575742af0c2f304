import type { ClaimDetail, ClaimInput } from '#clients/typescript/src/claims/index.ts';

/** The content of a claim. A draft may lack members that a new claim needs. */
export type ClaimContent = Partial<Omit<ClaimInput, 'corrects' | 'characters'>>;

/** The content of a claim with its types: the API returns `content` in the form of the claim that POST takes. */
export const contentOf = ({ content }: Pick<ClaimDetail, 'content'>): ClaimContent => content as ClaimContent;
