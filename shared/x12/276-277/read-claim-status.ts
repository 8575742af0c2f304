import { checkStatus } from '../277ca/checks.ts';
import type { FileListener, SetConsumer, SetContext } from '../engine/consumer.ts';
import { setReader } from '../engine/set-reader.ts';
import { guide276 } from '../guides/276.ts';
import { guide277 } from '../guides/277.ts';
import {
  type ClaimStatusResponseEvents,
  claimStatusRequestConsumer,
  claimStatusResponseConsumer,
} from './claim-status-consumers.ts';
import type { ClaimStatusRequest, ClaimStatusResponse, FailedRequest, ResponseInformation } from './model.ts';

/** Returns a listener that reads the 276 sets of a file. */
export const claimStatusRequestListener = (
  onRequest: (request: ClaimStatusRequest) => void,
): FileListener => ({
  set: ({ guide }) => (guide === guide276 ? claimStatusRequestConsumer(onRequest) : undefined),
});

/** Returns a listener that reads and checks the 277 sets (005010X212) of a file. */
export const claimStatusResponseListener = (events: ClaimStatusResponseEvents): FileListener => ({
  set: (context) => (context.guide === guide277 ? checkedConsumer(context, events) : undefined),
});

function checkedConsumer(context: SetContext, events: ClaimStatusResponseEvents): SetConsumer {
  const { validating, report } = context;
  return claimStatusResponseConsumer({
    status(status) {
      if (validating) checkResponse(status, report);
      events.status?.(status);
    },
    failedRequest(failed) {
      const loop = loopOfLevel[failed.level] ?? '2200D';
      if (validating) checkStatus(ofCodeSource(failed.status), loop, undefined, report);
      events.failedRequest?.(failed);
    },
  });
}

/** Loop of the STC by HL03. */
const loopOfLevel: Readonly<Record<string, string>> = { '21': '2200B', '19': '2200C' };

/** Checks the STC codes of a claim and its lines: V128, V156. */
function checkResponse(response: ClaimStatusResponse, report: SetContext['report']): void {
  const { numbers, serviceDate, dependent } = response;
  const patientControlNumber = numbers.patientControlNumber;
  const letter = dependent === undefined ? 'D' : 'E';
  const reportClaim: SetContext['report'] = (finding) => report({ ...finding, patientControlNumber });
  for (const one of response.statuses)
    checkStatus(ofCodeSource(one), `2200${letter}`, serviceDate, reportClaim);
  for (const line of response.serviceLines) {
    const day = line.serviceDate ?? serviceDate;
    for (const one of line.statuses) checkStatus(ofCodeSource(one), `2220${letter}`, day, reportClaim);
  }
}

/** Returns the status without NCPDP codes, which code source 508 does not have. */
function ofCodeSource(status: ResponseInformation): ResponseInformation {
  const reasons = status.reasons.map((one) => (one.codeList === undefined ? one : { ...one, code: '' }));
  return { ...status, reasons };
}

const requests = setReader<ClaimStatusRequest>(guide276, claimStatusRequestListener);

/** Reads the claims of all 276 sets of a source, each as soon as it is complete. */
export const readClaimStatusRequests = requests.read;

/** `readClaimStatusRequests` for bytes in memory. */
export const readClaimStatusRequestsSync = requests.readSync;

/** A 277 in file order: the status of a claim, or of a request that failed before any claim was searched. */
export type ClaimStatusResponseEvent =
  | { readonly kind: 'status'; readonly status: ClaimStatusResponse }
  | { readonly kind: 'failed_request'; readonly failed: FailedRequest };

const responses = setReader<ClaimStatusResponseEvent>(guide277, (add) =>
  claimStatusResponseListener({
    status: (status) => add({ kind: 'status', status }),
    failedRequest: (failed) => add({ kind: 'failed_request', failed }),
  }),
);

/** Reads all 277 sets (005010X212) of a source. A 277CA is a set of another kind. */
export const readClaimStatusResponses = responses.read;

/** `readClaimStatusResponses` for bytes in memory. */
export const readClaimStatusResponsesSync = responses.readSync;
