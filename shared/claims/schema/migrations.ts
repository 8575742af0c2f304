/** One idempotent step of the schema. An interrupted step runs again. */
export interface Migration<Ports> {
  /** Version of the schema after this step. */
  readonly version: number;
  readonly name: string;
  run(ports: Ports): Promise<void>;
}

export interface SchemaStore {
  /** Returns the stored version; undefined before the first migration. */
  read(): Promise<number | undefined>;
  /** Raises the version; false if another process has raised it. */
  raise(
    from: number | undefined,
    migration: { readonly version: number; readonly name: string },
  ): Promise<boolean>;
}

/** Version before the first migration. */
const baseline = 6;

/** A newer release has written the data. */
export class SchemaTooNew extends Error {
  readonly stored: number;

  constructor(stored: number, known: number) {
    super(
      `The claims table has schema version ${stored}, but this release supports only versions up to ${known}; ` +
        'deploy the newer release again',
    );
    this.name = 'SchemaTooNew';
    this.stored = stored;
  }
}

/**
 * Runs the missing migrations in order. A migration is complete when its version is stored.
 *
 * @returns the versions before and after, and those of the steps that this call completed
 * @throws SchemaTooNew if the stored version is above the newest migration, before any change
 */
export async function migrate<Ports>(
  migrations: readonly Migration<Ports>[],
  store: SchemaStore,
  ports: Ports,
) {
  const newest = Math.max(baseline, ...migrations.map(({ version }) => version));
  const from = await store.read();
  const applied: number[] = [];
  for (let current = from; ; current = await store.read()) {
    const at = current ?? baseline;
    if (at > newest) throw new SchemaTooNew(at, newest);
    const next = migrations.find(({ version }) => version > at);
    if (next === undefined) return { from: from ?? baseline, to: at, applied };
    await next.run(ports);
    if (await store.raise(current, next)) applied.push(next.version);
  }
}
