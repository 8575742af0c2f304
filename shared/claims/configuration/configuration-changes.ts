import type { Configuration } from './configuration.ts';

/** What a loading does to one record. */
export interface ConfigurationChange {
  readonly entity: 'provider' | 'payer' | 'payer_config' | 'clearhouse' | 'intake';
  /** NPI, payer id, payer id and transaction (`CO_TXIX/277CA`), or id of the clearinghouse. */
  readonly id: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Names of the fields that differ; only for `changed`. */
  readonly fields?: readonly string[];
}

/** What differs between two configurations, records in the order of the newer one, removed ones last. */
export function configurationChanges(
  before: Configuration | undefined,
  after: Configuration,
): ConfigurationChange[] {
  const old = new Map(before === undefined ? [] : recordsOf(before).map((one) => [nameOf(one), one]));
  const changes = recordsOf(after).flatMap((one): ConfigurationChange[] => {
    const previous = old.get(nameOf(one));
    old.delete(nameOf(one));
    const { entity, id } = one;
    if (previous === undefined) return [{ entity, id, change: 'added' }];
    const fields = differingFields(previous.record, one.record);
    return fields.length === 0 ? [] : [{ entity, id, change: 'changed', fields }];
  });
  return [
    ...changes,
    ...[...old.values()].map(({ entity, id }) => ({ entity, id, change: 'removed' as const })),
  ];
}

interface NamedRecord {
  readonly entity: ConfigurationChange['entity'];
  readonly id: string;
  readonly record: object;
}

const nameOf = ({ entity, id }: NamedRecord) => `${entity} ${id}`;

/** Every record of a configuration by the name that its changes carry. */
function recordsOf({
  providers,
  payers,
  payer_configs,
  clearinghouse: clearhouse,
  intake,
}: Configuration): NamedRecord[] {
  return [
    // There is one row: another id is a change of it.
    { entity: 'clearhouse', id: 'clearhouse', record: clearhouse },
    { entity: 'intake', id: 'intake', record: intake },
    ...providers.map((record) => ({ entity: 'provider' as const, id: record.npi, record })),
    ...payers.map((record) => ({ entity: 'payer' as const, id: record.id, record })),
    ...payer_configs.map((record) => ({
      entity: 'payer_config' as const,
      id: `${record.payer_id}/${record.transaction}`,
      record,
    })),
  ];
}

function differingFields(before: object, after: object): string[] {
  const [old, young] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...young.keys()])];
  return names.filter((name) => inOrder(old.get(name)) !== inOrder(young.get(name)));
}

/** The table keeps no order of fields. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';
