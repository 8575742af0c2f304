import { setReader } from '../engine/set-reader.ts';
import { guide835 } from '../guides/835.ts';
import type { ClaimPayment, Remittance } from './model.ts';
import { RemittanceReader, type RemittanceSummary } from './remittance-set.ts';

/** An 835 in file order: header, claims, then sums and balance. */
export type RemittanceEvent =
  | { readonly kind: 'remittance'; readonly remittance: Remittance }
  | { readonly kind: 'claim'; readonly claim: ClaimPayment; readonly remittance: Remittance }
  | { readonly kind: 'end'; readonly summary: RemittanceSummary };

const reader = setReader<RemittanceEvent>(guide835, (add) => {
  let remittance: Remittance | undefined;
  return new RemittanceReader({
    remittance: (header) => {
      remittance = header;
      add({ kind: 'remittance', remittance: header });
    },
    claim: (claim) => {
      if (remittance !== undefined) add({ kind: 'claim', claim, remittance });
    },
    end: (summary) => add({ kind: 'end', summary }),
  });
});

/** Reads all 835 sets of a source. */
export const readRemittances = reader.read;

/** `readRemittances` for bytes in memory. */
export const readRemittancesSync = reader.readSync;
