export { ClaimsClient, isClaimsError } from './claims/index.ts';
export { CommerceClient, isCommerceError } from './commerce/index.ts';
export type { ApiCall, PagedCall } from './runtime/calls.ts';
export {
  ApiError,
  type ClientError,
  ConnectionError,
  type ErrorDetail,
  InvalidReplyError,
  isApiError,
  isClientError,
  TimeoutError,
} from './runtime/errors.ts';
export type {
  AcceptOptions,
  ChangeOptions,
  ClientOptions,
  Fetch,
  KeyOptions,
  MatchOptions,
  RequestOptions,
} from './runtime/options.ts';
export type { CursorPage, OffsetPage } from './runtime/pages.ts';
export type { Reply } from './runtime/reply.ts';
