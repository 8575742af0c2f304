/** One step of the schema. Its work may be cut off and is then done again: doing it twice is doing it once. */
export interface Migration<Ports> {
  /** Version of the schema once it is done. */
  readonly version: number;
  readonly name: string;
  run(ports: Ports): Promise<void>;
}

/** Where the version of the schema is stored. */
export interface SchemaStore {
  /** Version that the schema has; `baseline` where nothing is stored. */
  read(): Promise<number | undefined>;
  /** Raises it; false when somebody else did in between. */
  raise(
    from: number | undefined,
    migration: { readonly version: number; readonly name: string },
  ): Promise<boolean>;
}

export interface MigrationResult {
  readonly from: number;
  readonly to: number;
  /** Versions whose steps ran now. */
  readonly applied: readonly number[];
}

/** Version before the first migration that is kept as code (spec, "Versioning": 7, 8 and 9). */
const baseline = 6;

/** The data was written by a newer release than this one. */
export class SchemaTooNew extends Error {
  constructor(stored: number, known: number) {
    super(
      `The claims table has schema version ${stored}, and this release knows versions up to ${known} only. ` +
        'Deploy the newer release again: this one would not understand the data.',
    );
    this.name = 'SchemaTooNew';
  }
}

/**
 * Brings the schema to the newest version, one migration after the other; each is done when its version is stored.
 *
 * @throws SchemaTooNew when the stored version is above the newest migration; nothing is changed then
 */
export async function migrate<Ports>(
  migrations: readonly Migration<Ports>[],
  store: SchemaStore,
  ports: Ports,
): Promise<MigrationResult> {
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
