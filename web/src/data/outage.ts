import { isApiError, isClientError } from '#clients/typescript/src/runtime/errors.ts';

/** Whether a read failed because the service was not reached or is down, which says nothing about the data. */
export const isOutage = (error: unknown): boolean =>
  isApiError(error) ? error.status >= 500 : isClientError(error);

/** The failure to show in place of data. While data are known, an outage is shown by the frame, with their age. */
export const failureBeside = (data: unknown, error: unknown): unknown =>
  data !== undefined && isOutage(error) ? undefined : error;
