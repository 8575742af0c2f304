/** A person who can sign in at the development issuer. */
export interface Person {
  /** `sub` of the tokens. */
  readonly id: string;
  readonly name: string;
  /** Who the person is, as shown beside the name: "owner of Meadow Farm". */
  readonly role: string;
  /** Claims of the access token beyond `sub`. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The people at this time: none until the stack is ready. */
export type People = () => readonly Person[];
