/** Whether a content type is one of an API's binary media types, which may end in a wildcard. */
export function matchesMediaType(types: readonly string[], contentType: string): boolean {
  const wanted = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return types.some((type) => {
    const known = type.toLowerCase();
    return (
      known === '*/*' || known === wanted || (known.endsWith('/*') && wanted.startsWith(known.slice(0, -1)))
    );
  });
}
