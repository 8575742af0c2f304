import { countersOf } from '../records/counter.ts';
import { recordsOf } from '../records/record.ts';
import { commerceTable } from './commerce-table.ts';

/** What a record of commerce owes to its brand, and to the people whose data it may hold. */
export interface BrandDuties {
  /** The file in the archive of a brand that leaves, or the reason why there is none. */
  readonly exported: string | { readonly not: string };
  /** Attributes that grant access, or that only we use: not exported. */
  readonly hides?: readonly string[];
  /** Whether it can hold data of a person that an erasure has to remove. */
  readonly person: 'none' | 'erased';
}

/** Declares records of commerce. */
export const record = recordsOf<BrandDuties>(() => commerceTable);

/** Declares numbers of commerce. */
export const counter = countersOf<BrandDuties>(() => commerceTable);
