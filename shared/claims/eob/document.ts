/** A printable document. All texts are plain; a writer escapes them. */
export interface PrintedDocument {
  readonly title: string;
  readonly sections: readonly PrintedSection[];
}

export interface PrintedSection {
  readonly heading: string;
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly tables?: readonly PrintedTable[];
  /** Explanations, one line each. */
  readonly notes?: readonly string[];
}

export interface PrintedTable {
  readonly columns: readonly { readonly title: string; readonly isAmount?: true; readonly share: number }[];
  readonly rows: readonly (readonly string[])[];
}
