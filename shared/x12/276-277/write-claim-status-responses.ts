import type { Organization } from '../277ca/model.ts';
import { elementsOf } from '../description/segment-elements.ts';
import { type FileEnvelope, writeFileEnd, writeFileStart } from '../envelope/file-envelope.ts';
import { guide277 } from '../guides/277.ts';
import {
  compactDate,
  compactTime,
  type WriterInput,
  type WriterOptions,
  X12Writer,
} from '../writer/writer.ts';
import {
  lineNumber,
  numberSegments,
  patientLevels,
  providerLevel,
  receiverLevels,
  type StatusPartiesInput,
  serviceDates,
  statusSegment,
  type TrackedPartiesInput,
} from './claim-status-segments.ts';
import { type LevelElements, LevelTree, type SegmentElements } from './level-tree.ts';
import { type ResponseInformation, type ResponseLine, responseLine, type TrackedNumbers } from './model.ts';
import { runsOf } from './write-claim-status-requests.ts';

/** The status of one claim. */
export interface ClaimStatusInput extends TrackedPartiesInput {
  /** TRN02 of the request; default "0". */
  readonly trace?: string | undefined;
  readonly statuses: readonly WriterInput<ResponseInformation>[];
  readonly numbers?: WriterInput<TrackedNumbers> | undefined;
  readonly serviceDate?: string | undefined;
  readonly serviceDateEnd?: string | undefined;
  readonly serviceLines?: readonly WriterInput<ResponseLine>[] | undefined;
}

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
    for (const part of run) addPart(tree, part);
    tree.write(writer);
    writer.endSet();
  }
  writeFileEnd(writer);
  return writer.bytes();
}

function referenceOf(part: ClaimStatusResponseInput): string {
  return part.kind === 'status' ? part.status.reference : part.failed.reference;
}

function addPart(tree: LevelTree, part: ClaimStatusResponseInput): void {
  if (part.kind === 'status') tree.add(patientLevels(part.status), claimSegments(part.status));
  else tree.add(failedLevels(part.failed), failedSegments(part.failed));
}

function failedLevels(failed: FailedRequestInput): LevelElements[] {
  const { provider } = failed;
  return [...receiverLevels(failed), ...(provider === undefined ? [] : [providerLevel(provider)])];
}

/** Loop 2200B or 2200C. */
function failedSegments({ trace = '0', provider, status }: FailedRequestInput): SegmentElements[] {
  return [['TRN', provider === undefined ? '2' : '1', trace], statusSegment(status)];
}

/** Loop 2200D or 2200E. */
function claimSegments(claim: ClaimStatusInput): SegmentElements[] {
  const { trace = '0', statuses, numbers, serviceDate, serviceDateEnd, serviceLines = [] } = claim;
  return [
    ['TRN', '2', trace],
    ...statuses.map(statusSegment),
    ...numberSegments(numbers),
    ...serviceDates(serviceDate, serviceDateEnd),
    ...serviceLines.flatMap((line) => [
      ['SVC', ...elementsOf(responseLine, line)] satisfies SegmentElements,
      ...(line.statuses ?? []).map(statusSegment),
      ...lineNumber(line),
      ...serviceDates(line.serviceDate, line.serviceDateEnd),
    ]),
  ];
}
