import { type CustomSegment, compactDay } from '../description/field.ts';
import { segmentReader } from '../description/generated-code.ts';
import { elementsOf } from '../description/segment-elements.ts';
import type { Segment } from '../reader/segment.ts';
import { grownList } from '../values/grown-list.ts';
import { type InpatientPayment, inpatient, type OutpatientPayment, outpatient } from './summaries.ts';

/** Segments of an 835 that a table cannot describe. The CAS is one of those that an 837P has too. */

interface Institutional {
  readonly inpatient?: InpatientPayment | undefined;
  readonly outpatient?: OutpatientPayment | undefined;
  readonly remarks: readonly string[];
}

/** Elements of MIA and of MOA with remark codes. The codes fill the MIA first, then the MOA. */
export const inpatientRemarks = [5, 20, 21, 22, 23] as const;
export const outpatientRemarks = [3, 4, 5, 6, 7] as const;

const readInpatient = segmentReader(inpatient);
const readOutpatient = segmentReader(outpatient);

export const inpatientSegment: CustomSegment<Institutional> = {
  keys: ['MIA'],
  read(claim, mia) {
    claim.inpatient = readInpatient(mia);
    claim.remarks = withRemarks(claim.remarks, mia, inpatientRemarks);
  },
  write({ inpatient: sums, remarks = [] }, writer) {
    if (sums === undefined) return;
    writer.segment('MIA', ...elementsOf(inpatient, sums, byElement(inpatientRemarks, remarks)));
  },
};

export const outpatientSegment: CustomSegment<Institutional> = {
  keys: ['MOA'],
  read(claim, moa) {
    claim.outpatient = readOutpatient(moa);
    claim.remarks = withRemarks(claim.remarks, moa, outpatientRemarks);
  },
  write({ inpatient: before, outpatient: sums, remarks = [] }, writer) {
    const others = remarks.slice(before === undefined ? 0 : inpatientRemarks.length);
    if (sums === undefined && others.length === 0) return;
    writer.segment('MOA', ...elementsOf(outpatient, sums ?? {}, byElement(outpatientRemarks, others)));
  },
};

function withRemarks(known: string[], segment: Segment, elements: readonly number[]): string[] {
  let list = known;
  for (const element of elements) if (segment.has(element)) list = grownList(list, segment.text(element));
  return list;
}

const byElement = (elements: readonly number[], remarks: readonly string[]): Record<number, string> =>
  Object.fromEntries(remarks.slice(0, elements.length).map((code, n) => [elements[n], code]));

interface ServiceDates {
  readonly serviceDate?: string | undefined;
  readonly serviceDateEnd?: string | undefined;
}

/** DTM*472 is a day; DTM*150 and DTM*151 begin and end a period. */
export const serviceDates: CustomSegment<ServiceDates> = {
  keys: ['DTM'],
  read(line, dtm) {
    const date = dtm.date(2);
    const isEnd = dtm.is(1, '151');
    if (isEnd) line.serviceDateEnd = date;
    else line.serviceDate = date;
    const isDay = !isEnd && !dtm.is(1, '150');
    if (isDay || line.serviceDateEnd === line.serviceDate) line.serviceDateEnd = undefined;
  },
  write({ serviceDate: from, serviceDateEnd: to }, writer) {
    if (from !== undefined) writer.segment('DTM', to === undefined ? '472' : '150', compactDay(from));
    if (to !== undefined) writer.segment('DTM', '151', compactDay(to));
  },
};
