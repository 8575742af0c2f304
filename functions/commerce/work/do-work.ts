import { doWorkGiveUps, doWorkHandlers } from '#work/handlers/do-work.ts';
import { workFunction } from '#work/run-work.ts';

/** Runs due work of the kinds that no other worker handles. */
export const handler = workFunction('do-work', doWorkHandlers, doWorkGiveUps);
