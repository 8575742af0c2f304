import type { RestApi } from '../model/api.ts';
import type { Method, RouteNode } from '../model/api-body.ts';

export interface Route {
  readonly api: RestApi;
  /** Undefined when the path exists without this method, or does not exist at all. */
  readonly method: Method | undefined;
  readonly resourcePath: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/**
 * Finds API and method of a request among APIs that share an address: the API with a method for the whole path, else
 * the API that knows the longest beginning of the path.
 */
export function findRoute(apis: readonly RestApi[], httpMethod: string, path: string): Route | undefined {
  const segments = segmentsOf(path);
  let best: { readonly route: Route; readonly score: number } | undefined;
  for (const api of apis) {
    const found = matchNode(api.root, segments, {});
    const method = found && (found.node.methods.get(httpMethod) ?? found.node.methods.get('ANY'));
    const known = found === undefined ? knownLength(api.root, segments) : segments.length;
    const score = known + (method === undefined ? 0 : segments.length + 1);
    if (best !== undefined && best.score >= score) continue;
    best = {
      score,
      route: {
        api,
        method,
        resourcePath: found?.node.resourcePath ?? path,
        pathParameters: found?.parameters ?? {},
      },
    };
  }
  return best?.route;
}

interface Match {
  readonly node: RouteNode;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A literal part wins over {name}, and {name} over {name+}. Values stay percent-encoded, as in API Gateway. */
function matchNode(
  node: RouteNode,
  segments: readonly string[],
  parameters: Match['parameters'],
): Match | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return node.methods.size > 0 ? { node, parameters } : undefined;
  const literal = node.literals.get(decode(segment));
  const byLiteral = literal && matchNode(literal, rest, parameters);
  if (byLiteral !== undefined) return byLiteral;
  if (node.parameter !== undefined && segment !== '') {
    const byParameter = matchNode(node.parameter.node, rest, {
      ...parameters,
      [node.parameter.name]: segment,
    });
    if (byParameter !== undefined) return byParameter;
  }
  if (node.greedy === undefined) return undefined;
  return { node: node.greedy.node, parameters: { ...parameters, [node.greedy.name]: segments.join('/') } };
}

function knownLength(node: RouteNode, [segment, ...rest]: readonly string[]): number {
  const next =
    segment === undefined ? undefined : (node.literals.get(decode(segment)) ?? node.parameter?.node);
  return next === undefined ? 0 : 1 + knownLength(next, rest);
}

/** API Gateway ignores a slash at the end. */
function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/').slice(1);
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments;
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
