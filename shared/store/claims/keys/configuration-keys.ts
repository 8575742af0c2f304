import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';

/** Each loading of a configuration has its own partition; the version record names the active one. */
export const wholeConfiguration = (loading: string): KeyPrefix => ({ pk: `CONFIG#${loading}`, prefix: '' });
export const configurationVersionKey: ItemKey = { pk: 'CONFIG', sk: 'VERSION' };

const configurationRow = (loading: string, sk: string): ItemKey => ({
  pk: wholeConfiguration(loading).pk,
  sk,
});
export const providerKey = (loading: string, npi: string): ItemKey =>
  configurationRow(loading, `PROVIDER#${npi}`);
export const payerKey = (loading: string, id: string): ItemKey => configurationRow(loading, `PAYER#${id}`);
export const payerConfigKey = (loading: string, payerId: string, transaction: string): ItemKey =>
  configurationRow(loading, `PAYERCONFIG#${payerId}#${transaction}`);
export const clearhouseKey = (loading: string): ItemKey => configurationRow(loading, 'CLEARHOUSE');
export const intakeKey = (loading: string): ItemKey => configurationRow(loading, 'INTAKE');

export const schemaVersionKey: ItemKey = { pk: 'SCHEMA', sk: 'VERSION' };
