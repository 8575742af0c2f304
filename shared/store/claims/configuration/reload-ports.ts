import { configurationKey } from '#claims/configuration/configuration.ts';
import type { ReloadPorts } from '#claims/configuration/reload.ts';
import { findObject, readWholeObject } from '../../s3/x12-bucket.ts';
import type { ClaimsStores } from '../files/intake-ports.ts';
import { activateConfiguration, findConfiguration } from './configuration.ts';

export function reloadPorts({ claims, audit, bucket }: ClaimsStores): ReloadPorts {
  return {
    find: () => findConfiguration(claims),
    activate: (loading) => activateConfiguration(claims, audit, loading),
    async readFile() {
      const object = await findObject(bucket, { key: configurationKey });
      if (object === undefined) return undefined;
      return (await readWholeObject(bucket, object)).toString('utf8');
    },
  };
}
