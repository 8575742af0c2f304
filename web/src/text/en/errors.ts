/** What happened and what to do, by the error code of the API. */
export const errors = {
  signedOut: { title: 'Your session has ended', detail: 'Sign in again. Nothing was sent.' },
  connection: { title: 'No connection to Granary', detail: 'Check your signal and try again.' },
  timeout: { title: 'Granary took too long to reply', detail: 'Try again in a few seconds.' },
  invalidReply: {
    title: 'Another server replied in place of Granary',
    detail: 'Check whether your network needs a sign-in, then try again.',
  },
  program: {
    title: 'The app has an error',
    detail: 'Reload the page. If the error comes back, report what you did.',
  },
  chunk: {
    title: 'This part of the app could not be loaded',
    detail: 'Check your signal and reload the page.',
  },
  unknownCode: 'Granary refused the request',
  codes: {
    validation_failed: { title: 'Some entries need a change' },
    bad_request: { title: 'Some entries need a change' },
    body_required: { title: 'The request was empty', detail: 'Reload the page and try again.' },
    invalid_cursor: { title: 'The list has changed', detail: 'Reload the list.' },
    invalid_idempotency_key: {
      title: 'The request was not sent correctly',
      detail: 'Reload the page and try again.',
    },
    unauthorized: { title: 'Your session has ended', detail: 'Sign in again.' },
    forbidden: { title: 'Your role does not permit this', detail: 'Ask an owner or an administrator.' },
    insufficient_scope: {
      title: 'This API key does not permit this',
      detail: 'Use a key with the scope for it.',
    },
    not_found: { title: 'Not found', detail: 'The address is wrong, or the record was deleted.' },
    method_not_allowed: {
      title: 'Granary does not support this request',
      detail: 'Reload the page for the newest version of the app.',
    },
    not_acceptable: {
      title: 'Granary does not support this request',
      detail: 'Reload the page for the newest version of the app.',
    },
    unsupported_media_type: {
      title: 'Granary does not support this kind of file',
      detail: 'Choose another file.',
    },
    idempotency_in_flight: {
      title: 'This change is in progress',
      detail: 'Wait a few seconds, then reload.',
    },
    idempotency_mismatch: {
      title: 'This change was already sent with other content',
      detail: 'Reload the page and enter it again.',
    },
    already_exists: { title: 'It exists already', detail: 'Reload the page to see it.' },
    figures_too_large: {
      title: 'There are too many figures in this period',
      detail: 'Choose a shorter period.',
    },
    conflict: {
      title: 'Someone else has changed this meanwhile',
      detail: 'Reload it, then make your change again.',
    },
    precondition_failed: {
      title: 'Someone else has changed this meanwhile',
      detail: 'Reload it, then make your change again.',
    },
    payload_too_large: { title: 'This is too large', detail: 'Choose a smaller file or fewer entries.' },
    rate_limited: { title: 'Too many requests', detail: 'Wait a few seconds, then try again.' },
    timed_out: { title: 'Granary took too long', detail: 'Try again in a few seconds.' },
    unavailable: { title: 'Granary is not available for the moment', detail: 'Try again in a few seconds.' },
    internal: {
      title: 'Granary has an error',
      detail: 'Try again. If it comes back, report the request id.',
    },
  },
};
