// IAM's rules for identity policies, as far as templates use them.

/**
 * Returns the first permission that the statements do not grant; undefined when they grant all.
 *
 * A permission is { action, resource, context }; the context holds the values of condition keys as lists.
 */
export const firstMissing = (statements, permissions) =>
  permissions.find((permission) => !isAllowed(statements, permission));

export function isAllowed(statements, { action, resource, context = {} }) {
  const about = statementsAbout(statements, action).filter(
    (statement) =>
      statement.Resource.some((pattern) => isLike(resource, pattern)) &&
      Object.entries(statement.Condition).every(([operator, keys]) => holds(operator, keys, context)),
  );
  return about.length > 0 && about.every(({ Effect }) => Effect === 'Allow');
}

/** The statements about an action, found once for each action, because a function needs few of them again and again. */
function statementsAbout(statements, action) {
  let known = byAction.get(statements);
  if (known === undefined) {
    known = new Map();
    byAction.set(statements, known);
  }
  let about = known.get(action);
  if (about === undefined) {
    const name = action.toLowerCase();
    about = statements.filter(({ Action }) => Action.some((pattern) => isLike(name, pattern.toLowerCase())));
    known.set(action, about);
  }
  return about;
}

const byAction = new WeakMap();

function holds(operator, keys, context) {
  const [, set, name] = /^(ForAllValues:|ForAnyValue:)?(\w+)$/.exec(operator) ?? [];
  const compare = operators[name.replace('Not', '')];
  if (compare === undefined) throw new Error(`The local runtime does not know the condition ${operator}`);
  const isNegated = name.includes('Not');
  return Object.entries(keys).every(([key, wanted]) => {
    // The tags of a resource are known to its service only.
    if (key.startsWith('aws:ResourceTag/')) return true;
    const values = context[key];
    if (values === undefined) {
      // For a request without the key, IAM takes a single negated condition and ForAllValues as true.
      return set === 'ForAllValues:' || (isNegated && set === undefined);
    }
    const fits = (value) => wanted.some((pattern) => compare(value, pattern)) !== isNegated;
    return set === 'ForAllValues:' ? values.every(fits) : values.some(fits);
  });
}

/** Each operator includes its negation, such as `StringNotEquals`. */
const operators = {
  StringEquals: (value, wanted) => value === wanted,
  StringLike: isLike,
};

/** `*` matches any characters, `?` matches one. */
export function isLike(value, pattern) {
  if (!/[*?]/.test(pattern)) return value === pattern;
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    expression = new RegExp(`^${escaped.replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`);
    expressions.set(pattern, expression);
  }
  return expression.test(value);
}

const expressions = new Map();
