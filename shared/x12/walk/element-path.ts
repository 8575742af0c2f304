/** An element by its reference designator: `CLM05-1` is component 1 of element 5 of a CLM. */
interface ElementPath {
  readonly id: string;
  readonly element: number;
  /** From 1; 0 for the whole element. */
  readonly component: number;
}

/** Paths that were parsed, because a program reads the same few in every segment. */
const parsed = new Map<string, ElementPath>();
const maxRemembered = 1_000;

/** Parses a path such as `CLM05-1` or `NM109`. Throws RangeError for any other text. */
export function elementPath(path: string): ElementPath {
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const [, id, element, component = '0'] = /^([A-Z][A-Z0-9]{1,2})(\d\d)(?:-(\d{1,2}))?$/.exec(path) ?? [];
  if (id === undefined) throw new RangeError('Element path must look like CLM05 or CLM05-1');
  const place = { id, element: Number(element), component: Number(component) };
  if (parsed.size < maxRemembered) parsed.set(path, place);
  return place;
}
