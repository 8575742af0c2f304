import { Buffer } from 'node:buffer';
import type { FileListener } from '../engine/consumer.ts';
import { X12Engine } from '../engine/engine.ts';
import { readAll, type Source } from '../engine/source.ts';
import type { Finding } from '../findings/finding.ts';
import type { GuideSpec } from '../guide/guide.ts';
import { MemorySpool } from '../writer/spool.ts';
import type { WriterOptions } from '../writer/writer.ts';
import { delimited } from './delimited.ts';
import { ImplementationAcknowledgmentSpooler } from './implementation-acknowledgment-spooler.ts';
import { responseEnvelope } from './response-envelope.ts';
import { type InterchangeVerdict, VerdictCollector } from './verdict-collector.ts';
import { writeTa1 } from './write-ta1.ts';

export interface AcknowledgeOptions extends OutboundOptions {
  readonly guides: readonly GuideSpec[];
  /** Checks beyond the guide, whose findings are to be acknowledged as well. */
  readonly listeners?: readonly FileListener[];
  /** Copy bad values into IK404. Default true: the file goes back to who sent them. */
  readonly showValues?: boolean;
}

/** How acknowledgments are written. */
export interface OutboundOptions extends WriterOptions {
  /** The moment that ISA and GS are dated with, UTC fields. */
  readonly moment: Date;
  /** ISA13 and GS06 of the first interchange that is written; the next ones count on. */
  readonly controlNumber: number;
  /** When a TA1 is written: always, when ISA14 asks for it or the interchange has faults, or never. */
  readonly ta1?: 'always' | 'requested' | 'never';
}

/** One acknowledgment file, an interchange of its own. */
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
 * Reads a file and writes the acknowledgments due to its sender: for each interchange a TA1 where it is asked for or
 * has to refuse, and, where the interchange is not refused, a 999 that answers each functional group with one set.
 * Groups that are 999s themselves are not answered.
 * Throws X12Error when the input is no X12.
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
  return {
    verdicts: collector.verdicts,
    findings,
    files: writeAcknowledgmentFiles(collector.verdicts, options),
  };
}

/** The acknowledgments of interchanges that were judged in an earlier reading. */
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
      // The groups of a refused interchange were not taken in, so there is nothing to say of them.
      if (verdict.code === 'R') continue;
    }
    const bytes = write999File(verdict, options, controlNumber);
    if (bytes === undefined) continue;
    controlNumber++;
    files.push({ kind: '999', bytes });
  }
  return files;
}

/** Whether a TA1 answers the interchange. */
export function isTa1Due(verdict: InterchangeVerdict, { ta1 = 'requested' }: OutboundOptions): boolean {
  if (!verdict.hasHeader || ta1 === 'never') return false;
  return ta1 === 'always' || verdict.interchange.acknowledgmentRequested || verdict.code !== 'A';
}

/** Neighbouring groups between the same partners are answered in one group of the 999. */
function write999File(
  { groups, interchange }: InterchangeVerdict,
  options: OutboundOptions,
  controlNumber: number,
): Buffer | undefined {
  const answer = new ImplementationAcknowledgmentSpooler(() => new MemorySpool());
  for (const { header, response: acknowledgment } of groups) {
    answer.group(header);
    for (const set of acknowledgment.sets) answer.set(set);
    answer.endGroup(acknowledgment);
  }
  const body = answer.endInterchange();
  if (body === undefined) return undefined;
  const envelope = responseEnvelope(interchange, options.moment, controlNumber);
  body.used.note(envelope.sender + envelope.receiver);
  return Buffer.concat([...delimited(answer.marked(body, envelope, false), body.used, options)]);
}
