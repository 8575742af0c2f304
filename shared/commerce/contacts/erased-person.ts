import { v5 } from 'uuid';

/** Whom an erasure is about. Addresses are in their normal forms. */
export interface ErasedPerson {
  readonly brandId: string;
  readonly erasureId: string;
  readonly contactIds: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}

/** A UUID of the erasure for a name, the same in every run. */
const idOf = ({ erasureId }: ErasedPerson, name: string): string =>
  v5(name, Buffer.from(erasureId.replaceAll('-', ''), 'hex'));

/** The id that stands for the person in figures of orders. */
export const customerOfErased = (person: ErasedPerson): string => idOf(person, 'customer');
