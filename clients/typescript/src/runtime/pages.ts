/** One page of a list. An iteration over the call reads all pages. */
export interface CursorPage<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

export interface OffsetPage<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly limit: number; readonly offset: number; readonly count: number };
}
