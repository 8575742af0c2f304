import type { Member } from '#contract/commerce/members.ts';

/** The name of a member: the address if it is known, else the id at the identity provider. */
export const personOf = ({ email, subject }: Member): string => email ?? subject;
