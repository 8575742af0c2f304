import { configurationKey } from '#claims/configuration/configuration.ts';
import type { ReloadPorts } from '#claims/configuration/reload.ts';
import { findObject, readObject } from '../../s3/x12-bucket.ts';
import type { ClaimsStores } from '../files/intake-ports.ts';
import { activateConfiguration, findConfiguration } from './configuration.ts';

/** The payer configuration file in the bucket, and what holds of it in the table. */
export function reloadPorts({ claims, audit, bucket }: ClaimsStores): ReloadPorts {
  return {
    find: () => findConfiguration(claims),
    activate: (loading) => activateConfiguration(claims, audit, loading),
    async readFile() {
      const object = await findObject(bucket, { key: configurationKey });
      if (object === undefined) return undefined;
      const pieces: Uint8Array[] = [];
      for await (const piece of await readObject(bucket, object)) pieces.push(piece);
      return Buffer.concat(pieces).toString('utf8');
    },
  };
}
