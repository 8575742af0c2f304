import * as z from 'zod';
import { rebuildCohorts } from '#store/claims/reports/rebuild-cohorts.ts';
import { declareCommand } from './command.ts';
import { openClaims } from './stacks.ts';

/** Recounts the figures of claims reports from the claims, and repairs differences. */
export const rebuildClaimFiguresCommand = declareCommand(
  'rebuild-claim-figures',
  z.strictObject({}),
  async (_, session) => {
    const { table } = await openClaims(session);
    const rebuilt = await rebuildCohorts(table);
    const { claims, repaired } = rebuilt;
    session.print(`Claims: ${claims}; repaired cohorts: ${repaired}`);
    return { json: rebuilt, exitCode: 0 };
  },
);
