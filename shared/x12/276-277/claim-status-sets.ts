import { checkStatus } from '../277ca/checks.ts';
import type { FileListener, SetConsumer, SetContext } from '../engine/consumer.ts';
import { guide276 } from '../guides/276.ts';
import { guide277 } from '../guides/277.ts';
import {
  type ClaimStatusResponseEvents,
  claimStatusRequestConsumer,
  claimStatusResponseConsumer,
} from './claim-status-consumers.ts';
import type { ClaimStatusRequest, ClaimStatusResponse, ResponseInformation } from './model.ts';

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
