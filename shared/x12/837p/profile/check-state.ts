import { daysBetween } from '../../../calendar/days.ts';
import { isZipPlus4 } from '../../checks/identifier.ts';
import type { Segment } from '../../reader/segment.ts';
import type { ClaimSetCheck } from '../check/claim-set-check.ts';
import { isAtypicalProvider, isSameAddress } from '../check/hierarchy.ts';
import type { ServicePeriod } from '../check/service-period.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import type { BillingProvider } from '../model/party.ts';
import type { EnrolledProvider, PayerProfile } from './payer-profile.ts';

/** State rules R200 to R208 inside a transaction set, compared with the profile of the payer. */

type Rule = (check: ClaimSetCheck, profile: PayerProfile) => void;

/** By loop, at its end; without a profile there are no state rules. */
export const stateRulesByLoop: Readonly<Record<string, Rule>> = {
  '1000A': checkSender,
  '1000B': checkReceiver,
  '2010BB': (check, profile) => {
    checkMember(check, profile);
    checkPayer(check, profile);
    checkBillingProvider(check, profile);
  },
};

/** BHT06 and ST03. */
export function checkVersion(check: ClaimSetCheck, profile: PayerProfile, segment: Segment): void {
  const kind = segment.text(6);
  if (kind !== '' && !profile.transactionTypes.includes(kind)) {
    check.reportHere('R202', segment, { element: 6, value: kind });
  }
  const { implementation } = check.context.set;
  if (implementation !== check.context.guide.version) {
    check.reportHere('R202', segment, { details: { implementation_reference: implementation } });
  }
}

export function checkStateClaim(
  check: ClaimSetCheck,
  profile: PayerProfile,
  claim: ProfessionalClaim,
  period: ServicePeriod,
): void {
  checkSize(check, profile, claim);
  checkClaimFiling(check, profile, claim);
  checkMemberIsPatient(check, claim, period);
  checkFrequency(check, profile, claim, period);
  checkTimelyFiling(check, profile, claim, period);
  checkRefused(check, profile, claim);
}

function checkReceiver(check: ClaimSetCheck, { receiver }: PayerProfile): void {
  const sent = check.builder.transaction.receiver;
  if (sent?.id !== receiver.id) reportReceiver(check, 9, sent?.id);
  if (bare(sent?.lastName) !== bare(receiver.name)) reportReceiver(check, 3, sent?.lastName);
}

function reportReceiver(check: ClaimSetCheck, element: number, value: string | undefined): void {
  check.reportInLoop('R200', '1000B/NM1', check.builder.transaction.receiver?.position, { element, value });
}

function checkSender(check: ClaimSetCheck, { tradingPartnerId }: PayerProfile): void {
  const { submitter } = check.builder.transaction;
  const expected = tradingPartnerId ?? check.context.interchange.sender;
  if (submitter?.id === expected) return;
  check.reportInLoop('R201', '1000A/NM1', submitter?.position, { element: 9, value: submitter?.id });
}

function checkSize(
  check: ClaimSetCheck,
  { maximumClaims }: PayerProfile,
  { position }: ProfessionalClaim,
): void {
  if (check.claims !== maximumClaims + 1) return;
  check.reportInLoop('R202', '2300/CLM', position, {
    severity: 'warning',
    details: { most_claims: maximumClaims },
  });
}

function checkPayer(check: ClaimSetCheck, { payer }: PayerProfile): void {
  const sent = check.builder.subscriber.payer;
  if (sent?.idQualifier !== payer.idQualifier) {
    check.reportInLoop('R203', '2010BB/NM1', sent?.position, { element: 8, value: sent?.idQualifier });
  } else if (sent.id !== payer.id) {
    check.reportInLoop('R203', '2010BB/NM1', sent.position, { element: 9, value: sent.id });
  }
}

/** A Medicare code is for claims that Medicare decided first. */
function checkClaimFiling(
  check: ClaimSetCheck,
  { claimFiling }: PayerProfile,
  claim: ProfessionalClaim,
): void {
  const { claimFiling: code = '', payerSequence, levelPosition } = claim.subscriber;
  if (claimFiling.codes.includes(code)) return;
  const isCrossover =
    claimFiling.crossover.includes(code) &&
    (payerSequence !== 'P' || claim.otherCoverages.some((coverage) => coverage.claimFiling === code));
  if (isCrossover) return;
  // Whether Medicare decided first depends on the claim; any other code is wrong for each claim of the patient.
  const isOfPatient = !claimFiling.crossover.includes(code);
  if (isOfPatient && !check.isFirstReport('R203', claim.patient ?? claim.subscriber)) return;
  check.reportInLoop('R203', '2000B/SBR', levelPosition, { element: 9, value: code, isOfPatient });
}

function checkMember(check: ClaimSetCheck, { member }: PayerProfile): void {
  const { subscriber } = check.builder;
  const { position, id = '' } = subscriber;
  if (subscriber.entityType !== '1') {
    check.reportInLoop('R204', '2010BA/NM1', position, { element: 2, value: subscriber.entityType });
  }
  if (subscriber.idQualifier !== member.idQualifier) {
    check.reportInLoop('R204', '2010BA/NM1', position, { element: 8, value: subscriber.idQualifier });
  }
  if (id !== '' && !check.run.memberIdPattern.test(id)) {
    check.reportInLoop('R204', '2010BA/NM1', position, { element: 9, value: id, severity: 'warning' });
  }
  for (const path of ['2010BA/N3', '2010BA/N4', '2010BA/DMG']) {
    if (!check.hasSegment(path, position)) check.reportInLoop('R204', path, position);
  }
}

