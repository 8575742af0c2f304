import type { PlayedYear } from './play-year.ts';
import type { RawRecords } from './raw-records.ts';

/** What the suites compare: the year through the API, and its raw records. */
export type Facts = () => { readonly played: PlayedYear; readonly records: RawRecords };
