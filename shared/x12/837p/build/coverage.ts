import { CoverageRecord, OtherPayerRecord } from '../model/coverage-records.ts';
import { appended, PartyRecord } from '../model/party-records.ts';
import { type Handler, type Handlers, text } from './open-loops.ts';
import { openParty } from './party.ts';
import { withAdjustments } from './supplement.ts';

/** Loop 2320 and loops 2330A to 2330G. */

export const coverageEnters: Handlers = {
  '2320': (builder, segment) => {
    const coverage = new CoverageRecord();
    coverage.position = segment.position();
    builder.coverage = coverage;
    builder.claim.otherCoverages = appended(builder.claim.otherCoverages, coverage);
  },
  '2330A': (builder, segment) => {
    builder.coverage.subscriber = openParty(builder, new PartyRecord(), segment);
  },
  '2330B': (builder, segment) => {
    builder.coverage.payer = openParty(builder, new OtherPayerRecord(), segment);
  },
  '2330C': provider,
  '2330D': provider,
  '2330E': provider,
  '2330F': provider,
  '2330G': provider,
};

export const coverageHandlers: Handlers = {
  '2320/SBR': ({ coverage }, segment) => {
    coverage.payerSequence = text(segment, 1);
    coverage.relationship = text(segment, 2);
    coverage.groupNumber = text(segment, 3);
    coverage.groupName = text(segment, 4);
    coverage.insuranceType = text(segment, 5);
    coverage.claimFiling = text(segment, 9);
  },
  '2320/CAS': ({ coverage }, segment) => {
    coverage.adjustments = withAdjustments(coverage.adjustments, segment);
  },
  '2320/AMT-D': ({ coverage }, segment) => {
    coverage.payerPaid = segment.cents(2);
  },
  '2320/AMT-A8': ({ coverage }, segment) => {
    coverage.nonCovered = segment.cents(2);
  },
  '2320/AMT-EAF': ({ coverage }, segment) => {
    coverage.remainingLiability = segment.cents(2);
  },
  '2320/OI': ({ coverage }, segment) => {
    coverage.benefitsAssigned = text(segment, 3);
    coverage.signatureSource = text(segment, 4);
    coverage.releaseOfInformation = text(segment, 6);
  },
  '2320/MOA': ({ coverage }, segment) => {
    const remarks: string[] = [];
    for (let e = 3; e <= 7; e++) if (segment.has(e)) remarks.push(segment.text(e));
    coverage.outpatient = {
      reimbursementRate: segment.decimal(1),
      procedureAmount: segment.cents(2),
      remarks,
      endStageRenalAmount: segment.cents(8),
      nonPayableProfessionalAmount: segment.cents(9),
    };
  },
  '2330B/DTP-573': payerField((payer, segment) => {
    payer.adjudicationDate = segment.date(3);
  }),
  '2330B/REF-G1': payerField((payer, segment) => {
    payer.priorAuthorization = text(segment, 2);
  }),
  '2330B/REF-9F': payerField((payer, segment) => {
    payer.referral = text(segment, 2);
  }),
  '2330B/REF-T4': payerField((payer, segment) => {
    payer.claimAdjusted = text(segment, 2);
  }),
  '2330B/REF-F8': payerField((payer, segment) => {
    payer.claimControlNumber = text(segment, 2);
  }),
};

function provider(...[builder, segment]: Parameters<Handler>): void {
  const { coverage } = builder;
  coverage.providers = appended(coverage.providers, openParty(builder, new PartyRecord(), segment));
}

function payerField(set: (payer: OtherPayerRecord, segment: Parameters<Handler>[1]) => void): Handler {
  return ({ coverage }, segment) => {
    if (coverage.payer) set(coverage.payer, segment);
  };
}
