/** An error as Stripe answers it. */
export class PaymentError extends Error {
  readonly status: number;
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error';
  readonly code: string;

  constructor(
    status: number,
    type: PaymentError['type'],
    { code, message }: { readonly code: string; readonly message: string },
  ) {
    super(message);
    this.name = 'PaymentError';
    this.status = status;
    this.type = type;
    this.code = code;
  }
}

export const missing = (kind: string, id: string) =>
  new PaymentError(404, 'invalid_request_error', {
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
  });

export const invalid = (message: string) =>
  new PaymentError(400, 'invalid_request_error', { code: 'parameter_invalid', message });

export const declined = () =>
  new PaymentError(402, 'card_error', { code: 'card_declined', message: 'Your card was declined.' });
