import type {
  ClaimStatusRequest,
  ClaimStatusResponse,
  FailedRequest,
  ResponseInformation,
  StatusParties,
  StatusPatient,
  TrackedClaim,
  TrackedLine,
  TrackedNumbers,
} from '../276-277/types.ts';
import type { Organization } from '../277ca/types.ts';
import { formatCents } from '../values/money.ts';
import { statusInformationJson } from './claim-status-parts.ts';
import { type Json, membersOf } from './members.ts';
import { moneyText } from './remittance-json.ts';

/** Claim status requests (276) and responses (277) as JSON. */

const organization = membersOf<Organization>('entity', 'name', 'firstName', 'idQualifier', 'id');
const patient = membersOf<StatusPatient>(
  ...(['lastName', 'firstName', 'middleName', 'suffix', 'idQualifier', 'id', 'birthDate', 'gender'] as const),
);
const numbers = membersOf<TrackedNumbers>(
  ...(['payerClaimControlNumber', 'patientControlNumber', 'clearinghouseNumber', 'billType'] as const),
  ...(['prescription', 'groupNumber', 'location', 'voucher'] as const),
);

export function claimStatusRequestJson(request: ClaimStatusRequest): Json {
  return {
    ...claimJson(request),
    charge: moneyText(request.charge),
    service_lines: request.lines.map(lineJson),
    ...endJson(request),
  };
}

export function claimStatusResponseJson(response: ClaimStatusResponse): Json {
  const { category, statusCode, disposition, charge, paid, statuses, lines } = response;
  return {
    ...claimJson(response),
    category,
    status_code: statusCode,
    disposition,
    charge: moneyText(charge),
    paid: moneyText(paid),
    statuses: statuses.map(statusJson),
    service_lines: lines.map((line) => ({
      ...lineJson(line),
      paid: moneyText(line.paid),
      statuses: line.statuses.map(statusJson),
    })),
    ...endJson(response),
  };
}

export function failedRequestJson(failed: FailedRequest): Json {
  const { level, trace, disposition, status } = failed;
  return { level, trace, disposition, status: statusJson(status), ...partiesJson(failed) };
}

function claimJson(claim: TrackedClaim): Json {
  return {
    trace: claim.trace,
    numbers: numbers(claim.numbers),
    service_date: claim.serviceFrom,
    service_date_end: endOf(claim),
  };
}

function endJson(claim: TrackedClaim): Json {
  return {
    subscriber: claim.subscriber && patient(claim.subscriber),
    dependent: claim.dependent && patient(claim.dependent),
    ...partiesJson(claim),
    complete: claim.isComplete,
    position: claim.position,
  };
}

function partiesJson({ reference, created, payer, receiver, provider }: StatusParties): Json {
  return {
    reference,
    created,
    payer: payer && organization(payer),
    receiver: receiver && organization(receiver),
    provider: provider && organization(provider),
  };
}

const lineJson = (line: TrackedLine): Json => ({
  procedure: line.procedure,
  procedure_qualifier: line.qualifier,
  modifiers: [...line.modifiers],
  charge: formatCents(line.charge),
  revenue_code: line.revenueCode,
  units: line.units,
  line_control_number: line.lineControlNumber,
  service_date: line.serviceFrom,
  service_date_end: endOf(line),
});

/** One STC. An NCPDP code has no text. */
function statusJson(status: ResponseInformation): Json {
  const { reasons, ...rest } = statusInformationJson(status, formatCents);
  return {
    reasons: reasons.map((reason, i) => {
      const codeList = status.reasons[i]?.codeList;
      return codeList === undefined ? reason : { ...reason, text: undefined, code_list: codeList };
    }),
    ...rest,
    paid: moneyText(status.paid),
    adjudicated: status.adjudicated,
    payment_date: status.paymentDate,
    payment_number: status.paymentNumber,
  };
}

/** Returns the end of a period of more than one day. */
function endOf({
  serviceFrom,
  serviceTo,
}: Pick<TrackedLine, 'serviceFrom' | 'serviceTo'>): string | undefined {
  return serviceTo === serviceFrom ? undefined : serviceTo;
}
