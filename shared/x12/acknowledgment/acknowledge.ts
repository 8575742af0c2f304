import type { Buffer } from 'node:buffer';
import type { FileListener, GroupHeader, InterchangeHeader } from '../consumer.ts';
import { X12Engine } from '../engine.ts';
import type { Finding } from '../finding.ts';
import type { GuideSpec } from '../guide.ts';
import { qualifiers } from '../isa-check.ts';
import { readAll, type Source } from '../source.ts';
import { type InterchangeEnvelope, type WriterOptions, X12Writer } from '../writer.ts';
import { type InterchangeVerdict, VerdictCollector } from './collect.ts';
import { fit999 } from './fit.ts';
import type { GroupAcknowledgment } from './group-acknowledgment.ts';
import { write999 } from './write-999.ts';
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

function wantsTa1(verdict: InterchangeVerdict, { ta1 = 'requested' }: ReplyOptions): boolean {
  if (!verdict.hasHeader || ta1 === 'never') return false;
  return ta1 === 'always' || verdict.interchange.acknowledgmentRequested || verdict.code !== 'A';
}

/** Sender and receiver change places (999.md section 6.2). */
function replyEnvelope(inbound: InterchangeHeader, moment: Date, controlNumber: number): InterchangeEnvelope {
  return {
    senderQualifier: qualifier(inbound.receiverQualifier),
    sender: party(inbound.receiver),
    receiverQualifier: qualifier(inbound.senderQualifier),
    receiver: party(inbound.sender),
    moment,
    controlNumber,
    usage: inbound.usage === 'P' ? 'P' : 'T',
  };
}

function qualifier(text: string): string {
  return qualifiers.has(text) ? text : 'ZZ';
}

function party(text: string): string {
  return text.replace(/[^ -~]/gu, '?').slice(0, 15) || 'UNKNOWN';
}

/** Neighbouring groups between the same partners are answered in one group of the 999. */
function write999File(
  verdict: InterchangeVerdict,
  options: ReplyOptions,
  controlNumber: number,
): Buffer | undefined {
  const answers = verdict.groups.flatMap(({ header, acknowledgment }) => {
    const fitted = header.functionalId === 'FA' ? undefined : fit999(acknowledgment);
    return fitted === undefined ? [] : [{ header, fitted }];
  });
  if (answers.length === 0) return undefined;
  const writer = new X12Writer(options);
  writer.interchange(replyEnvelope(verdict.interchange, options.moment, controlNumber));
  let number = 0;
  for (const run of runs(answers)) {
    const [first] = run;
    writer.group({
      functionalId: 'FA',
      sender: application(first.header.receiver),
      receiver: application(first.header.sender),
      moment: options.moment,
      controlNumber: controlNumber + number++,
      version: '005010X231A1',
    });
    run.forEach(({ fitted }, i) => {
      write999(writer, fitted, i + 1);
    });
    writer.endGroup();
  }
  writer.endInterchange();
  return writer.bytes();
}

interface Answer {
  readonly header: GroupHeader;
  readonly fitted: GroupAcknowledgment;
}

function runs(answers: readonly Answer[]): [Answer, ...Answer[]][] {
  const found: [Answer, ...Answer[]][] = [];
  for (const answer of answers) {
    const last = found.at(-1);
    const partners = last?.[0].header;
    if (partners?.sender === answer.header.sender && partners.receiver === answer.header.receiver) {
      last?.push(answer);
    } else found.push([answer]);
  }
  return found;
}

/** GS02 and GS03 take 2 to 15 characters. */
function application(text: string): string {
  return party(text).trim().padEnd(2, '0');
}
