import { elementsOf } from '../description/segment-elements.ts';
import { type FileEnvelope, writeFileEnd, writeFileStart } from '../envelope/file-envelope.ts';
import { guide276 } from '../guides/276.ts';
import {
  amountText,
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
  serviceDates,
  type TrackedPartiesInput,
} from './claim-status-segments.ts';
import { LevelTree, type SegmentElements } from './level-tree.ts';
import { type TrackedLine, type TrackedNumbers, trackedLine } from './model.ts';

/** One claim whose status is requested. */
export interface ClaimStatusRequestInput extends TrackedPartiesInput {
  /** TRN02, which the response repeats. Choose a number that names this request alone. */
  readonly trace: string;
  readonly numbers?: WriterInput<TrackedNumbers> | undefined;
  /** Charge of the claim in cents. */
  readonly charge?: number | undefined;
  readonly serviceDate?: string | undefined;
  readonly serviceDateEnd?: string | undefined;
  readonly serviceLines?: readonly WriterInput<TrackedLine>[] | undefined;
}

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
    for (const request of run) tree.add(patientLevels(request), claimSegments(request));
    tree.write(writer);
    writer.endSet();
  }
  writeFileEnd(writer);
  return writer.bytes();
}

/** Returns the items in runs of adjacent ones with the same key. */
export function runsOf<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
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

/** Loop 2200. */
function claimSegments(request: ClaimStatusRequestInput): SegmentElements[] {
  const { trace, numbers, charge, serviceDate, serviceDateEnd, serviceLines = [] } = request;
  const amount: SegmentElements[] = charge === undefined ? [] : [['AMT', 'T3', amountText(charge)]];
  return [
    ['TRN', '1', trace],
    ...numberSegments(numbers),
    ...amount,
    ...serviceDates(serviceDate, serviceDateEnd),
    ...serviceLines.flatMap((line) => [
      ['SVC', ...elementsOf(trackedLine, line)] satisfies SegmentElements,
      ...lineNumber(line),
      ...serviceDates(line.serviceDate, line.serviceDateEnd),
    ]),
  ];
}
