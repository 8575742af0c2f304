import { without } from '#contract/claims/described-reply.ts';
import { claimPayment, line } from '#x12/835/model.ts';

/** What replies show of a payment and its lines as the payer sent it. They leave out what no rule of the service reads. */

const qualifiedLists = ['references', 'amounts', 'quantities'] as const;

export const shownLine = without(
  line,
  ...(['number', 'procedure', 'billedProcedure', 'billedUnits', ...qualifiedLists] as const),
);

/** Names are left out: the claim has them. */
const parties = [
  ...(['patient', 'insured', 'correctedInsured', 'otherSubscriber', 'contacts'] as const),
  ...(['renderingProvider', 'crossoverCarrier', 'correctedPriorityPayer'] as const),
] as const;

const institutional = ['drg', 'drgWeight', 'dischargeFraction', 'inpatient', 'outpatient'] as const;

export const shownPayment = without(
  claimPayment,
  ...(['number', 'lines', 'header', 'isComplete', ...parties, ...institutional, ...qualifiedLists] as const),
  ...(['facilityType', 'coverageExpiration', 'received', 'patientResponsibility'] as const),
);
