import type { ResponseRequestPorts } from '#claims/responses/requests/process-request.ts';
import { findFileOfObject } from '../files/file-list.ts';
import { findFile } from '../files/files.ts';
import { claimsStores } from '../stores.ts';
import { ingestPorts } from './intake-settings.ts';

const { claims } = claimsStores;

export const responseRequestPorts: ResponseRequestPorts = {
  ...ingestPorts(claimsStores),
  findFile: (id) => findFile(claims, id),
  findFileOfObject: (key) => findFileOfObject(claims, key),
};
