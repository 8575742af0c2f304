import { erasePeopleHandlers } from '#work/handlers/erase-people.ts';
import { workFunction } from '#work/run-work.ts';

/** Removes the personal data of erased contacts. */
export const handler = workFunction('erase-people', erasePeopleHandlers);
