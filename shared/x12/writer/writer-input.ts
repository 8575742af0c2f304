/**
 * Input of a writer: a typed value without the fields that only a reader fills in. Positions, running numbers, empty lists
 * and undefined fields may be left out.
 */
export type WriterInput<T> = T extends string | number | boolean | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly WriterInput<Item>[]
    : { readonly [K in Exclude<keyof T, Omittable<T>>]: WriterInput<T[K]> } & {
        readonly [K in Omittable<T>]?: WriterInput<T[K]> | undefined;
      };

type Omittable<T> = {
  [K in keyof T]: undefined extends T[K]
    ? K
    : T[K] extends readonly unknown[]
      ? K
      : K extends 'position' | 'tracePosition' | 'number'
        ? K
        : never;
}[keyof T];
