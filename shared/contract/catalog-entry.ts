/** One error of the catalog. */
export interface CatalogEntry {
  readonly status: number;
  readonly message: string;
  /** The message of the data layer, if any, replaces this one. */
  readonly upstream?: true;
  /** No later change can lift the refusal, so it is stored under the `Idempotency-Key`. */
  readonly final?: true;
}
