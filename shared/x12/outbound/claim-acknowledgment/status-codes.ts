/** A failed edit and its place in the file, without values. */
export interface RejectionReason {
  /** Id of the edit. */
  readonly id: string;
  readonly message: string;
  readonly loop?: string | undefined;
  readonly segment?: string | undefined;
  readonly element?: number | undefined;
  readonly component?: number | undefined;
  /** Position in the transaction set, ST = 1. */
  readonly position?: number | undefined;
  /** True when the 999 reports it too. */
  readonly isIn999: boolean;
}

/** A claim status code (code source 508), with an entity where the code requires one. */
export interface StatusCode {
  readonly code: string;
  readonly entity?: string | undefined;
}

/** Returns one to three claim status codes of a reason, the most specific first. */
export function statusCodesOf(reason: RejectionReason): readonly StatusCode[] {
  if (reason.isIn999) return [{ code: seeThe999 }];
  const found = byEdit.get(reason.id);
  const codes = typeof found === 'function' ? found(reason) : (found ?? [formatInvalid]);
  return codes.map((one) => withEntity(one, reason));
}

const seeThe999 = '684';
const formatInvalid = '481';

/** Codes with the note "this code requires use of an entity code" in code source 508. */
const needsEntity = new Set([
  ...['24', '25', '26', '125', '126', '128', '145', '153', '157', '158', '164'],
  ...['496', '500', '501', '502', '503', '504', '505', '560', '562', '755', '775'],
]);

function withEntity(text: string, { loop = '' }: RejectionReason): StatusCode {
  const [code = '', own] = text.split(':');
  if (own !== undefined) return { code, entity: own };
  const entity = needsEntity.has(code) ? (entityOfLoop.get(loop) ?? billingProvider) : undefined;
  return { code, entity };
}

const billingProvider = '85';

/** Loops by the entity (code source 98) that they describe. */
const loopsOfEntity: Readonly<Record<string, string>> = {
  '41': '1000A',
  '40': '1000B',
  '87': '2010AB',
  IL: '2000B 2010BA',
  PR: '2010BB',
  QC: '2000C 2010CA',
  DN: '2310A 2330C 2420F',
  '82': '2310B 2330D 2420A',
  '77': '2310C 2330E 2420C',
  DQ: '2310D 2330F 2420D',
  GB: '2320 2330A',
  PRP: '2330B 2430',
  '85': '2330G',
  QB: '2420B',
  DK: '2420E',
};

const entityOfLoop = new Map(
  Object.entries(loopsOfEntity).flatMap(([entity, loops]) =>
    loops.split(' ').map((loop) => [loop, entity] as const),
  ),
);

type Codes = readonly string[] | ((reason: RejectionReason) => readonly string[]);

/**
 * Edits by `code` or `code:entity`. A code that requires an entity and has none takes that of the loop. Any other edit has
 * the code for an invalid format.
 */
const editsOfCode: Readonly<Record<string, string>> = {
  '746': 'V019',
  '125:41': 'V020',
  '125:40': 'V021',
  '562': 'V022',
  '562:85': 'V023',
  '126:85': 'V024',
  '503:85': 'V025',
  '500': 'V026',
  '128:85': 'V028',
  '560:85': 'V029',
  '145': 'V030',
  '126:87': 'V031',
  '742': 'V032 V100',
  '156': 'V033',
  '126:IL': 'V034',
  '164:IL': 'V035 R204',
  '153:PR': 'V036',
  '126:QC': 'V037',
  '562:82': 'V039 V040',
  '126:77': 'V041 V042',
  '562:DN': 'V043',
  '775': 'V044',
  '478': 'V050 V051',
  '178': 'V052 V074',
  '249': 'V054 V055 V089',
  '535': 'V056',
  '464': 'V057',
  '117': 'V058',
  '732': 'V059 V060 V073 V092 V093 V094 V096 R208',
  '189': 'V061 V062',
  '187': 'V063 V088',
  '255': 'V064 V066 V068',
  '254': 'V067',
  '560': 'V069',
  '544': 'V070',
  '252': 'V071',
  '555': 'V072',
  '54': 'V075',
  '718': 'V078 R207',
  '247': 'V080',
  '454': 'V081 V082',
  '453': 'V083 V091 V098',
  '306': 'V084',
  '583': 'V085',
  '476': 'V086',
  '477': 'V087',
  '584': 'V090',
  '218': 'V095',
  '562:DK': 'V097',
  '475': 'V099',
  '286': 'V101 V104 V106 V109',
  '672': 'V102 V103',
  '516': 'V105',
  '171': 'V107 V108',
  '116': 'R200 R203 payer_not_configured',
  '24:41': 'R201',
};

/** Edits with several codes, or with codes that depend on the place. */
const byPlace: Readonly<Record<string, Codes>> = {
  V027: ({ element }) => [element === 2 ? '501' : '500'],
  V038: ({ element }) => [element === 3 ? '157' : '158'],
  V053: ['400', '178'],
  V065: ({ element }) => [element === 1 ? '254' : '255'],
  V076: ['510', '187'],
  V077: ['187', '158:QC'],
  R205: ({ segment, element }) => {
    if (segment === 'REF') return ['128:85'];
    if (segment === 'PRV') return ['145:85'];
    if (segment === 'N4') return ['500:85'];
    return element === 9 ? ['562:85', '25:85'] : ['25:85'];
  },
  R206: ({ segment }) => [segment === 'REF' ? '464' : '535'],
};

const byEdit = new Map<string, Codes>(Object.entries(byPlace));
for (const [code, edits] of Object.entries(editsOfCode)) {
  for (const edit of edits.split(' ')) byEdit.set(edit, [code]);
}
