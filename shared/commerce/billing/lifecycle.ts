import type { BillingState } from './billing-fields.ts';
import type { ProviderStatus } from './provider.ts';

interface Transition {
  readonly from: readonly BillingState[];
  /** Status that the provider reports; `grace_ended` is our own clock. */
  readonly on: ProviderStatus | 'grace_ended';
  readonly to: BillingState;
}

const begun = ['none', 'incomplete'] as const;
const lapsed = ['suspended', 'paused', 'canceled'] as const;

/**
 * All transitions of a brand's billing. An observation without a row leaves the state as it is: a payment page that was
 * never completed does not end a running subscription.
 */
export const transitions = {
  opened: { from: ['none'], on: 'incomplete', to: 'incomplete' },
  expired: { from: ['incomplete'], on: 'expired', to: 'none' },
  trial_started: { from: [...begun, ...lapsed, 'past_due'], on: 'trialing', to: 'trialing' },
  activated: { from: [...begun, 'trialing'], on: 'active', to: 'active' },
  payment_failed: {
    from: [...begun, 'trialing', 'active', 'paused', 'canceled'],
    on: 'past_due',
    to: 'past_due',
  },
  recovered: { from: ['past_due', 'suspended'], on: 'active', to: 'active' },
  /** The grace of Granary is over, or the provider has given up. */
  grace_ended: { from: ['past_due'], on: 'grace_ended', to: 'suspended' },
  given_up: {
    from: [...begun, 'trialing', 'active', 'past_due', 'paused', 'canceled'],
    on: 'unpaid',
    to: 'suspended',
  },
  paused: {
    from: [...begun, 'trialing', 'active', 'past_due', 'suspended', 'canceled'],
    on: 'paused',
    to: 'paused',
  },
  resumed: { from: ['paused'], on: 'active', to: 'active' },
  canceled: {
    from: [...begun, 'trialing', 'active', 'past_due', 'suspended', 'paused'],
    on: 'canceled',
    to: 'canceled',
  },
  /** A new subscription after the end of an earlier one. */
  reactivated: { from: ['canceled'], on: 'active', to: 'active' },
} as const satisfies Readonly<Record<string, Transition>>;

const rows: readonly (readonly [string, Transition])[] = Object.entries(transitions);

/** The state that follows; undefined if the observation changes nothing. */
export function stateAfter(state: BillingState, on: Transition['on']): BillingState | undefined {
  return rows.find(([, row]) => row.on === on && row.from.includes(state))?.[1].to;
}

/** Whether a brand in this state has the plan of its subscription. */
export const hasPlan = (state: BillingState): boolean =>
  state === 'trialing' || state === 'active' || state === 'past_due';

/** Whether the subscription has ended or rests, so that limits of use apply in full. */
export const isLapsed = (state: BillingState): boolean =>
  state === 'suspended' || state === 'paused' || state === 'canceled';
