import type { Desk } from './desk.ts';
import type { RawRecords } from './raw-records.ts';

/** What the suites compare: the month, and its raw records. */
export type Facts = () => { readonly desk: Desk; readonly raw: RawRecords };
