import {
  type ClaimStatusRequest,
  type ClaimStatusResponse,
  type FailedRequest,
  type ResponseInformation,
  responseInformation,
  responseLine,
  type StatusParties,
  statusPatient,
  type TrackedClaim,
  trackedLine,
  trackedNumbers,
} from '../276-277/model.ts';
import { organization } from '../277ca/model.ts';
import { reasonJson } from './claim-acknowledgment-json.ts';
import { type Json, jsonOf } from './members.ts';
import { moneyText } from './remittance-json.ts';

/** Claim status requests (276) and responses (277) as JSON. */

const [organizationJson, patientJson] = [jsonOf(organization), jsonOf(statusPatient)];
const [informationJson, numbersJson] = [jsonOf(responseInformation), jsonOf(trackedNumbers)];
const [requestLineJson, responseLineJson] = [jsonOf(trackedLine), jsonOf(responseLine)];

export function claimStatusRequestJson(request: ClaimStatusRequest): Json {
  return {
    ...claimJson(request),
    charge: moneyText(request.charge),
    service_lines: request.serviceLines.map(requestLineJson),
    ...endJson(request),
  };
}

export function claimStatusResponseJson(response: ClaimStatusResponse): Json {
  const { category, statusCode, disposition, charge, paid, statuses, serviceLines } = response;
  return {
    ...claimJson(response),
    category,
    status_code: statusCode,
    disposition,
    charge: moneyText(charge),
    paid: moneyText(paid),
    statuses: statuses.map(statusJson),
    service_lines: serviceLines.map((line) => ({
      ...responseLineJson(line),
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
    numbers: numbersJson(claim.numbers),
    service_date: claim.serviceDate,
    service_date_end: claim.serviceDateEnd,
  };
}

function endJson(claim: TrackedClaim): Json {
  return {
    subscriber: claim.subscriber && patientJson(claim.subscriber),
    dependent: claim.dependent && patientJson(claim.dependent),
    ...partiesJson(claim),
    complete: claim.isComplete,
    position: claim.position,
  };
}

function partiesJson({ reference, created, payer, receiver, provider }: StatusParties): Json {
  return {
    reference,
    created,
    payer: payer && organizationJson(payer),
    receiver: receiver && organizationJson(receiver),
    provider: provider && organizationJson(provider),
  };
}

/** One STC. An NCPDP code has no text. */
const statusJson = (status: ResponseInformation): Json => ({
  ...informationJson(status),
  reasons: status.reasons.map(({ codeList, ...reason }) => ({
    ...reasonJson(reason),
    ...(codeList !== undefined && { text: undefined, code_list: codeList }),
  })),
});
