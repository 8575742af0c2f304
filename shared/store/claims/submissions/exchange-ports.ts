import type { SubmissionPorts } from '#claims/submissions/ports.ts';
import { objectKeyPart, type ServerVisit } from '#claims/submissions/visit/collect-responses.ts';
import type { ExchangePorts } from '#claims/submissions/visit/exchange-files.ts';
import { getRecord, itemOf } from '../../dynamodb/items.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { putObject } from '../../s3/x12-bucket.ts';
import { findHandledFile, recordHandledFile } from '../files/files.ts';
import { inboxPrefix } from '../files/inbox.ts';
import type { ClaimsStores } from '../files/intake-ports.ts';
import { beginJob } from '../job-marks.ts';
import { lastVisitKey } from '../keys/submission-keys.ts';
import { findUnfinishedSubmissions } from './submissions.ts';

export const exchangePorts = (
  { claims, bucket }: ClaimsStores,
  submissions: SubmissionPorts,
  openServer: ExchangePorts['openServer'],
): ExchangePorts => ({
  submissions,
  openServer,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  findUnfinished: () => findUnfinishedSubmissions(claims),
  beginVisit: (now) => beginJob(claims, 'visit', now),
  lastVisit: () => lastVisit(claims),
  saveVisit: (visit) => transact(claims, [{ Put: { Item: itemOf({ ...lastVisitKey }, visit) } }]),
  pickup({ id }) {
    const source = `sftp#${id}`;
    return {
      findRecord: (name) => findHandledFile(claims, source, name),
      saveRecord: (name, file) => recordHandledFile(claims, source, name, file),
      putInInbox: (name, bytes) =>
        putObject(bucket, `${inboxPrefix}${id}/${objectKeyPart(name)}`, bytes, 'application/edi-x12'),
    };
  },
});

/** Returns the last visit to the clearinghouse's server; undefined before the first one. */
export const lastVisit = (table: Table) => getRecord<ServerVisit>(table, lastVisitKey);
