/** One entity tag (RFC 9110 section 8.8.3). */
export interface EntityTag {
  readonly weak: boolean;
  /** With its quotes. */
  readonly opaque: string;
}

/** `*`, or the entity tags of a list. */
export type TagCondition = '*' | readonly EntityTag[];

/** The preconditions of a request on a resource with versions. */
export interface Preconditions {
  readonly ifMatch: TagCondition | undefined;
  readonly ifNoneMatch: TagCondition | undefined;
}
