// Whether the policies of a role allow something: IAM's rules for identity policies, as far as templates use them.

/**
 * The first of the permissions that the statements do not give, or undefined when they give all of them.
 *
 * A permission is { action, resource, context }; the context holds the values of condition keys, each a list.
 */
export const firstMissing = (statements, permissions) =>
  permissions.find((permission) => !isAllowed(statements, permission));

export function isAllowed(statements, { action, resource, context = {} }) {
  const about = statements.filter(
    (statement) =>
      statement.Action.some((pattern) => isLike(action.toLowerCase(), pattern.toLowerCase())) &&
      statement.Resource.some((pattern) => isLike(resource, pattern)) &&
      Object.entries(statement.Condition).every(([operator, keys]) => holds(operator, keys, context)),
  );
  return about.length > 0 && about.every(({ Effect }) => Effect === 'Allow');
}

function holds(operator, keys, context) {
  const [, set, name, ifExists] = /^(ForAllValues:|ForAnyValue:)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  const compare = operators[name.replace('Not', '')];
  if (compare === undefined) throw new Error(`The local runtime does not know the condition ${operator}`);
  const isNegated = name.includes('Not');
  return Object.entries(keys).every(([key, wanted]) => {
    const values = context[key];
    if (values === undefined) {
      // What IAM decides for a request without the key: a single "not" holds, and so does "all of none".
      return set === 'ForAllValues:' || ifExists !== undefined || (isNegated && set === undefined);
    }
    const fits = (value) => wanted.some((pattern) => compare(value, pattern)) !== isNegated;
    return set === 'ForAllValues:' ? values.every(fits) : values.some(fits);
  });
}

/** Each also stands for its negation, such as `StringNotEquals`. */
const operators = {
  StringEquals: (value, wanted) => value === wanted,
  StringLike: isLike,
  ArnEquals: isLike,
  ArnLike: isLike,
  Bool: (value, wanted) => value === wanted,
};

/** `*` stands for any characters, `?` for one. */
function isLike(value, pattern) {
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
