/** What is known after a message was handed to a provider. */
export type SendOutcome =
  /** The provider has taken the message. */
  | { readonly outcome: 'accepted'; readonly provider_id: string }
  /** The provider refuses this message, also when it is sent again. */
  | { readonly outcome: 'refused'; readonly reason: RefusalReason }
  /** Nothing was sent, and a later attempt may succeed: a throttle or a quota. */
  | { readonly outcome: 'later'; readonly seconds: number }
  /** Nothing was sent, and nothing will be before an operator or the provider has acted. */
  | { readonly outcome: 'blocked'; readonly reason: BlockReason }
  /** No answer: the message may have been sent. */
  | { readonly outcome: 'uncertain' };

export type RefusalReason = 'invalid_address' | 'message_rejected' | 'opted_out';
export type BlockReason =
  | 'sender_not_configured'
  | 'sender_not_verified'
  | 'account_suspended'
  | 'no_permission';

/**
 * What happens to a message whose send was interrupted between the call of the provider and its answer. `report`: it is
 * `unknown` and not sent again by itself, so nobody gets it twice. `repeat`: it is sent again, which is right with a
 * provider that ignores a message id that it has taken before, such as that of the local runtime.
 */
export type InterruptedSends = 'report' | 'repeat';
