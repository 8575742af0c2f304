import type { Clearinghouse } from '#claims/configuration/contract.ts';
import { leaseMilliseconds } from '#persistence/lease.ts';
import { collectResponses, type PickupPorts, type ServerVisit, visitRecord } from './collect-responses.ts';
import { resumeSubmissions } from './resume-submissions.ts';
import type { Submission } from './submission.ts';
import type { SubmissionPorts } from './submission-ports.ts';
import { isTimeUp } from './submission-progress.ts';
import { TransportFailed } from './transport.ts';

/** A connection to the server that holds the responses of a clearinghouse. */
export interface ResponseServer extends Required<Pick<PickupPorts, 'list' | 'read' | 'remove'>> {
  close(): Promise<void>;
}

export interface ExchangePorts {
  readonly submissions: SubmissionPorts;
  /** Files of one clearinghouse that were seen before, and the inbox for new ones. */
  pickup(clearinghouse: Clearinghouse): Pick<PickupPorts, 'findRecord' | 'saveRecord' | 'putInInbox'>;
  findUnfinished(): Promise<readonly Submission[]>;
  /** Begins the visit that is due; false if the last one began less than five minutes ago. */
  beginVisit(now: Date): Promise<boolean>;
  lastVisit(): Promise<ServerVisit | undefined>;
  saveVisit(visit: ServerVisit): Promise<void>;
  /** @throws TransportFailed */
  openServer(clearinghouse: Clearinghouse): Promise<ResponseServer>;
  pause(milliseconds: number): Promise<void>;
}

/** Milliseconds after which an uploaded file that keeps its temporary name no longer stops responses. */
const maxHold = 24 * 3600 * 1000;

/** Whether the receiver may have the submission while its claims are not recorded. */
const mayBeOut = ({ state, created_at }: Submission, now: Date): boolean =>
  state === 'sent' || (state === 'uploaded' && now.getTime() - Date.parse(created_at) < maxHold);

/**
 * Resumes unfinished submissions, then visits the clearinghouse to collect responses, if that is due. Responses wait while a
 * submission may have been sent without being recorded, so that no response precedes the record of its claim as sent.
 *
 * @returns failures of submissions that no transport caused, and the visit if a server was visited
 */
export async function exchangeFiles(ports: ExchangePorts) {
  const { submissions } = ports;
  const unfinished = await ports.findUnfinished();
  const failures: unknown[] = [];
  const resumed = await resumeAll(unfinished, ports, (error) => failures.push(error));
  const recorded = new Set(resumed.filter(({ state }) => state === 'recorded').map(({ id }) => id));
  const isHeld = unfinished.some((one) => !recorded.has(one.id) && mayBeOut(one, submissions.now()));
  const { clearinghouse } = submissions.configuration;
  const isDue = !isHeld && clearinghouse.transport === 'sftp' && (await ports.beginVisit(submissions.now()));
  if (!isDue) return { resumed, failures };
  const visit = await visitServer(clearinghouse, ports);
  await ports.saveVisit(visit);
  return { resumed, failures, visit };
}

/** Resumes submissions. Those under a lease are tried again when it has ended, because their run may have been killed. */
async function resumeAll(
  unfinished: readonly Submission[],
  { submissions, pause }: ExchangePorts,
  onFailure: (error: unknown) => void,
): Promise<readonly Submission[]> {
  const now = submissions.now().getTime();
  const held = unfinished.filter(
    ({ lease_until }) => lease_until > now && lease_until <= now + leaseMilliseconds,
  );
  const resumed = await resumeSubmissions(unfinished, submissions, onFailure);
  if (held.length === 0 || isTimeUp(submissions)) return resumed;
  const last = Math.max(...held.map(({ lease_until }) => lease_until));
  await pause(Math.max(0, last - submissions.now().getTime()));
  return [...resumed, ...(await resumeSubmissions(held, submissions, onFailure))];
}

/** Collects responses. A failed visit is recorded too, because operators look there for missing responses. */
async function visitServer(clearinghouse: Clearinghouse, ports: ExchangePorts): Promise<ServerVisit> {
  const { submissions } = ports;
  const before = await ports.lastVisit();
  let connection: ResponseServer | undefined;
  const connected = async () => {
    connection ??= await ports.openServer(clearinghouse);
    return connection;
  };
  try {
    const collected = await collectResponses({
      ...ports.pickup(clearinghouse),
      list: async () => (await connected()).list(),
      read: async (file) => (await connected()).read(file),
      ...(clearinghouse.sftp?.delete_after_pickup && {
        remove: async (name: string) => (await connected()).remove(name),
      }),
      async reconnect() {
        await connection?.close();
        connection = undefined;
        await connected();
      },
      isTimeUp: () => isTimeUp(submissions),
      passedOverBefore: new Set(before?.passed_over.map(({ name }) => name)),
    });
    return visitRecord(collected, submissions.now());
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    return visitRecord({ taken: 0, waiting: 0, passed_over: [], failure: error }, submissions.now());
  } finally {
    await connection?.close();
  }
}
