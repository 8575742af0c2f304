import type { SubmissionPorts } from '#claims/submissions/ports.ts';
import { isTimeUp } from '#claims/submissions/run/continue-submission.ts';
import { resumeSubmissions } from '#claims/submissions/run/resume-submissions.ts';
import { type Submission, TransportFailed } from '#claims/submissions/submission.ts';
import {
  collectResponses,
  objectKeyPart,
  type PickupRecord,
} from '#claims/submissions/visit/collect-responses.ts';
import { type ServerVisit, visitRecord } from '#claims/submissions/visit/visit.ts';
import type { Clearinghouse } from '#contract/claims/configuration/records.ts';
import type { SftpConnection } from '../../adapters/sftp.ts';
import { putObject } from '../../s3/x12-bucket.ts';
import { findHandledFile, recordHandledFile } from '../files/handled-files.ts';
import { inboxPrefix } from '../files/inbox.ts';
import type { ClaimsStores } from '../files/intake-ports.ts';
import { findUnfinishedSubmissions } from './submission-lists.ts';
import { lastVisit, saveVisit } from './visits.ts';

export interface ExchangeResult {
  /** Submissions that were carried on. */
  readonly resumed: readonly Submission[];
  /** What submissions failed at that no transport failed at. */
  readonly failures: readonly unknown[];
  /** Undefined where no server was visited. */
  readonly visit?: ServerVisit;
}

/** After so long a file that does not get its name holds nothing back any more, milliseconds. */
const longestHold = 24 * 3600 * 1000;

/** Whether the submission may be with its receiver already, and its claims are not known to be. */
const isOut = ({ state, created_at }: Submission, now: Date): boolean =>
  state === 'sent' || (state === 'uploaded' && now.getTime() - Date.parse(created_at) < longestHold);

/**
 * One visit at the clearinghouse: submissions that were cut off or failed go on, then responses come in. In this
 * order, and not before everything that was sent is recorded, so that no response meets a claim that is not known
 * to be sent. A file that is stuck on the server for a day ends that: it would hold all other responses for ever.
 */
export async function exchangeFiles(
  stores: ClaimsStores,
  ports: SubmissionPorts,
  open: (clearhouse: Clearinghouse) => Promise<SftpConnection>,
): Promise<ExchangeResult> {
  const unfinished = await findUnfinishedSubmissions(stores.claims);
  const failures: unknown[] = [];
  const resumed = await resumeSubmissions(unfinished, ports, (error) => failures.push(error));
  const recorded = new Set(resumed.filter(({ state }) => state === 'recorded').map(({ id }) => id));
  const isHeldBack = unfinished.some((one) => !recorded.has(one.id) && isOut(one, ports.now()));
  const { clearinghouse: clearhouse } = ports.configuration;
  if (isHeldBack || clearhouse.transport !== 'sftp') return { resumed, failures };
  const before = await lastVisit(stores.claims);
  const visited = await visit(stores, ports, new Set(before?.passed_over.map(({ name }) => name)), open);
  await saveVisit(stores.claims, visited);
  return { resumed, failures, visit: visited };
}

/** A visit that fails is a record too: operators see why no responses come. */
async function visit(
  stores: ClaimsStores,
  ports: SubmissionPorts,
  passedOverBefore: ReadonlySet<string>,
  open: (clearhouse: Clearinghouse) => Promise<SftpConnection>,
): Promise<ServerVisit> {
  const { clearinghouse: clearhouse } = ports.configuration;
  let connection: SftpConnection | undefined;
  const connected = async () => {
    connection ??= await open(clearhouse);
    return connection;
  };
  try {
    const collected = await collectResponses({
      ...inboxPorts(stores, clearhouse),
      list: async () => (await connected()).list(),
      read: async (file) => (await connected()).read(file),
      ...(clearhouse.sftp?.delete_after_pickup && {
        remove: async (name: string) => (await connected()).remove(name),
      }),
      async reconnect() {
        await connection?.close();
        connection = undefined;
        await connected();
      },
      isTimeUp: () => isTimeUp(ports),
      passedOverBefore,
    });
    return visitRecord(collected, ports.now());
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    return visitRecord({ taken: 0, waiting: 0, passed_over: [], failure: error }, ports.now());
  } finally {
    await connection?.close();
  }
}

const inboxPorts = ({ claims, bucket }: ClaimsStores, { id }: Clearinghouse) => {
  const source = `sftp#${id}`;
  return {
    seen: (name: string) => findHandledFile(claims, source, name),
    remember: (name: string, file: PickupRecord) => recordHandledFile(claims, source, name, file),
    putInInbox: (name: string, bytes: Uint8Array) =>
      putObject(bucket, `${inboxPrefix}${id}/${objectKeyPart(name)}`, bytes, 'application/edi-x12'),
  };
};
