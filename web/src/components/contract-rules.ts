import type { Route } from '#web/api/api.ts';
import type { FieldRules } from './field-rules.ts';

/**
 * The rules of the fields of a request. The build replaces each call by its result (`contract-rules-plugin.ts`), so the argument is a
 * literal, and no schema gets into the app.
 */
export function contractRules(_route: Route): FieldRules {
  return {};
}
