import { type Organization, organization } from '../277ca/model.ts';
import { compactDay } from '../description/field.ts';
import { recordWriter } from '../description/loop-writer.ts';
import { elementsOf } from '../description/segment-elements.ts';
import { type FileEnvelope, writeFileEnd, writeFileStart } from '../envelope/file-envelope.ts';
import { guide276 } from '../guides/276.ts';
import { guide277 } from '../guides/277.ts';
import {
  compactDate,
  compactTime,
  type ElementValue,
  type WriterInput,
  type WriterOptions,
  X12Writer,
} from '../writer/writer.ts';
import {
  type RequestContent,
  type ResponseContent,
  type ResponseInformation,
  requestContent,
  responseContent,
  type StatusPatient,
  trackedName,
} from './model.ts';

/** A segment before it is written: its id and its elements. */
type SegmentElements = readonly [id: string, ...elements: ElementValue[]];

/** A level of a 276 or 277: HL03 and the segments that name it. */
interface LevelElements {
  readonly code: string;
  readonly segments: readonly SegmentElements[];
}

interface LevelNode extends LevelElements {
  readonly key: string;
  readonly parent: LevelNode | undefined;
  /** Write the segments of claims or of a failed request. */
  readonly contents: (() => void)[];
  number: number;
  hasChild: boolean;
}

/** Collects the levels of one set, so that adjacent claims share them, and writes them with HL numbers and child codes. */
class LevelTree {
  private readonly nodes: LevelNode[] = [];
  /** The last node of each depth. */
  private open: LevelNode[] = [];

  /** Adds a content at the end of a path of levels. Levels equal to the last ones are not repeated. */
  add(path: readonly LevelElements[], content: () => void): void {
    for (const [depth, level] of path.entries()) {
      const key = JSON.stringify(level);
      const known = this.open[depth];
      const isLast = depth === path.length - 1;
      if (known?.key === key && (!isLast || this.nodes.at(-1) === known)) continue;
      const parent = this.open[depth - 1];
      if (parent !== undefined) parent.hasChild = true;
      const node = { ...level, key, parent, contents: [], number: 0, hasChild: false };
      this.nodes.push(node);
      this.open = [...this.open.slice(0, depth), node];
    }
    this.open[path.length - 1]?.contents.push(content);
  }

  write(writer: X12Writer): void {
    for (const [i, node] of this.nodes.entries()) {
      node.number = i + 1;
      const parent = node.parent === undefined ? undefined : String(node.parent.number);
      // HL04 is not used in the dependent level.
      const child = node.code === '23' ? undefined : node.hasChild ? '1' : '0';
      writer.segment('HL', String(node.number), parent, node.code, child);
      for (const [id, ...elements] of node.segments) writer.segment(id, ...elements);
      for (const write of node.contents) write();
    }
  }
}

/** Subscriber or dependent without HL01, which the writer numbers. */
export type StatusPatientInput = WriterInput<Omit<StatusPatient, 'hierarchy'>>;

/** Header and levels above a claim. Adjacent claims with equal parties share the levels. */
export interface StatusPartiesInput {
  /** BHT03. Another reference begins another transaction set. */
  readonly reference: string;
  readonly payer: WriterInput<Organization>;
  readonly receiver: WriterInput<Organization>;
}

export interface TrackedPartiesInput extends StatusPartiesInput {
  readonly provider: WriterInput<Organization>;
  readonly subscriber: StatusPatientInput;
  readonly dependent?: StatusPatientInput | undefined;
}

function receiverLevels({ payer, receiver }: StatusPartiesInput): LevelElements[] {
  return [organizationLevel('20', 'PR', payer), organizationLevel('21', '41', receiver)];
}

function patientLevels(parties: TrackedPartiesInput): LevelElements[] {
  const { provider, subscriber, dependent } = parties;
  return [
    ...receiverLevels(parties),
    providerLevel(provider),
    patientLevel('22', 'IL', subscriber),
    ...(dependent === undefined ? [] : [patientLevel('23', 'QC', dependent)]),
  ];
}

const providerLevel = (provider: WriterInput<Organization>): LevelElements =>
  organizationLevel('19', '1P', provider);

function organizationLevel(code: string, entity: string, of: WriterInput<Organization>): LevelElements {
  const type = of.firstName === undefined ? '2' : '1';
  return { code, segments: [['NM1', ...elementsOf(organization, of, { 1: entity, 2: type })]] };
}

function patientLevel(code: string, entity: string, patient: StatusPatientInput): LevelElements {
  const name: SegmentElements = ['NM1', ...elementsOf(trackedName, patient, { 1: entity, 2: '1' })];
  const { birthDate, gender } = patient;
  if (birthDate === undefined) return { code, segments: [name] };
  return { code, segments: [['DMG', 'D8', compactDay(birthDate), gender], name] };
}

