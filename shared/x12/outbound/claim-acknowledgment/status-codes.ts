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
  const found = byEdit[reason.id];
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
  const entity = needsEntity.has(code) ? (entityOfLoop[loop] ?? billingProvider) : undefined;
  return { code, entity };
}

const billingProvider = '85';

/** Entity (code source 98) of a loop. */
const entityOfLoop: Readonly<Record<string, string>> = {
  '1000A': '41',
  '1000B': '40',
  '2010AB': '87',
  '2000B': 'IL',
  '2010BA': 'IL',
  '2010BB': 'PR',
  '2000C': 'QC',
  '2010CA': 'QC',
  '2310A': 'DN',
  '2310B': '82',
  '2310C': '77',
  '2310D': 'DQ',
  '2320': 'GB',
  '2330A': 'GB',
  '2330B': 'PRP',
  '2330C': 'DN',
  '2330D': '82',
  '2330E': '77',
  '2330F': 'DQ',
  '2330G': '85',
  '2420A': '82',
  '2420B': 'QB',
  '2420C': '77',
  '2420D': 'DQ',
  '2420E': 'DK',
  '2420F': 'DN',
  '2430': 'PRP',
};

type Codes = readonly string[] | ((reason: RejectionReason) => readonly string[]);

/** `code` or `code:entity`. A code that requires an entity and has none takes that of the loop. */
const byEdit: Readonly<Record<string, Codes>> = {
  V019: ['746'],
  V020: ['125:41'],
  V021: ['125:40'],
  V022: ['562'],
  V023: ['562:85'],
  V024: ['126:85'],
  V025: ['503:85'],
  V026: ['500'],
  V027: ({ element }) => [element === 2 ? '501' : '500'],
  V028: ['128:85'],
  V029: ['560:85'],
  V030: ['145'],
  V031: ['126:87'],
  V032: ['742'],
  V033: ['156'],
  V034: ['126:IL'],
  V035: ['164:IL'],
  V036: ['153:PR'],
  V037: ['126:QC'],
  V038: ({ element }) => [element === 3 ? '157' : '158'],
  V039: ['562:82'],
  V040: ['562:82'],
  V041: ['126:77'],
  V042: ['126:77'],
  V043: ['562:DN'],
  V044: ['775'],
  V050: ['478'],
  V051: ['478'],
  V052: ['178'],
  V053: ['400', '178'],
  V054: ['249'],
  V055: ['249'],
  V056: ['535'],
  V057: ['464'],
  V058: ['117'],
  V059: ['732'],
  V060: ['732'],
  V061: ['189'],
  V062: ['189'],
  V063: ['187'],
  V064: ['255'],
  V065: ({ element }) => [element === 1 ? '254' : '255'],
  V066: ['255'],
  V067: ['254'],
  V068: ['255'],
  V069: ['560'],
  V070: ['544'],
  V071: ['252'],
  V072: ['555'],
  V073: ['732'],
  V074: ['178'],
  V075: ['54'],
  V076: ['510', '187'],
  V077: ['187', '158:QC'],
  V078: ['718'],
  V080: ['247'],
  V081: ['454'],
  V082: ['454'],
  V083: ['453'],
  V084: ['306'],
  V085: ['583'],
  V086: ['476'],
  V087: ['477'],
  V088: ['187'],
  V089: ['249'],
  V090: ['584'],
  V091: ['453'],
  V092: ['732'],
  V093: ['732'],
  V094: ['732'],
  V095: ['218'],
  V096: ['732'],
  V097: ['562:DK'],
  V098: ['453'],
  V099: ['475'],
  V100: ['742'],
  V101: ['286'],
  V102: ['672'],
  V103: ['672'],
  V104: ['286'],
  V105: ['516'],
  V106: ['286'],
  V107: ['171'],
  V108: ['171'],
  V109: ['286'],
  R200: ['116'],
  R201: ['24:41'],
  R202: [formatInvalid],
  R203: ['116'],
  R204: ['164:IL'],
  R205: ({ segment, element }) => {
    if (segment === 'REF') return ['128:85'];
    if (segment === 'PRV') return ['145:85'];
    if (segment === 'N4') return ['500:85'];
    return element === 9 ? ['562:85', '25:85'] : ['25:85'];
  },
  R206: ({ segment }) => [segment === 'REF' ? '464' : '535'],
  R207: ['718'],
  R208: ['732'],
  R209: [formatInvalid],
  R210: [formatInvalid],
  claim_too_long: [formatInvalid],
  payer_not_configured: ['116'],
};
