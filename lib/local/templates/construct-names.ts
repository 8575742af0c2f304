/** Physical names by what the construct is called: CommerceTable becomes commerce, X12Bucket x12. */
export function constructNames(
  byConstruct: ReadonlyMap<string, string>,
  suffix: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...byConstruct].map(([constructId, name]) => {
      const short = constructId.endsWith(suffix) ? constructId.slice(0, -suffix.length) : constructId;
      return [short.charAt(0).toLowerCase() + short.slice(1), name];
    }),
  );
}