/** One claim whose status is requested. */
export interface ClaimStatusRequestInput extends TrackedPartiesInput, WriterInput<RequestContent> {
  /** TRN02, which the response repeats. Choose a number that names this request alone. */
  readonly trace: string;
}

const writeRequest = recordWriter(guide276, '2200D', requestContent);

/**
 * Writes a 276 file with one transaction set for each run of requests with the same reference. Adds HL numbers and child
 * codes. Throws X12Error (`not_writable`) for a value that X12 cannot represent.
 */
export function writeClaimStatusRequests(
  requests: readonly ClaimStatusRequestInput[],
  envelope: FileEnvelope,
  options: WriterOptions = {},
): Buffer {
  const writer = new X12Writer(options);
  const { set, version, functionalId } = guide276;
  const { moment } = envelope;
  writeFileStart(writer, envelope, functionalId, version);
  for (const [index, run] of runsOf(requests, ({ reference }) => reference).entries()) {
    writer.set(set, index + 1, version);
    const reference = run[0]?.reference;
    writer.segment('BHT', '0010', '13', reference, compactDate(moment), compactTime(moment));
    const tree = new LevelTree();
    for (const request of run) {
      tree.add(patientLevels(request), () => {
        writer.segment('TRN', '1', request.trace);
        writeRequest(writer, request);
      });
    }
    tree.write(writer);
    writer.endSet();
  }
  writeFileEnd(writer);
  return writer.bytes();
}

/** Returns the items in runs of adjacent ones with the same key. */
function runsOf<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const runs: T[][] = [];
  let last: string | undefined;
  for (const item of items) {
    const key = keyOf(item);
    if (key === last) runs.at(-1)?.push(item);
    else runs.push([item]);
    last = key;
  }
  return runs;
}

/** The status of one claim. */
export interface ClaimStatusInput extends TrackedPartiesInput, WriterInput<ResponseContent> {
  /** TRN02 of the request; default "0". */
  readonly trace?: string | undefined;
  readonly statuses: readonly WriterInput<ResponseInformation>[];
}

const writeStatus = recordWriter(guide277, '2200D', responseContent);

/** A request that failed at the receiver, or at the provider if there is one. */
export interface FailedRequestInput extends StatusPartiesInput {
  readonly provider?: WriterInput<Organization> | undefined;
  /** TRN02; default "0". */
  readonly trace?: string | undefined;
  readonly status: WriterInput<ResponseInformation>;
}

/** A part of a 277, as readClaimStatusResponses yields it. */
export type ClaimStatusResponseInput =
  | { readonly kind: 'status'; readonly status: ClaimStatusInput }
  | { readonly kind: 'failed_request'; readonly failed: FailedRequestInput };

/**
 * Writes a 277 file (005010X212) with one transaction set for each run of parts with the same reference. Adds HL numbers and
 * child codes. Throws X12Error (`not_writable`) for a value that X12 cannot represent.
 */
export function writeClaimStatusResponses(
  parts: readonly ClaimStatusResponseInput[],
  envelope: FileEnvelope,
  options: WriterOptions = {},
): Buffer {
  const writer = new X12Writer(options);
  const { set, version, functionalId } = guide277;
  const date = compactDate(envelope.moment);
  const time = compactTime(envelope.moment);
  writeFileStart(writer, envelope, functionalId, version);
  for (const [index, run] of runsOf(parts, referenceOf).entries()) {
    writer.set(set, index + 1, version);
    const reference = run[0] && referenceOf(run[0]);
    writer.segment('BHT', '0010', '08', reference, date, time, 'DG');
    const tree = new LevelTree();
    for (const part of run) addPart(tree, part, writer);
    tree.write(writer);
    writer.endSet();
  }
  writeFileEnd(writer);
  return writer.bytes();
}

function referenceOf(part: ClaimStatusResponseInput): string {
  return part.kind === 'status' ? part.status.reference : part.failed.reference;
}

function addPart(tree: LevelTree, part: ClaimStatusResponseInput, writer: X12Writer): void {
  if (part.kind === 'status') {
    const { trace = '0' } = part.status;
    tree.add(patientLevels(part.status), () => {
      writer.segment('TRN', '2', trace);
      writeStatus(writer, part.status);
    });
    return;
  }
  const { trace = '0', provider, status } = part.failed;
  const levels = provider === undefined ? [] : [providerLevel(provider)];
  tree.add([...receiverLevels(part.failed), ...levels], () => {
    writer.segment('TRN', provider === undefined ? '2' : '1', trace);
    writeStatus(writer, { statuses: [status] });
  });
}
