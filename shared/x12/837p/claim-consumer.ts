import { actions } from '../actions.ts';
import type { SetConsumer, SetContext } from '../consumer.ts';
import { guide837p } from '../guides/837p.ts';
import { claimEnters, claimHandlers } from './build-claim.ts';
import { coverageEnters, coverageHandlers } from './build-coverage.ts';
import { hierarchyEnters, hierarchyHandlers } from './build-hierarchy.ts';
import { lineEnters, lineHandlers } from './build-line.ts';
import { partyHandlers } from './build-party.ts';
import { ClaimBuilder } from './builder.ts';
import type { ProfessionalClaim } from './claim.ts';

/** Makes the typed claims of one 837P set; each is handed out when its loop 2300 is over. */
export function claimConsumer(context: SetContext, onClaim: (claim: ProfessionalClaim) => void): SetConsumer {
  return table.consumer(new ClaimBuilder(context, onClaim));
}

const table = actions<ClaimBuilder>(guide837p, {
  segments: {
    ...partyHandlers,
    ...hierarchyHandlers,
    ...claimHandlers,
    ...coverageHandlers,
    ...lineHandlers,
  },
  enter: { ...hierarchyEnters, ...claimEnters, ...coverageEnters, ...lineEnters },
  leave: { '2300': (builder) => builder.onClaim(builder.claim) },
});
