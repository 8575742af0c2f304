import { withDigests } from '#claims/files/stored-response.ts';
import { RemittanceReader } from '#x12/835/remittance-set.ts';
import { guide835 } from '#x12/guides/835.ts';

/** The 835: its first reading makes the digest of the claims of a set. */
export const surveyedRemittances = withDigests('835', guide835, (context, { add, end }) =>
  new RemittanceReader({ claim: add, end }).open(context),
);
