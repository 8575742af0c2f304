/** `water logs` → `waterLogs` */
export const camelCase = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(
      (word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
    )
    .join('');

export const pascalCase = (words: string): string => {
  const name = camelCase(words);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** `water logs` → `water-logs` */
export const kebabCase = (words: string): string =>
  words
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');

/**
 * Names of the methods of one tag: the operationId without the noun of the tag behind its verb, so that `listOrders` is
 * `orders.list` and `updateOrderStatus` is `orders.updateStatus`. Names that would be equal keep the noun.
 */
export function methodNames(tag: string, operationIds: readonly string[]): ReadonlyMap<string, string> {
  const short = new Map(operationIds.map((id) => [id, withoutNoun(id, tag)]));
  const isUnique = (name: string) => [...short.values()].filter((other) => other === name).length === 1;
  return new Map(
    operationIds.map((id) => {
      const name = short.get(id) ?? id;
      return [id, isUnique(name) ? name : id];
    }),
  );
}

function withoutNoun(operationId: string, tag: string): string {
  const [verb = '', ...rest] = operationId.split(/(?=[A-Z])/);
  const nouns = tag.toLowerCase().split(/[^a-z0-9]+/);
  const isNamed = nouns.every((noun, at) => {
    const word = rest[at]?.toLowerCase();
    return word === noun || (at === nouns.length - 1 && word !== undefined && numbersOf(noun).includes(word));
  });
  return isNamed ? [verb, ...rest.slice(nouns.length)].join('') : operationId;
}

/** Singular and plural of a noun. */
const numbersOf = (noun: string): readonly string[] => [
  `${noun}s`,
  noun.replace(/s$/, ''),
  noun.replace(/y$/, 'ies'),
  noun.replace(/ies$/, 'y'),
];

/** A name of a member as TypeScript writes it. */
export const memberName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : textLiteral(name);

export const textLiteral = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
