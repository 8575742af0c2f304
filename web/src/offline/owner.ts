import { type ReadonlySignal, signal } from '@preact/signals';

/** Whose data the device reads and keeps. No brand: the claims workplace, of which nothing is kept. */
export interface Owner {
  readonly personId: string;
  readonly brandId: string | undefined;
}

const current = signal<Owner | undefined>(undefined);

/** The signed-in person and the open brand. A leaf of the imports, so that the session can use the local store. */
export const owner: ReadonlySignal<Owner | undefined> = current;

/** Sets the person whose data is read and kept; undefined after sign-out. */
export function setOwner(next: Owner | undefined): void {
  const { personId, brandId } = current.peek() ?? {};
  if (next?.personId !== personId || next?.brandId !== brandId) current.value = next;
}