function checkMemberIsPatient(
  check: ClaimSetCheck,
  claim: ProfessionalClaim,
  { first }: ServicePeriod,
): void {
  const { subscriber, patient } = claim;
  if (patient !== undefined) {
    if (check.isFirstReport('R204', patient))
      check.reportInLoop('R204', '2000C/HL', patient.levelPosition, { element: 3, isOfPatient: true });
  } else if (subscriber.relationship !== '18' && check.isFirstReport('R204', subscriber)) {
    check.reportInLoop('R204', '2000B/SBR', subscriber.levelPosition, {
      ...{ element: 2, isOfPatient: true },
      value: subscriber.relationship,
    });
  }
  const { birthDate, position } = subscriber;
  if (birthDate !== undefined && first !== undefined && birthDate > first) {
    check.reportInLoop('R204', '2010BA/DMG', position, { element: 2, value: birthDate });
  }
}

/** Checks each billing provider once, at its first subscriber, whose payer loop has the id of an atypical provider. */
function checkBillingProvider(check: ClaimSetCheck, { providers }: PayerProfile): void {
  const { billingProvider, subscriber } = check.builder;
  const { position, levelPosition, id, taxonomy } = billingProvider;
  if (position === undefined || !check.isFirstReport('R205', billingProvider)) return;
  if (id === undefined) {
    if (!isAtypicalProvider(subscriber.payer))
      check.reportInLoop('R205', '2010AA/NM1', position, { element: 9 });
    return;
  }
  if (taxonomy === undefined) check.reportInLoop('R205', '2000A/PRV', levelPosition);
  if (providers.length === 0) return;
  const sites = providers.filter(({ npi }) => npi === id);
  if (sites.length === 0) check.reportInLoop('R205', '2010AA/NM1', position, { element: 9, value: id });
  else if (!sites.some((site) => isEnrolled(site, billingProvider)))
    reportDifference(check, sites, billingProvider);
}

function isEnrolled({ taxId, zip, taxonomies }: EnrolledProvider, provider: BillingProvider): boolean {
  const isTaxonomy = provider.taxonomy === undefined || taxonomies.includes(provider.taxonomy);
  return provider.taxId === taxId && provider.address?.zip === zip && isTaxonomy;
}

/** Reports the part of an enrolled provider that matches none of its sites. */
function reportDifference(
  check: ClaimSetCheck,
  sites: readonly EnrolledProvider[],
  provider: BillingProvider,
): void {
  const { taxId, address, taxonomy, position, levelPosition } = provider;
  if (!sites.some((site) => site.taxId === taxId)) {
    check.reportInLoop('R205', '2010AA/REF-EI', position, { element: 2, value: taxId });
  } else if (taxonomy !== undefined && !sites.some((site) => site.taxonomies.includes(taxonomy))) {
    check.reportInLoop('R205', '2000A/PRV', levelPosition, { element: 3, value: taxonomy });
  } else if (address?.zip !== undefined && isZipPlus4(address.zip)) {
    // V026 or V027 reports any other ZIP.
    check.reportInLoop('R205', '2010AA/N4', position, { element: 3, value: address.zip });
  }
}

function checkFrequency(
  check: ClaimSetCheck,
  { frequencies }: PayerProfile,
  claim: ProfessionalClaim,
  { first }: ServicePeriod,
): void {
  const { frequency = '', references, position } = claim;
  const original = references?.originalClaimNumber;
  if (!frequencies.includes(frequency)) {
    check.reportInLoop('R206', '2300/CLM', position, { element: 5, component: 3, value: frequency });
  } else if ((frequency === '7' || frequency === '8') && original === undefined) {
    check.reportInLoop('R206', '2300/REF-F8', position);
  } else if (frequency === '1' && original !== undefined) {
    const isLate = first !== undefined && check.run.filingLimit?.isAfter(first);
    if (!isLate) check.reportInLoop('R206', '2300/REF-F8', position, { element: 2 });
  }
}

function checkTimelyFiling(
  check: ClaimSetCheck,
  { timelyFiling }: PayerProfile,
  claim: ProfessionalClaim,
  { first }: ServicePeriod,
): void {
  if (first === undefined || check.run.filingWarning?.isBefore(first)) return;
  if (claim.delayReason !== undefined || claim.references?.originalClaimNumber !== undefined) return;
  const isLate = check.run.filingLimit?.isAfter(first) && claim.frequency !== '7' && claim.frequency !== '8';
  const line = claim.lines.find(({ serviceDate }) => serviceDate === first);
  check.reportInLoop('R207', '2400/DTP-472', line?.position, {
    element: 3,
    ...(!isLate && { severity: 'warning' }),
    details: { days: daysBetween(first, check.run.today.date), limit: timelyFiling.days },
  });
}

function checkRefused(check: ClaimSetCheck, { refuses }: PayerProfile, claim: ProfessionalClaim): void {
  const { attachments, lines, serviceFacility, billingProvider, position } = claim;
  if (refuses.attachments) {
    if (attachments.length > 0) check.reportInLoop('R208', '2300/PWK', position);
    for (const line of lines) {
      if (line.attachments.length > 0) check.reportInLoop('R208', '2400/PWK', line.position);
      else if (line.certificateTransmission !== undefined)
        check.reportInLoop('R208', '2400/PWK-CT', line.position);
    }
  }
  if (!refuses.facilityAtBillingAddress) return;
  if (serviceFacility && isSameAddress(serviceFacility.address, billingProvider.address)) {
    check.reportInLoop('R208', '2310C/N3', serviceFacility.position, { element: 1 });
  }
  for (const { parties } of lines) {
    const facility = parties?.serviceFacility;
    if (facility && isSameAddress(facility.address, billingProvider.address)) {
      check.reportInLoop('R208', '2420C/N3', facility.position, { element: 1 });
    }
  }
}

function bare(text: string | undefined): string {
  return (text ?? '').trim().toUpperCase();
}
