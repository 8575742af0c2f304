import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { configurationKey, payerProfiles } from '#claims/configuration/configuration.ts';
import { ConfigurationInvalid } from '#claims/configuration/configuration-file.ts';
import { reloadPorts } from '#claims/configuration/configuration-store.ts';
import { defaultConfiguration } from '#claims/configuration/default-configuration.ts';
import {
  ConfigurationMissing,
  currentConfiguration,
  findConfiguration,
  readConfigurationVersion,
} from '#claims/configuration/records.ts';
import { reloadConfiguration } from '#claims/configuration/reload.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { everyAuditEntry, everyItem } from '#test/claims/stored.ts';

let stores: LocalStores;
beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
});
afterAll(() => stores.stop());

const reload = (actor = 'key:admin') => reloadConfiguration(reloadPorts(stores), { actor, now: new Date() });
const put = (...edits: readonly (readonly [string, string])[]) =>
  stores.put(
    configurationKey,
    edits.reduce((text, [from, to]) => text.replace(from, to), defaultConfiguration),
  );
const reloadEntries = async () =>
  (await everyAuditEntry(stores)).filter(({ event_type }) => event_type === 'config.reloaded');

describe('Reloading the configuration', () => {
  test('changes nothing when the file equals the active configuration', async () => {
    const before = await readConfigurationVersion(stores.claims);
    const entries = (await reloadEntries()).length;
    expect(await reload()).toEqual({ version: before, changes: [] });
    expect(await reloadEntries()).toHaveLength(entries);
  });

  test('shows changes in a dry run and activates nothing', async () => {
    const before = await findConfiguration(stores.claims);
    const entries = (await reloadEntries()).length;
    await put(['reading: contract\n', 'reading: standard\n']);
    const shown = await reloadConfiguration(reloadPorts(stores), {
      actor: 'key:admin',
      now: new Date(),
      isDryRun: true,
    });
    expect(shown.version).toEqual(before?.version);
    expect(shown.changes).toContainEqual(expect.objectContaining({ id: 'CO_TXIX/277CA', change: 'changed' }));
    expect(await findConfiguration(stores.claims)).toEqual(before);
    expect(await reloadEntries()).toHaveLength(entries);
  });

  test('activates a change, returns it and audits it', async () => {
    const before = await readConfigurationVersion(stores.claims);
    await put(['reading: contract\n', 'reading: standard\n'], ['"1679576722"', '"1689672081"']);
    const { version, changes } = await reload();
    expect(version).toMatchObject({ version: (before?.version ?? 0) + 1, loaded_by: 'key:admin' });
    expect(changes.map(({ entity, id, change }) => `${change} ${entity} ${id}`)).toEqual([
      'added provider 1689672081',
      'changed payer_config CO_TXIX/837P',
      'changed payer_config CO_TXIX/277CA',
      'removed provider 1679576722',
    ]);
    const held = await findConfiguration(stores.claims);
    expect(held?.configuration.providers.map(({ npi }) => npi)).toContain('1689672081');
    expect(held?.configuration.providers).toHaveLength(3);
    expect((await reloadEntries()).at(-1)).toMatchObject({
      actor: 'key:admin',
      entity_id: String(version.version),
      payload: { changes: { count: 4 } },
    });
  });

  test('changes nothing when one line is invalid', async () => {
    const before = await findConfiguration(stores.claims);
    await put(['overdue_after_hours: 48', 'overdue_after_hours: soon'], ['"1679576722"', '"1003000126"']);
    await expect(reload()).rejects.toThrow(ConfigurationInvalid);
    expect(await findConfiguration(stores.claims)).toEqual(before);
  });

  test('changes nothing when there is no file', async () => {
    const ports = { ...reloadPorts(stores), readFile: async () => undefined };
    await expect(reloadConfiguration(ports, { actor: 'x', now: new Date() })).rejects.toThrow(
      'does not exist',
    );
  });

  test('fails when another reload was faster', async () => {
    await put(['name: Plains Health', 'name: Plains Health Plan']);
    const ports = reloadPorts(stores);
    const slow = {
      ...ports,
      activate: async (loading: Parameters<typeof ports.activate>[0]) => {
        await reload('key:faster');
        return ports.activate(loading);
      },
    };
    await expect(reloadConfiguration(slow, { actor: 'key:slow', now: new Date() })).rejects.toThrow(
      ConditionFailed,
    );
    expect((await readConfigurationVersion(stores.claims))?.loaded_by).toBe('key:faster');
  });

  test('activates a file of hundreds of payers at once', async () => {
    const payers = Array.from(
      { length: 200 },
      (_, n) => `  - { id: "P${n}", name: Payer ${n}, transactions: {} }\n`,
    );
    await stores.put(configurationKey, defaultConfiguration + payers.join(''));
    const { changes } = await reload();
    expect(changes.length).toBeGreaterThan(800);
    expect((await findConfiguration(stores.claims))?.configuration.payers).toHaveLength(202);
    await put();
    await reload();
    expect((await findConfiguration(stores.claims))?.configuration.payers).toHaveLength(2);
    const rows = (await everyItem(stores, 'claims')).filter(({ pk }) => String(pk).startsWith('CONFIG#'));
    const version = await readConfigurationVersion(stores.claims);
    const left = rows.filter(
      ({ pk, expires_at }) => pk !== `CONFIG#${version?.loading_id}` && expires_at === undefined,
    );
    expect(left).toEqual([]);
  });
});

describe('A running function', () => {
  test('uses a reload at once, and otherwise reads only the version', async () => {
    const first = await currentConfiguration(stores.claims);
    expect(await currentConfiguration(stores.claims)).toBe(first);
    await put(['name: Plains Health', 'name: Plains Health Group']);
    await reload();
    const second = await currentConfiguration(stores.claims);
    expect(second.payers.map(({ name }) => name)).toContain('Plains Health Group');
    expect(await currentConfiguration(stores.claims)).toBe(second);
    expect([...payerProfiles(second).keys()]).toEqual(['CO_TXIX']);
  });

  test('fails without a configuration', async () => {
    const empty = { ...stores.claims, name: stores.auditTable.name };
    await expect(currentConfiguration(empty)).rejects.toThrow(ConfigurationMissing);
  });
});
