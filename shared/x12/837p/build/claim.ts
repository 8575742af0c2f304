import type { Segment } from '../../reader/segment.ts';
import type { ClaimDates, ClaimReferences, HealthCareCode } from '../model/claim.ts';
import type { ClaimRecord } from '../model/claim-records.ts';
import { appended, none, PartyRecord } from '../model/party-records.ts';
import { component, type Handler, type Handlers, type OpenLoops, text } from './open-loops.ts';
import { openParty } from './party.ts';
import { ambulance, attachment, condition, contract, note, repricing } from './supplement.ts';

/** Loop 2300 and loops 2310A to 2310F. */

export const claimEnters: Handlers = {
  '2300': (builder, segment) => {
    builder.claim = builder.newClaim();
    builder.claim.position = segment.position();
  },
  '2310A': (builder, segment) => {
    const { claim } = builder;
    claim.referring = appended(claim.referring, openParty(builder, new PartyRecord(), segment));
  },
  '2310B': party('rendering'),
  '2310C': party('serviceFacility'),
  '2310D': party('supervising'),
  '2310E': party('pickUp'),
  '2310F': party('dropOff'),
};

export const claimHandlers: Handlers = {
  '2300/CLM': ({ claim }, segment) => claimInformation(claim, segment),
  '2300/DTP-431': date('onset'),
  '2300/DTP-454': date('initialTreatment'),
  '2300/DTP-304': date('lastSeen'),
  '2300/DTP-453': date('acuteManifestation'),
  '2300/DTP-439': date('accident'),
  '2300/DTP-484': date('lastMenstrualPeriod'),
  '2300/DTP-455': date('lastXray'),
  '2300/DTP-471': date('prescription'),
  '2300/DTP-314': ({ claim }, segment) => disability(claim, segment),
  '2300/DTP-297': date('lastWorked'),
  '2300/DTP-296': date('returnToWork'),
  '2300/DTP-435': date('admission'),
  '2300/DTP-096': date('discharge'),
  '2300/DTP-090': ({ claim }, segment) => {
    setDate(claim, segment.is(1, '090') ? 'assumedCare' : 'relinquishedCare', segment.date(3));
  },
  '2300/DTP-444': date('firstContact'),
  '2300/DTP-050': date('repricerReceived'),
  '2300/PWK': ({ claim }, segment) => {
    claim.attachments = appended(claim.attachments, attachment(segment));
  },
  '2300/CN1': ({ claim }, segment) => {
    claim.contract = contract(segment);
  },
  '2300/AMT-F5': ({ claim }, segment) => {
    claim.patientPaid = segment.cents(2);
  },
  '2300/REF-4N': reference('serviceAuthorizationException'),
  '2300/REF-F5': reference('medicareCrossover'),
  '2300/REF-EW': reference('mammographyCertification'),
  '2300/REF-9F': reference('referral'),
  '2300/REF-G1': reference('priorAuthorization'),
  '2300/REF-F8': reference('originalClaimNumber'),
  '2300/REF-X4': reference('clia'),
  '2300/REF-9A': reference('repricedClaim'),
  '2300/REF-9C': reference('adjustedRepricedClaim'),
  '2300/REF-LX': reference('investigationalDevice'),
  '2300/REF-D9': reference('clearinghouseTrace'),
  '2300/REF-EA': reference('medicalRecord'),
  '2300/REF-P4': reference('demonstrationProject'),
  '2300/REF-1J': reference('carePlanOversight'),
  '2300/K3': ({ claim }, segment) => {
    claim.fixedFormat = appended(claim.fixedFormat, segment.text(1));
  },
  '2300/NTE': ({ claim }, segment) => {
    claim.note = note(segment);
  },
  '2300/CR1': ({ claim }, segment) => {
    claim.ambulance = ambulance(segment);
  },
  '2300/CR2': ({ claim }, segment) => {
    claim.spinalManipulation = {
      condition: segment.text(8),
      description: text(segment, 10),
      furtherDescription: text(segment, 11),
    };
  },
  '2300/CRC-07': addCondition,
  '2300/CRC-E1': addCondition,
  '2300/CRC-75': addCondition,
  '2300/CRC-ZZ': addCondition,
  '2300/HI-ABK': ({ claim }, segment) => {
    claim.diagnoses = healthCareCodes(segment);
  },
  '2300/HI-BP': ({ claim }, segment) => {
    claim.anesthesiaProcedures = healthCareCodes(segment);
  },
  '2300/HI-BG': ({ claim }, segment) => {
    for (const { code } of healthCareCodes(segment)) {
      claim.conditionCodes = appended(claim.conditionCodes, code);
    }
  },
  '2300/HCP': ({ claim }, segment) => {
    claim.repricing = repricing(segment);
  },
};

function claimInformation(claim: ClaimRecord, segment: Segment): void {
  claim.patientControlNumber = segment.text(1);
  claim.totalCharge = segment.cents(2);
  claim.placeOfService = component(segment, 5, 1);
  claim.frequency = component(segment, 5, 3);
  claim.providerSignature = text(segment, 6);
  claim.acceptAssignment = text(segment, 7);
  claim.benefitsAssigned = text(segment, 8);
  claim.releaseOfInformation = text(segment, 9);
  if (segment.elementCount < 10) return;
  claim.signatureSource = text(segment, 10);
  if (segment.has(11)) {
    const causes = [component(segment, 11, 1), component(segment, 11, 2)];
    claim.relatedCauses = causes.filter((cause) => cause !== undefined);
    claim.accidentState = component(segment, 11, 4);
    claim.accidentCountry = component(segment, 11, 5);
  }
  claim.specialProgram = text(segment, 12);
  claim.delayReason = text(segment, 20);
}

function healthCareCodes(segment: Segment): HealthCareCode[] {
  const codes: HealthCareCode[] = [];
  for (let e = 1; e <= segment.elementCount; e++) {
    if (!segment.has(e)) continue;
    codes.push({ qualifier: segment.component(e, 1), code: segment.component(e, 2) });
  }
  return codes.length > 0 ? codes : none;
}

function addCondition({ claim }: OpenLoops, segment: Segment): void {
  claim.conditions = appended(claim.conditions, condition(segment));
}

function date(field: keyof ClaimDates): Handler {
  return ({ claim }, segment) => setDate(claim, field, segment.date(3));
}

function disability(claim: ClaimRecord, segment: Segment): void {
  if (segment.is(1, '361')) setDate(claim, 'disabilityEnd', segment.date(3));
  else setDate(claim, 'disabilityStart', segment.date(3));
  if (segment.is(1, '314')) setDate(claim, 'disabilityEnd', segment.endDate(3));
}

function reference(field: keyof ClaimReferences): Handler {
  return ({ claim }, segment) => {
    claim.references ??= {};
    claim.references[field] = text(segment, 2);
  };
}

/** A date that is none leaves no trace in the claim; it has a finding. */
function setDate(claim: ClaimRecord, field: keyof ClaimDates, date: string | undefined): void {
  if (date === undefined) return;
  claim.dates ??= {};
  claim.dates[field] = date;
}

function party(field: 'rendering' | 'serviceFacility' | 'supervising' | 'pickUp' | 'dropOff'): Handler {
  return (builder, segment) => {
    builder.claim[field] = openParty(builder, new PartyRecord(), segment);
  };
}
