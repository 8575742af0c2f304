import type { ResponseRequestPorts } from '#claims/responses/requests/process-request.ts';
import { filesBucket } from '../../s3/files-bucket.ts';
import { auditLog, claimsTable } from '../claims-table.ts';
import { findFileOfObject } from '../files/file-list.ts';
import { findFile } from '../files/files.ts';
import { openInboxFile } from '../files/inbox.ts';
import { intakePorts } from '../files/intake-ports.ts';
import { intakeSettings } from './intake-settings.ts';

const stores = { claims: claimsTable, audit: auditLog, bucket: filesBucket };

export const responseRequestPorts: ResponseRequestPorts = {
  findFile: (id) => findFile(claimsTable, id),
  findFileOfObject: (key) => findFileOfObject(claimsTable, key),
  openInboxFile: (key) => openInboxFile(claimsTable, filesBucket, { key }),
  intake: async () => intakePorts(stores, await intakeSettings(stores)),
};
