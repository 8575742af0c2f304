// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { RequestOptions } from '../runtime/options.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const getOnboardingOperation: Operation = {
  id: 'getOnboarding',
  method: 'GET',
  path: '/api/v1/onboarding',
  inQuery: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
};

const setOnboardingOperation: Operation = {
  id: 'setOnboarding',
  method: 'PUT',
  path: '/api/v1/onboarding',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const skipOnboardingStepOperation: Operation = {
  id: 'skipOnboardingStep',
  method: 'PUT',
  path: '/api/v1/onboarding/steps/{step}',
  inPath: ['step'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

/** Input of `getOnboarding`. */
export type GetOnboardingInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `setOnboarding`. */
export type SetOnboardingInput = {
  readonly brand_id: string;
  readonly dismissed: boolean;
};

/** Input of `skipOnboardingStep`. */
export type SkipOnboardingStepInput = {
  /** Step of the tour */
  readonly step: 'brand_profile' | 'first_product' | 'first_order' | 'first_water_log' | 'team_or_api_key' | 'first_campaign';
  readonly brand_id: string;
  readonly skipped: boolean;
};

export class OnboardingOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the onboarding tour of the caller in a brand
   *
   * Steps belong to the brand and complete themselves when their record exists. Skipped steps and the
   * dismissal belong to the caller.
   *
   * operationId: getOnboarding
   */
  get(input: GetOnboardingInput, options?: RequestOptions): ApiCall<schema.Onboarding> {
    return this.#transport.call(getOnboardingOperation, input, options);
  }

  /**
   * Dismiss or resume the onboarding tour
   *
   * Steps belong to the brand and complete themselves when their record exists. Skipped steps and the
   * dismissal belong to the caller.
   *
   * operationId: setOnboarding
   */
  set(input: SetOnboardingInput, options?: RequestOptions): ApiCall<schema.Onboarding> {
    return this.#transport.call(setOnboardingOperation, input, options);
  }

  /**
   * Skip a step of the onboarding tour, or take it up again
   *
   * Steps belong to the brand and complete themselves when their record exists. Skipped steps and the
   * dismissal belong to the caller. No request completes a step. A completed step stays completed.
   *
   * operationId: skipOnboardingStep
   */
  skipStep(input: SkipOnboardingStepInput, options?: RequestOptions): ApiCall<schema.Onboarding> {
    return this.#transport.call(skipOnboardingStepOperation, input, options);
  }
}
