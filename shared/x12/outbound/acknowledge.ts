import { Buffer } from 'node:buffer';
import type { FileListener } from '../engine/consumer.ts';
import { X12Engine } from '../engine/engine.ts';
import { readAll, type Source } from '../engine/source.ts';
import type { Finding } from '../findings/finding.ts';
import type { GuideSpec } from '../guide/guide.ts';
import { MemorySpool } from '../writer/spool.ts';
import type { WriterOptions } from '../writer/writer.ts';
import { ImplementationAcknowledgmentSpooler } from './implementation-acknowledgment-spooler.ts';
import { responseBytes, responseEnvelope, writeTa1 } from './response-envelope.ts';
import { type InterchangeVerdict, VerdictCollector } from './verdict-collector.ts';

export interface AcknowledgeOptions extends OutboundOptions {
  readonly guides: readonly GuideSpec[];
  /** Checks beyond the guide whose findings are acknowledged too. */
  readonly listeners?: readonly FileListener[];
  /** Copy bad values into IK404. Default true, because the 999 goes to the sender of the values. */
  readonly showValues?: boolean;
}

/** How outbound responses are written. */
export interface OutboundOptions extends WriterOptions {
  /** Date of ISA and GS, in UTC. */
  readonly moment: Date;
  /** ISA13 and GS06 of the first response; later ones count up. */
  readonly controlNumber: number;
  /** `requested` writes a TA1 when ISA14 asks for it or the interchange has faults. Default `requested`. */
  readonly ta1?: 'always' | 'requested' | 'never';
}

/** One response in its own interchange. */
interface OutboundFile {
  readonly kind: 'TA1' | '999';
  readonly bytes: Buffer;
}

export interface Acknowledged {
  readonly verdicts: readonly InterchangeVerdict[];
  readonly findings: readonly Finding[];
  readonly files: readonly OutboundFile[];
}

/**
 * Reads a file and writes a TA1 where one is due and a 999 for each interchange that the TA1 does not reject. The 999
 * has one set per functional group; groups of 999s get none. Throws X12Error for input that is not X12.
 */
export async function acknowledge(source: Source, options: AcknowledgeOptions): Promise<Acknowledged> {
  const { guides, listeners = [], showValues = true } = options;
  const collector = new VerdictCollector();
  const findings: Finding[] = [];
  const engine = new X12Engine({
    guides,
    listeners: [collector, ...listeners],
    showValues,
    onFinding: (finding) => {
      collector.finding(finding);
      findings.push(finding);
    },
  });
  await readAll(source, engine);
  const { verdicts } = collector;
  return { verdicts, findings, files: writeAcknowledgmentFiles(verdicts, options) };
}

/** Writes TA1 and 999 for verdicts of an earlier reading. */
export function writeAcknowledgmentFiles(
  verdicts: readonly InterchangeVerdict[],
  options: OutboundOptions,
): OutboundFile[] {
  let { controlNumber } = options;
  const files: OutboundFile[] = [];
  for (const verdict of verdicts) {
    if (isTa1Due(verdict, options)) {
      const envelope = responseEnvelope(verdict.interchange, options.moment, controlNumber++);
      files.push({ kind: 'TA1', bytes: writeTa1(envelope, verdict, options) });
      if (verdict.code === 'R') continue;
    }
    const bytes = write999File(verdict, options, controlNumber);
    if (bytes === undefined) continue;
    controlNumber++;
    files.push({ kind: '999', bytes });
  }
  return files;
}

export function isTa1Due(verdict: InterchangeVerdict, { ta1 = 'requested' }: OutboundOptions): boolean {
  if (!verdict.hasHeader || ta1 === 'never') return false;
  return ta1 === 'always' || verdict.interchange.acknowledgmentRequested || verdict.code !== 'A';
}

function write999File(
  { groups, interchange }: InterchangeVerdict,
  options: OutboundOptions,
  controlNumber: number,
): Buffer | undefined {
  const spooler = new ImplementationAcknowledgmentSpooler(() => new MemorySpool());
  for (const { header, response } of groups) {
    spooler.group(header);
    for (const set of response.sets) spooler.set(set);
    spooler.endGroup(response);
  }
  const spooled = spooler.endInterchange(false);
  if (spooled === undefined) return undefined;
  const envelope = responseEnvelope(interchange, options.moment, controlNumber);
  return Buffer.concat([...responseBytes(spooled, envelope, options)]);
}
