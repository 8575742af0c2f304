import {
  type ClaimStatusRequest,
  type ClaimStatusResponse,
  claimStatusRequest,
  claimStatusResponse,
  type FailedRequest,
  type ResponseInformation,
  responseInformation,
  responseLine,
  statusParties,
} from '../276-277/model.ts';
import { reasonJson } from './claim-acknowledgment-json.ts';
import { type Json, jsonOf } from './members.ts';

/** Claim status requests (276) and responses (277) as JSON. */

const [requestJson, responseJson] = [jsonOf(claimStatusRequest), jsonOf(claimStatusResponse)];
const [informationJson, lineJson] = [jsonOf(responseInformation), jsonOf(responseLine)];
const partiesJson = jsonOf(statusParties);

export const claimStatusRequestJson = (request: ClaimStatusRequest): Json => ({
  ...requestJson(request),
  complete: request.isComplete,
  position: request.position,
});

export function claimStatusResponseJson(response: ClaimStatusResponse): Json {
  const { category, statusCode, disposition, statuses, serviceLines } = response;
  return {
    ...responseJson(response),
    category,
    status_code: statusCode,
    disposition,
    statuses: statuses.map(statusJson),
    service_lines: serviceLines.map((line) => ({
      ...lineJson(line),
      statuses: line.statuses.map(statusJson),
    })),
    complete: response.isComplete,
    position: response.position,
  };
}

export function failedRequestJson(failed: FailedRequest): Json {
  const { level, trace, disposition, status } = failed;
  return { level, trace, disposition, status: statusJson(status), ...partiesJson(failed) };
}

/** One STC. An NCPDP code has no text. */
const statusJson = (status: ResponseInformation): Json => ({
  ...informationJson(status),
  reasons: status.reasons.map(({ codeList, ...reason }) => ({
    ...reasonJson(reason),
    ...(codeList !== undefined && { text: undefined, code_list: codeList }),
  })),
});
