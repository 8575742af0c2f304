const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words before a name, as {@link plain} gives them. */
const titles = wordSet(
  'mr mrs ms miss mx dr dra prof professor rev reverend sr sra srta mme mlle herr frau hon sir',
);
/** Words after the name of a person. */
const suffixes = wordSet('jr sr ii iii iv md dds dvm phd esq cpa rn hijo fils');
const companyWords = wordSet(
  'llc inc incorporated ltd limited corp corporation company llp plc gmbh pty coop farm farms market bakery restaurant cafe café bistro catering grocery foods school restaurante mercado granja finca escuela',
);
/** Legal forms that are names of people too, unless they are in capitals. */
const capitalForms = wordSet('CO SA AG KG AB BV NV OY SL AS');
const conjunctions = wordSet('& + and y e et und');

/**
 * The given name in a full name, to greet its bearer: the first word behind titles, also of a name that begins with the
 * surname and a comma. A company, and a title with a surname only, keep the whole name. Undefined for a blank name.
 */
export function givenName(fullName: string): string | undefined {
  const name = fullName.split(/\s+/).filter(Boolean).join(' ');
  if (isCompany(name)) return name;
  const [before] = partsOf(name);
  if (before === undefined) return undefined;
  const { given } = namesBesideComma(name);
  return given === undefined ? firstOf(before, 'with surname') : firstOf(given, 'alone');
}

function firstOf(names: string, kind: 'with surname' | 'alone'): string {
  const surnames = kind === 'alone' ? 0 : 1;
  const words = names.split(' ');
  const titleCount = words.findIndex((word) => !titles.has(plain(word)));
  const [first, second = '', ...others] = titleCount < 0 ? [] : words.slice(titleCount);
  // `Mr. and Mrs. Fern`, `Dr. Fern`
  if (first === undefined || conjunctions.has(plain(first))) return names;
  if (titleCount > 0 && second === '') return surnames > 0 ? names : first;
  // `Olive and Basil Fern`, `Fern & Sons`
  if (conjunctions.has(plain(second)))
    return others.length > surnames ? [first, second, others[0]].join(' ') : names;
  // `J. Olive Fern`
  const isInitial = /^\p{L}\.?$/u.test(first);
  return isInitial && /^\p{L}{2}/u.test(second) && others.length >= surnames ? second : first;
}

/** Surname and given names of a name such as `Fern, Olive Jr.`; empty for any other. */
export function namesBesideComma(name: string): { readonly surname?: string; readonly given?: string } {
  if (isCompany(name)) return {};
  const [surname, ...others] = partsOf(name);
  const given = others.find((part) => !part.split(' ').every(isBeforeOrAfter));
  return surname === undefined || given === undefined ? {} : { surname, given };
}

const partsOf = (name: string): readonly string[] =>
  name
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter(Boolean);

const isBeforeOrAfter = (word: string): boolean => suffixes.has(plain(word)) || titles.has(plain(word));

function isCompany(name: string): boolean {
  const words = name.split(/[\s,]+/).filter(Boolean);
  const isShouted = name === name.toUpperCase();
  return words.some(
    (word, index) =>
      companyWords.has(plain(word)) ||
      (index > 0 && !isShouted && capitalForms.has(word.replaceAll('.', ''))),
  );
}

const plain = (word: string): string => word.toLowerCase().replaceAll(/[.-]/g, '');
