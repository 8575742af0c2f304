import { Buffer } from 'node:buffer';
import type { FileListener } from '../engine/consumer.ts';
import { X12Engine } from '../engine/engine.ts';
import type { Finding } from '../findings/finding.ts';
import type { GuideSpec } from '../guide/guide.ts';
import { delimited } from '../reader/delimited.ts';
import { readAll, type Source } from '../reader/source.ts';
import { MemorySpool } from '../writer/spool.ts';
import type { WriterOptions } from '../writer/writer.ts';
import { type InterchangeVerdict, VerdictCollector } from './collect.ts';
import { replyEnvelope } from './reply-envelope.ts';
import { Spooled999 } from './spooled-999.ts';
import { writeTa1 } from './write-ta1.ts';

export interface AcknowledgeOptions extends ReplyOptions {
  readonly guides: readonly GuideSpec[];
  /** Checks beyond the guide, whose findings are to be acknowledged as well. */
  readonly listeners?: readonly FileListener[];
  /** Copy bad values into IK404. Default true: the file goes back to who sent them. */
  readonly showValues?: boolean;
}

/** How acknowledgments are written. */
export interface ReplyOptions extends WriterOptions {
  /** The moment that ISA and GS are dated with, UTC fields. */
  readonly moment: Date;
  /** ISA13 and GS06 of the first interchange that is written; the next ones count on. */
  readonly controlNumber: number;
  /** When a TA1 is written: always, when ISA14 asks for it or the interchange has faults, or never. */
  readonly ta1?: 'always' | 'requested' | 'never';
}

/** One acknowledgment file, an interchange of its own. */
interface AcknowledgmentFile {
  readonly kind: 'TA1' | '999';
  readonly bytes: Buffer;
}

export interface Acknowledged {
  readonly verdicts: readonly InterchangeVerdict[];
  readonly findings: readonly Finding[];
  readonly files: readonly AcknowledgmentFile[];
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
  return { verdicts: collector.verdicts, findings, files: acknowledgmentFiles(collector.verdicts, options) };
}

/** The acknowledgments of interchanges that were judged in an earlier reading. */
export function acknowledgmentFiles(
  verdicts: readonly InterchangeVerdict[],
  options: ReplyOptions,
): AcknowledgmentFile[] {
  let { controlNumber } = options;
  const files: AcknowledgmentFile[] = [];
  for (const verdict of verdicts) {
    if (wantsTa1(verdict, options)) {
      const envelope = replyEnvelope(verdict.interchange, options.moment, controlNumber++);
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
export function wantsTa1(verdict: InterchangeVerdict, { ta1 = 'requested' }: ReplyOptions): boolean {
  if (!verdict.hasHeader || ta1 === 'never') return false;
  return ta1 === 'always' || verdict.interchange.acknowledgmentRequested || verdict.code !== 'A';
}

/** Neighbouring groups between the same partners are answered in one group of the 999. */
function write999File(
  { groups, interchange }: InterchangeVerdict,
  options: ReplyOptions,
  controlNumber: number,
): Buffer | undefined {
  const answer = new Spooled999(() => new MemorySpool());
  for (const { header, acknowledgment } of groups) {
    answer.group(header);
    for (const set of acknowledgment.sets) answer.set(set);
    answer.endGroup(acknowledgment);
  }
  const body = answer.endInterchange();
  if (body === undefined) return undefined;
  const envelope = replyEnvelope(interchange, options.moment, controlNumber);
  body.used.note(envelope.sender + envelope.receiver);
  return Buffer.concat([...delimited(answer.marked(body, envelope, false), body.used, options)]);
}
