import type { GuideHeader } from '../guide/guide.ts';

/** What recognizes the transaction sets of the guides that files arrive with. Their contents are in the files of the guides. */

export const header837p: GuideHeader = {
  name: '837P',
  set: '837',
  functionalId: 'HC',
  version: '005010X222A1',
  // The base guide and the later errata differ in nothing that reading needs.
  accepts: ['005010X222', '005010X222A2'],
  alsoReads: ['004010X098', '004010X098A1'],
  hasImplementationReference: true,
};

export const header835: GuideHeader = {
  name: '835',
  set: '835',
  functionalId: 'HP',
  version: '005010X221A1',
  accepts: ['005010X221A1', '005010X221'],
  alsoReads: ['004010X091A1', '004010X091'],
  hasImplementationReference: false,
};

export const header277ca: GuideHeader = {
  name: '277CA',
  set: '277',
  functionalId: 'HN',
  version: '005010X214',
  accepts: ['005010X214E1', '005010X214E2'],
  hasImplementationReference: true,
};

export const header999: GuideHeader = {
  name: '999',
  set: '999',
  functionalId: 'FA',
  version: '005010X231A1',
  accepts: ['005010X231'],
  hasImplementationReference: true,
};
