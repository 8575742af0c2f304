// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listAlertRulesOperation: Operation = {
  id: 'listAlertRules',
  method: 'GET',
  path: '/api/admin/alert-rules',
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createAlertRuleOperation: Operation = {
  id: 'createAlertRule',
  method: 'POST',
  path: '/api/admin/alert-rules',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getAlertRuleOperation: Operation = {
  id: 'getAlertRule',
  method: 'GET',
  path: '/api/admin/alert-rules/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updateAlertRuleOperation: Operation = {
  id: 'updateAlertRule',
  method: 'PUT',
  path: '/api/admin/alert-rules/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const deleteAlertRuleOperation: Operation = {
  id: 'deleteAlertRule',
  method: 'DELETE',
  path: '/api/admin/alert-rules/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

const testAlertRuleOperation: Operation = {
  id: 'testAlertRule',
  method: 'POST',
  path: '/api/admin/alert-rules/{id}/test',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listAlertsOperation: Operation = {
  id: 'listAlerts',
  method: 'GET',
  path: '/api/admin/alerts',
  inQuery: ['rule_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getAlertOperation: Operation = {
  id: 'getAlert',
  method: 'GET',
  path: '/api/admin/alerts/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `listAlertRules`. */
export type ListAlertRulesInput = {
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createAlertRule`. */
export type CreateAlertRuleInput = schema.AlertRuleInput;

/** Result of `createAlertRule`. */
export type CreateAlertRuleResult = {
  readonly id: string;
  readonly version: number;
  /** Shown in alerts; must not name patients */
  readonly name: string;
  readonly condition: schema.AlertCondition;
  readonly schedule: schema.AlertSchedule;
  /** E-mail addresses, or one webhook */
  readonly recipients: {
    readonly emails: readonly string[];
  } | {
    readonly webhook_url: string;
  };
  /** A paused rule is not evaluated */
  readonly paused: boolean;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  readonly updated_by: string;
  /** Signs the webhooks of the rule; shown once, when the URL is set or changes */
  readonly secret?: string | undefined;
};

/** Input of `getAlertRule`. */
export type GetAlertRuleInput = {
  /** Id of the rule */
  readonly id: string;
};

/** Input of `updateAlertRule`. */
export type UpdateAlertRuleInput = {
  /** Id of the rule */
  readonly id: string;
} & (schema.AlertRuleInput);

/** Result of `updateAlertRule`. */
export type UpdateAlertRuleResult = {
  readonly id: string;
  readonly version: number;
  /** Shown in alerts; must not name patients */
  readonly name: string;
  readonly condition: schema.AlertCondition;
  readonly schedule: schema.AlertSchedule;
  /** E-mail addresses, or one webhook */
  readonly recipients: {
    readonly emails: readonly string[];
  } | {
    readonly webhook_url: string;
  };
  /** A paused rule is not evaluated */
  readonly paused: boolean;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  readonly updated_by: string;
  /** Signs the webhooks of the rule; shown once, when the URL is set or changes */
  readonly secret?: string | undefined;
};

/** Input of `deleteAlertRule`. */
export type DeleteAlertRuleInput = {
  /** Id of the rule */
  readonly id: string;
};

/** Input of `testAlertRule`. */
export type TestAlertRuleInput = {
  /** Id of the rule */
  readonly id: string;
};

/** Input of `listAlerts`. */
export type ListAlertsInput = {
  /** Alerts of this rule */
  readonly rule_id?: string | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getAlert`. */
export type GetAlertInput = {
  /** Id of the alert */
  readonly id: string;
};

export class AlertsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List alert rules, oldest first
   *
   * operationId: listAlertRules
   */
  listRules(input?: ListAlertRulesInput, options?: RequestOptions): PagedCall<schema.AlertRule, CursorPage<schema.AlertRule>> {
    return this.#transport.list(listAlertRulesOperation, input ?? {}, options);
  }

  /**
   * Create an alert rule
   *
   * The rule is evaluated every five minutes. Alerts contain counts, amounts, ids and links, and nothing
   * about patients. Webhooks are signed by Standard Webhooks; their secret is in this response only.
   *
   * operationId: createAlertRule
   */
  createRule(input: CreateAlertRuleInput, options?: RequestOptions & KeyOptions): ApiCall<CreateAlertRuleResult> {
    return this.#transport.call(createAlertRuleOperation, input, options);
  }

  /**
   * Get an alert rule
   *
   * operationId: getAlertRule
   */
  getRule(input: GetAlertRuleInput, options?: RequestOptions): ApiCall<schema.AlertRule> {
    return this.#transport.call(getAlertRuleOperation, input, options);
  }

  /**
   * Replace, pause or resume an alert rule
   *
   * A new webhook URL gets a new secret. A changed rule begins a new window, so it may alert at once.
   *
   * operationId: updateAlertRule
   */
  updateRule(input: UpdateAlertRuleInput, options?: RequestOptions & MatchOptions): ApiCall<UpdateAlertRuleResult> {
    return this.#transport.call(updateAlertRuleOperation, input, options);
  }

  /**
   * Delete an alert rule
   *
   * Alerts that it has raised stay listed. Webhooks that are not delivered yet are given up, because
   * their secret is removed.
   *
   * operationId: deleteAlertRule
   */
  deleteRule(input: DeleteAlertRuleInput, options?: RequestOptions): ApiCall<void> {
    return this.#transport.call(deleteAlertRuleOperation, input, options);
  }

  /**
   * Send a test of an alert rule to its recipients
   *
   * Evaluates the condition now and raises an alert marked as a test, also if the condition does not hold
   * or the rule is paused. It is sent within a minute; `GET /api/admin/alerts/{id}` shows its deliveries.
   * The window of the rule does not change.
   *
   * operationId: testAlertRule
   */
  testRule(input: TestAlertRuleInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Alert> {
    return this.#transport.call(testAlertRuleOperation, input, options);
  }

  /**
   * List the alerts of the last 90 days with their deliveries, newest first
   *
   * operationId: listAlerts
   */
  list(input?: ListAlertsInput, options?: RequestOptions): PagedCall<schema.Alert, CursorPage<schema.Alert>> {
    return this.#transport.list(listAlertsOperation, input ?? {}, options);
  }

  /**
   * Get an alert with its deliveries
   *
   * operationId: getAlert
   */
  get(input: GetAlertInput, options?: RequestOptions): ApiCall<schema.Alert> {
    return this.#transport.call(getAlertOperation, input, options);
  }
}
