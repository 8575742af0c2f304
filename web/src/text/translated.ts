/** The texts of another language: the same names, with texts and functions in place of the English ones. */
export type Translated<English> = {
  readonly [Name in keyof English]: English[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : English[Name] extends string
      ? string
      : Translated<English[Name]>;
};
