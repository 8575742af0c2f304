import { inboxPrefix } from '#claims/files/inbox-records.ts';
import type { ClaimsStores } from '#claims/files/intake-store.ts';
import { findHandledFile, recordHandledFile } from '#claims/files/records.ts';
import { beginJob } from '#store/claims/job-marks.ts';
import { getRecord, itemOf } from '#store/dynamodb/items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { putObject } from '#store/s3/x12-bucket.ts';
import { objectKeyPart, type ServerVisit } from './collect-responses.ts';
import type { ExchangePorts } from './exchange-files.ts';
import { findUnfinishedSubmissions } from './records.ts';
import { lastVisitKey } from './submission-keys.ts';
import type { SubmissionPorts } from './submission-ports.ts';

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
    const source = `sftp.${id}`;
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
