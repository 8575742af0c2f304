/** Parameters of a path by their names in the pattern. */
export type Parameters = Readonly<Record<string, string>>;

/**
 * Returns the parameters of a path that fits the pattern, undefined for any other path. A segment such as `:id` takes any
 * text without a slash.
 */
export function matchPattern(pattern: string, path: string): Parameters | undefined {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = decoded(given[index] ?? '');
    if (value === undefined) return undefined;
    if (segment.startsWith(':')) parameters[segment.slice(1)] = value;
    else if (segment !== value) return undefined;
  }
  return parameters;
}

/** Returns the first fitting pattern. Patterns with fixed segments come before those with parameters. */
export function findRoute<Route extends { readonly path: string }>(
  routes: readonly Route[],
  path: string,
): { readonly route: Route; readonly parameters: Parameters } | undefined {
  for (const route of routes) {
    const parameters = matchPattern(route.path, path);
    if (parameters !== undefined) return { route, parameters };
  }
  return undefined;
}

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
