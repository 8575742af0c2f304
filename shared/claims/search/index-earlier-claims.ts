/** Progress of indexing the claims that releases without a search index stored. */
export interface IndexState {
  /** `first`: all claims. `second`: claims that the earlier release stored during the deployment. */
  readonly phase: 'first' | 'second' | 'complete';
  /** When the release with the index was deployed. */
  readonly since: string;
  /** Position after which the next run continues. */
  readonly after: string;
}

export interface IndexPorts {
  readState(): Promise<IndexState | undefined>;
  writeState(state: IndexState): Promise<void>;
  /** Yields the claims received after a position, oldest first, page by page; eventually consistent. */
  readReceived(after: string): AsyncIterable<{ readonly ids: readonly string[]; readonly position: string }>;
  /** Stores the missing entries of claims. Idempotent. Returns the number of claims that had none. */
  indexClaims(ids: readonly string[]): Promise<number>;
  isTimeUp(): boolean;
}

/** Milliseconds after a deployment in which functions of the earlier release may still store claims. */
const overlap = 3_600_000;
/** Milliseconds by which a time of receipt may be older than its transaction and the index by receipt. */
const margin = 600_000;

/** The state that a new deployment begins with. */
export const firstState = (now: Date, hasClaims: boolean): IndexState => ({
  phase: hasClaims ? 'first' : 'complete',
  since: now.toISOString(),
  after: '',
});

/**
 * Indexes the claims of earlier releases, and continues where the last run stopped. Walks through all claims, and an hour
 * after the deployment once more through those received since.
 *
 * @returns the number of indexed claims; undefined if all were indexed before
 */
export async function indexEarlierClaims(ports: IndexPorts, now: Date): Promise<number | undefined> {
  let state = await ports.readState();
  if (state === undefined || state.phase === 'complete') return undefined;
  let indexed = 0;
  for await (const { ids, position } of ports.readReceived(state.after)) {
    indexed += await ports.indexClaims(ids);
    state = { ...state, after: position };
    await ports.writeState(state);
    if (ports.isTimeUp()) return indexed;
  }
  const { since, phase } = state;
  if (now.getTime() < Date.parse(since) + overlap) return indexed;
  const again = new Date(Date.parse(since) - margin).toISOString();
  await ports.writeState(
    phase === 'first' ? { since, phase: 'second', after: again } : { ...state, phase: 'complete' },
  );
  return indexed;
}
