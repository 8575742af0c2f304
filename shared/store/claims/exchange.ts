import { type Collected, collectResponses, keyPartOf } from '#claims/clearinghouse/collect-responses.ts';
import type { ClearinghousePorts } from '#claims/clearinghouse/ports.ts';
import { resume } from '#claims/clearinghouse/resume.ts';
import type { Submission } from '#claims/clearinghouse/submission.ts';
import type { Clearhouse } from '#contract/claims/configuration-records.ts';
import type { SftpConnection } from '../sftp.ts';
import { putObject } from '../x12-bucket.ts';
import { openSftp } from './clearinghouse-ports.ts';
import { inboxPrefix } from './inbox.ts';
import type { ClaimsStores } from './intake-ports.ts';
import { rememberFile, seenFile } from './seen-files.ts';
import { findUnfinished } from './submission-lists.ts';

export interface Exchanged extends Collected {
  /** Submissions that were carried on. */
  readonly resumed: readonly Submission[];
  /** What submissions failed at that no transport failed at. */
  readonly failures: readonly unknown[];
}

/** After so long a file that does not get its name holds nothing back any more, milliseconds. */
const longestHold = 24 * 3600 * 1000;

/** Whether the submission may be with its receiver already, and its claims are not known to be. */
const isOut = ({ state, created_at }: Submission, now: Date): boolean =>
  state === 'sent' || (state === 'uploaded' && now.getTime() - Date.parse(created_at) < longestHold);

const nothingTaken: Collected = { taken: 0, waiting: 0, refused: 0 };

/**
 * One visit at the clearinghouse: submissions that were cut off or failed go on, then responses come in. In this
 * order, and not before everything that was sent is recorded, so that no response meets a claim that is not known
 * to be sent. A file that is stuck on the server for a day ends that: it would hold all other responses for ever.
 *
 * @throws TransportFailed
 */
export async function exchangeFiles(
  stores: ClaimsStores,
  ports: ClearinghousePorts,
  open: (clearhouse: Clearhouse) => Promise<SftpConnection> = openSftp,
): Promise<Exchanged> {
  const unfinished = await findUnfinished(stores.claims);
  const failures: unknown[] = [];
  const resumed = await resume(unfinished, ports, (error) => failures.push(error));
  const recorded = new Set(resumed.filter(({ state }) => state === 'recorded').map(({ id }) => id));
  const isHeldBack = unfinished.some((one) => !recorded.has(one.id) && isOut(one, ports.now()));
  const { clearhouse } = ports.configuration;
  if (isHeldBack || clearhouse.transport !== 'sftp') return { resumed, failures, ...nothingTaken };
  const connection = await open(clearhouse);
  try {
    return { resumed, failures, ...(await collect(stores, clearhouse, connection)) };
  } finally {
    await connection.close();
  }
}

function collect(
  { claims, bucket }: ClaimsStores,
  { id, sftp }: Clearhouse,
  connection: SftpConnection,
): Promise<Collected> {
  const source = `sftp#${id}`;
  return collectResponses({
    list: () => connection.list(),
    read: (name) => connection.read(name),
    ...(sftp?.delete_after_pickup && { remove: (name: string) => connection.remove(name) }),
    seen: (name) => seenFile(claims, source, name),
    remember: (name, file) => rememberFile(claims, source, name, file),
    putInInbox: (name, bytes) =>
      putObject(bucket, `${inboxPrefix}${id}/${keyPartOf(name)}`, bytes, 'application/edi-x12'),
  });
}
