/**
 * Returns a function that makes a value at its first call and returns the same value at every call. A program then pays
 * only for what its files need.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
