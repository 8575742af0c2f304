import type { StatusView } from '#claims/responses/claim-acknowledgment/status-policy.ts';
import { areInConflict, classify, dispositionOf } from '#x12/277ca/classification.ts';
import type { StatusInformation } from '#x12/277ca/types.ts';

/** A status with one STC. */
export function statusView(category: string, action?: string): StatusView {
  const status: StatusInformation = {
    reasons: [{ category, code: '20', entity: undefined }],
    date: undefined,
    action,
    amount: undefined,
    message: undefined,
    position: { index: 0, offset: 0 },
  };
  const classification = classify(category);
  const disposition = dispositionOf(status);
  const conflict = areInConflict(classification, disposition);
  return { category, statusCode: '20', statuses: [status], classification, disposition, conflict };
}
