import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OutgoingFile, Transport } from '#claims/submissions/transport.ts';
import type { Bucket } from '../../s3/bucket.ts';
import { findObject, putObject } from '../../s3/x12-bucket.ts';

/** Folder of the stub transport; the test payer responds to its files. */
export const stagingPrefix = 'staging/';

/** `staging/<payer>/<file name>`. */
export const stagingKey = ({ payer_id, file_name }: Pick<OutgoingFile, 'payer_id' | 'file_name'>): string =>
  `${stagingPrefix}${payer_id}/${file_name}`;

/** The stub transport: copies files to the staging folder of the bucket and, if given, to a local directory. */
export function stagingTransport(bucket: Bucket, directory: string | undefined): Transport {
  return {
    place: 'staging',
    async upload(file) {
      if (directory === undefined) return;
      const { folder, temporary } = pathsOf(directory, file);
      await mkdir(folder, { recursive: true });
      await writeFile(temporary, file.bytes);
    },
    async release(file) {
      const key = stagingKey(file);
      // Objects are written atomically, so an existing one was sent.
      if ((await findObject(bucket, { key })) === undefined) {
        await putObject(bucket, key, file.bytes, 'application/edi-x12');
      }
      if (directory === undefined) return 'released';
      const { temporary, target } = pathsOf(directory, file);
      await rename(temporary, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      return 'released';
    },
    close: async () => {},
  };
}

function pathsOf(directory: string, { payer_id, file_name }: OutgoingFile) {
  const folder = path.join(directory, payer_id);
  return { folder, target: path.join(folder, file_name), temporary: path.join(folder, `.${file_name}.part`) };
}
